import { describe, expect, it } from 'vitest'
import { someList, someValidator } from '../testing/some-list.ts'
import { applyLiveEvent } from './apply-live-event.ts'
import { createLiveJournal } from './live-journal.ts'

const list = someList([1, 2, 3].map((id) => someValidator({ id })))
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
    expect(applyLiveEvent(list, { event: 'hello', data: { protocol: 1, seq: 1 } })).toBe(list)
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
    const next = applyLiveEvent(list, { event: 'height', data: { height: 102, at, seq: 8 } })
    expect(next).toMatchObject({
      network_height: 102,
      status: { height: 102, latest_block_at: at, observed_at: at },
    })
    expect(next.validators).toBe(list.validators)
    expect(applyLiveEvent(next, { event: 'height', data: { height: 101, at, seq: 7 } })).toBe(next)
  })
})

describe('the journal', () => {
  it('P33: an answer that was under way does not take back what the stream told meanwhile', () => {
    const journal = createLiveJournal()
    journal.add(1, change([{ id: 1, missed_blocks: 1 }]))
    const mark = journal.mark()
    journal.add(1, change([{ id: 1, missed_blocks: 2 }]))
    journal.add(2, change([{ id: 2, missed_blocks: 99 }]))
    const answer = journal.replay(mark, 1, list)
    expect(answer.validators.map((row) => row.missed_blocks)).toEqual([2, 0, 0])
    expect(journal.replay(journal.mark(), 1, list)).toBe(list)
  })
})
