import { describe, expect, test } from 'vitest'
import { networkState, type Reach } from './network-status.ts'

const now = 1_000_000
const live: Reach = {
  followed: true,
  startedAt: now - 500_000,
  observedAt: now - 1_000,
  syncingAt: null,
  headAt: now - 3_000,
  blockSeconds: 2,
}
const at = (change: Partial<Reach>) => networkState({ ...live, ...change }, now)

describe('networkState', () => {
  test.each([
    ['LIVE', {}],
    ['NOT_FOLLOWED', { followed: false }],
    ['LIVE', { observedAt: now - 30_000, headAt: now - 30_000 }],
    ['UNREACHABLE', { observedAt: now - 30_001 }],
    ['HALTED', { headAt: now - 32_000, observedAt: now }],
    ['LIVE', { headAt: now - 32_000, observedAt: now, blockSeconds: 6 }],
    ['HALTED', { headAt: now - 61_000, observedAt: now, blockSeconds: 6 }],
    ['HALTED', { headAt: now - 32_000, observedAt: now, blockSeconds: null }],
    ['SYNCING', { observedAt: null, syncingAt: now - 10_000 }],
    ['SYNCING', { observedAt: now - 60_000, syncingAt: now - 10_000 }],
    ['CONNECTING', { observedAt: null, startedAt: now - 30_000 }],
    ['CONNECTING', { observedAt: now - 60_000, startedAt: now - 5_000 }],
    ['UNREACHABLE', { observedAt: null, startedAt: now - 30_001 }],
    ['LIVE', { observedAt: now - 6_000, startedAt: now - 5_000 }],
  ] as const)('W10 W12 W13: %s with %j', (state, change) => {
    expect(at(change)).toBe(state)
  })
})
