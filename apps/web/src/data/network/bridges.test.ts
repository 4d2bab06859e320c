import type { BridgesList } from '@roundsman/contract/bridges/bridges'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { decodeStreamEvent } from '../api/live-line.ts'
import { someBridge } from '../testing/some-bridge.ts'
import { bridgesKey, takeBridges } from './bridges.ts'
import { stillSeconds } from './still-heights.ts'
import { applyLiveEvent, liveEntries } from './live-entries.ts'

const list: BridgesList = {
  network_height: 100,
  bridges: [1, 2, 3].map((id) => someBridge({ id, owned: id === 2 })),
}
function cached() {
  const queries = new QueryClient()
  queries.setQueryData(bridgesKey(1), list)
  return {
    queries,
    now: () => {
      const state = queries.getQueryState<BridgesList>(bridgesKey(1))
      return { list: state?.data, isInvalidated: state?.isInvalidated }
    },
  }
}
function after(changed: { id: number }[], removed: number[] = []) {
  const { queries, now } = cached()
  takeBridges(queries, 1, { changed, removed, seq: 7 })
  return now()
}

describe('G66: an event of the stream about bridges', () => {
  it('changes the row it names, keeps whose it is, and every other row as it was', () => {
    const stalled = { id: 2, sync_status: 'STALLED' as const, lag: null }
    const { list: next, isInvalidated } = after([stalled], [3])
    expect(next?.bridges).toEqual([list.bridges[0], { ...list.bridges[1], ...stalled, owned: true }])
    expect(next?.bridges[0]).toBe(list.bridges[0])
    expect(isInvalidated).toBe(false)
  })

  it('is the very same list when it says nothing new', () => {
    expect(after([{ id: 1 }]).list).toBe(list)
  })

  it('makes the list be asked for again when there is a bridge that it does not have', () => {
    const { owned: _owned, ...shared } = someBridge({ id: 9 })
    expect(after([shared])).toEqual({ list, isInvalidated: true })
  })

  it('is dropped where the contract does not know it, and where nobody asked for them', () => {
    const { queries } = cached()
    for (const text of ['no json', '{"changed":[{"id":1,"lag":"much"}],"removed":[],"seq":1}'])
      expect(decodeStreamEvent('bridges', text)).toBeNull()
    takeBridges(queries, 2, { changed: [{ id: 1, lag: 3 }], removed: [], seq: 1 })
    expect(queries.getQueryCache().getAll()).toHaveLength(1)
  })
})

describe('P912: a bridge that is behind', () => {
  const behind = { id: 1, sync_status: 'CATCHING_UP' as const, lag: 60 }
  const at = (second: number) => ({
    last_otel_update: new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString(),
  })
  const reports = (...changes: object[]) => {
    const { queries, now } = cached()
    for (const change of changes)
      takeBridges(queries, 1, { changed: [{ ...behind, ...change }], removed: [], seq: 7 })
    const [bridge] = now().list?.bridges ?? []
    return bridge && stillSeconds(queries, 1, bridge)
  }
  it.each([
    ['is said to stand once it reported one height for more than a minute', [at(0), at(60), at(61)], 61],
    ['may rise until then', [at(0), at(60)], null],
    [
      'is counted from the height that it has',
      [at(0), { ...at(90), height: 101 }, { ...at(152), height: 101 }],
      62,
    ],
    ['is catching up while it rises', [at(0), { ...at(90), height: 101 }], null],
    ['that reports nothing says nothing', [at(0), {}], null],
    ['is none that is synced', [at(0), { ...at(90), sync_status: 'SYNCED' as const }], null],
  ])('%s', (_name, changes, seconds) => {
    expect(reports(...changes.map((change) => ({ height: 100, ...change })))).toBe(seconds)
  })
})

it('P32: the height of the network under its bridges moves only forward', () => {
  const { queries, now } = cached()
  const to = (height: number) => {
    const data = { height, at: '2026-11-21T12:00:04Z', seq: 8, blocks: [] }
    applyLiveEvent(liveEntries, { event: 'height', data }, { queries, blockchainId: 1, means: null })
    return now().list
  }
  expect(to(99)).toBe(list)
  expect(to(102)).toEqual({ ...list, network_height: 102 })
})
