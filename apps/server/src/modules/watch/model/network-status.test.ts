import { describe, expect, test } from 'vitest'
import { networkState, type Reach } from './network-state.ts'

const live: Reach = {
  followed: true,
  startedAgeMs: 500_000,
  observedAgeMs: 1_000,
  syncingAgeMs: null,
  headAgeMs: 2_000,
  blockSeconds: 2,
}

describe('networkState', () => {
  test.each([
    ['LIVE', {}],
    ['NOT_FOLLOWED', { followed: false }],
    ['LIVE', { observedAgeMs: 30_000, headAgeMs: 0 }],
    ['UNREACHABLE', { observedAgeMs: 30_001 }],
    ['HALTED', { headAgeMs: 32_000 }],
    ['LIVE', { headAgeMs: 32_000, blockSeconds: 6 }],
    ['HALTED', { headAgeMs: 61_000, blockSeconds: 6 }],
    ['HALTED', { headAgeMs: 32_000, blockSeconds: null }],
    ['LIVE', { headAgeMs: null }],
    ['SYNCING', { observedAgeMs: null, syncingAgeMs: 10_000 }],
    ['SYNCING', { observedAgeMs: 60_000, syncingAgeMs: 10_000 }],
    ['CONNECTING', { observedAgeMs: null, startedAgeMs: 30_000 }],
    ['CONNECTING', { observedAgeMs: 60_000, startedAgeMs: 5_000 }],
    ['UNREACHABLE', { observedAgeMs: null, startedAgeMs: 30_001 }],
    ['LIVE', { observedAgeMs: 6_000, startedAgeMs: 5_000 }],
  ] as const)('W10 W12 W13: %s with %j', (state, change) => {
    expect(networkState({ ...live, ...change })).toBe(state)
  })
})
