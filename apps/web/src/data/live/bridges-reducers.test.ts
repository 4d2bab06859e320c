import type { BridgesList } from '@roundsman/contract/bridges'
import type { LiveEvent } from '@roundsman/contract/live'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { bridgesKey } from '../bridges/bridges-key.ts'
import { someBridge } from '../testing/some-bridge.ts'
import { applyLiveEvent, liveEntries } from './live-entries.ts'
import { createStreamSeq } from './stream-seq.ts'

const list: BridgesList = {
  network_height: 100,
  bridges: [1, 2, 3].map((id) => someBridge({ id, owned: id === 2 })),
}
function after(event: LiveEvent) {
  const queries = new QueryClient()
  queries.setQueryData(bridgesKey(1), list)
  applyLiveEvent(liveEntries, event, { queries, blockchainId: 1, leads: false })
  const state = queries.getQueryState<BridgesList>(bridgesKey(1))
  return { list: state?.data, isInvalidated: state?.isInvalidated }
}
const change = (changed: { id: number }[], removed: number[] = []): LiveEvent => ({
  event: 'bridges',
  data: { changed, removed, seq: 7 },
})

describe('G66: an event of the stream about bridges', () => {
  it('changes the row it names, keeps whose it is, and every other row as it was', () => {
    const stalled = { id: 2, sync_status: 'STALLED' as const, lag: null }
    const { list: next, isInvalidated } = after(change([stalled], [3]))
    expect(next?.bridges).toEqual([list.bridges[0], { ...list.bridges[1], ...stalled, owned: true }])
    expect(next?.bridges[0]).toBe(list.bridges[0])
    expect(isInvalidated).toBe(false)
  })

  it('is the very same list when it says nothing new', () => {
    expect(after(change([{ id: 1 }])).list).toBe(list)
  })

  it('makes the list be asked for again when there is a bridge that it does not have', () => {
    const { owned: _owned, ...shared } = someBridge({ id: 9 })
    expect(after(change([shared]))).toEqual({ list, isInvalidated: true })
  })

  it('has numbers of its own: the stream of the chain has come no further', () => {
    const seqs = createStreamSeq()
    seqs.observe(1, { event: 'hello', data: { protocol: 2, seq: 5 } })
    seqs.observe(1, change([{ id: 1 }]))
    expect(seqs.of(1)).toBe(5)
  })
})

it('P32: the height of the network under its bridges moves only forward', () => {
  const height = (to: number): LiveEvent => ({
    event: 'height',
    data: { height: to, at: '2026-11-21T12:00:04Z', seq: 8, blocks: [] },
  })
  expect(after(height(102)).list).toEqual({ ...list, network_height: 102 })
  expect(after(height(99)).list).toBe(list)
})
