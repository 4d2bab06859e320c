import type { LiveEvent } from '@roundsman/contract/live/live'
import type { ValidatorsList } from '@roundsman/contract/networks/validators'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { someList, someValidator } from '../testing/some-list.ts'
import { applyLiveEvent as dispatch, liveEntries } from './live-entries.ts'
import { validatorsKey } from './validators.ts'

const list = someList([1, 2, 3].map((id) => someValidator({ id })))
/** The list after the event went through the registry. */
function applyLiveEvent(before: ValidatorsList, event: LiveEvent): ValidatorsList {
  const queries = new QueryClient()
  queries.setQueryData(validatorsKey(1), before)
  dispatch(liveEntries, event, { queries, blockchainId: 1, means: null })
  return queries.getQueryData<ValidatorsList>(validatorsKey(1)) ?? before
}
const change = (changed: object[], removed: number[] = []) =>
  ({ event: 'validators', data: { changed: changed as { id: number }[], removed, seq: 7 } }) as const

describe('a live event applied to the list', () => {
  it('P32: changes the row it names and keeps every other row', () => {
    const next = applyLiveEvent(list, change([{ id: 2, missed_blocks: 5 }]))
    expect(next.validators[1]).toEqual({ ...list.validators[1], missed_blocks: 5 })
    expect(next.validators[0]).toBe(list.validators[0])
    expect(next.validators[2]).toBe(list.validators[2])
  })

  it('P32: is the very same list when it says nothing new', () => {
    expect(applyLiveEvent(list, change([{ id: 2, missed_blocks: 0, uptime: 1 }]))).toBe(list)
    expect(applyLiveEvent(list, change([]))).toBe(list)
    expect(applyLiveEvent(list, { event: 'hello', data: { protocol: 12, seq: 7 } })).toBe(list)
  })

  it('takes null for a value, not for silence', () => {
    const next = applyLiveEvent(list, change([{ id: 1, uptime: null }]))
    expect(next.validators[0]?.uptime).toBeNull()
  })

  it('removes rows, adds whole ones and leaves out half ones', () => {
    const next = applyLiveEvent(list, change([someValidator({ id: 9 }), { id: 8, uptime: 1 }], [3]))
    expect(next.validators.map(({ id }) => id)).toEqual([1, 2, 9])
  })

  it('moves the height only forward, and what was observed with it', () => {
    const at = '2026-11-21T12:00:04Z'
    const next = applyLiveEvent(list, { event: 'height', data: { height: 102, at, seq: 8, blocks: [] } })
    expect(next).toMatchObject({
      network_height: 102,
      status: { height: 102, latest_block_at: at, observed_at: at },
    })
    expect(next.validators).toBe(list.validators)
    expect(applyLiveEvent(next, { event: 'height', data: { height: 101, at, seq: 7, blocks: [] } })).toBe(
      next,
    )
  })
})

describe('the blocks of a batch', () => {
  const block = { height: 101, at: '2026-11-21T12:00:06Z', m: [2], n: [], p: [3], none: [] }
  const data = { height: 102, at: block.at, seq: 8, blocks: [block] }
  const height: LiveEvent = { event: 'height', data }

  it('P32: move every strip on by a letter', () => {
    const next = applyLiveEvent(list, height)
    expect(next.validators.map((row) => row.recent_signatures.slice(-2))).toEqual(['ss', 'sm', 'sp'])
    expect(next.validators.map((row) => row.updated_at)).toEqual([block.at, block.at, block.at])
  })

  it('P32: are left out where the list has that batch already', () => {
    expect(applyLiveEvent({ ...list, seq: 8 }, height).validators).toBe(list.validators)
    const twice = applyLiveEvent(applyLiveEvent(list, height), height)
    expect(twice.validators[1]?.recent_signatures).toBe(`${'s'.repeat(59)}m`)
  })

  it('P32: rows of an older batch than the list change nothing', () => {
    const newer = { ...list, seq: 9 }
    expect(applyLiveEvent(newer, change([{ id: 2, missed_blocks: 5 }]))).toBe(newer)
  })
})

describe('a server that was put back to an older batch', () => {
  it('P33: is believed from its hello on', () => {
    const ahead = { ...list, seq: 90 }
    expect(applyLiveEvent(ahead, change([{ id: 1, missed_blocks: 4 }]))).toBe(ahead)
    const put = applyLiveEvent(ahead, { event: 'hello', data: { protocol: 12, seq: 7 } })
    expect(applyLiveEvent(put, change([{ id: 1, missed_blocks: 4 }])).validators[0]?.missed_blocks).toBe(4)
  })
})
