import { describe, expect, it } from 'vitest'
import { someList } from '../testing/some-list.ts'
import type { LiveState } from './live-provider.tsx'
import { networkHealth } from './network-health.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString()
const receivedAgo = (seconds: number | null): LiveState => ({
  line: { phase: 'open' },
  lastReceivedAt: seconds === null ? null : now - seconds * 1_000,
  outdated: false,
})
const health = (status: Parameters<typeof someList>[1], live = receivedAgo(1)) =>
  networkHealth({ status: someList([], status).status, live, now, localNow: now })

describe('how far the page may trust what it shows', () => {
  it('P12: a silent line is stale after 20 s', () => {
    expect(health({ observed_at: ago(1) }, receivedAgo(19))).toEqual({ kind: 'live' })
    expect(health({ observed_at: ago(20) }, receivedAgo(20))).toEqual({
      kind: 'stale',
      age: 20,
      lineBroken: true,
    })
    expect(health({ observed_at: ago(1) }, receivedAgo(null))).toEqual({ kind: 'live' })
  })
  it('P12: old observations are stale after ten block times, 20 s at least', () => {
    expect(health({ observed_at: ago(60), block_time_seconds: 6 })).toEqual({ kind: 'live' })
    expect(health({ observed_at: ago(61), block_time_seconds: 6 })).toMatchObject({ kind: 'stale', age: 61 })
    expect(health({ observed_at: ago(20), block_time_seconds: 0.5 })).toEqual({ kind: 'live' })
    expect(health({ observed_at: ago(21), block_time_seconds: 0.5 })).toMatchObject({ kind: 'stale' })
  })
  it('P13: the other states are what the server says', () => {
    expect(health({ state: 'HALTED', latest_block_at: ago(104) })).toEqual({
      kind: 'halted',
      height: 100,
      age: 104,
    })
    expect(health({ state: 'UNREACHABLE', observed_at: null })).toEqual({
      kind: 'unreachable',
      since: null,
      age: null,
    })
    // Whatever the state is of the chain that is known.
    const refused = { chain_id: 'other-1', kind: 'DOUBLE_SIGNED', reason: 'double-signed' } as const
    for (const state of ['LIVE', 'UNREACHABLE'] as const)
      expect(health({ state, refused, observed_at: ago(7) })).toEqual({
        kind: 'refused',
        reason: 'DOUBLE_SIGNED',
        age: 7,
      })
    expect(health({ state: 'NOT_FOLLOWED' })).toEqual({ kind: 'not-followed' })
    expect(health({ state: 'SYNCING' })).toEqual({ kind: 'syncing' })
    expect(health({ state: 'CONNECTING' })).toEqual({ kind: 'connecting' })
  })
})
