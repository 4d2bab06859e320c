import { describe, expect, test } from 'vitest'
import { intakeUpSince, observedSilenceMs } from './bridge-events.ts'
import type { BridgeReport } from './bridge-push.ts'
import { afterReport, type BridgeState, hasTwoPrograms, type NetworkNow, statusOf } from './bridge-state.ts'

const some: BridgeReport = { height: 100, version: 'v1', startedAt: 1_700_000_000, at: null }
interface Report extends Partial<BridgeReport> {
  /** Seconds after the beginning. */
  second: number
  network?: number | null
}

function after(...reports: readonly Report[]): BridgeState {
  let state: BridgeState | null = null
  for (const { second, network = 100, ...report } of reports)
    state = afterReport(state, { ...some, ...report }, { now: second * 1000, networkHeight: network })
  if (state === null) throw new Error('nothing was reports')
  return state
}

const at = (second: number, other: Partial<NetworkNow> = {}): NetworkNow => ({
  now: second * 1000,
  ...{ height: 100, isLive: true, blockSeconds: 6 },
  ...other,
})
const status = (state: BridgeState | null, now: NetworkNow) => statusOf(state, 'OTLP', now).syncStatus

describe('G10, G11: how fresh it is', () => {
  test('G10: an older report that comes late changes nothing but that it came', () => {
    const state = after({ second: 0, at: 50_000, height: 90 }, { second: 10, at: 40_000, height: 95 })
    expect(state).toMatchObject({ height: 90, updatedAt: 10_000 })
    const set = after({ second: 0, at: 500_000, height: 90 }, { second: 10, at: 40_000, height: 95 })
    expect(set).toMatchObject({ height: 95, reportAt: 40_000 })
  })
  test.each([
    ['OTLP', 60, 61],
    ['SCRAPE', 300, 301],
  ] as const)('G11: %s is fresh for %d s', (source, fresh, stale) => {
    expect(statusOf(after({ second: 0 }), source, at(fresh)).otelState).toBe('FRESH')
    expect(statusOf(after({ second: 0 }), source, at(stale))).toMatchObject({
      otelState: 'STALE',
      syncStatus: 'UNKNOWN',
      lag: null,
    })
    expect(statusOf(null, source, at(0)).otelState).toBe('NEVER')
  })
})

describe('G12, G13: behind', () => {
  test.each([
    [97, 6, 'SYNCED'],
    [96, 6, 'CATCHING_UP'],
    [90, 1, 'SYNCED'],
    [89, 1, 'CATCHING_UP'],
    [97, null, 'SYNCED'],
    [96, null, 'CATCHING_UP'],
  ])('G12: at %d of 100 with blocks of %s s it is %s', (height, blockSeconds, expected) => {
    const state = after({ second: 0, height })
    expect(statusOf(state, 'OTLP', at(1, { blockSeconds }))).toMatchObject({
      syncStatus: expected,
      lag: 100 - height,
    })
  })
  test('G12, P452: its lag is that of its last report, by which it is judged', () => {
    const state = after({ second: 0, height: 99 })
    expect(statusOf(state, 'OTLP', at(10, { height: 110 }))).toMatchObject({
      ...{ syncStatus: 'SYNCED', lag: 1 },
    })
  })
  test('G13: without rising for a minute behind the network', () => {
    const frozen = [0, 10, 20, 30, 40, 50, 60, 70].map((second) => ({
      second,
      height: 90,
      network: 91 + second,
    }))
    expect(status(after(...frozen.slice(0, 6)), at(59, { height: 200 }))).toBe('CATCHING_UP')
    // Whether it stands still since then nobody knows: it may only be silent.
    expect(status(after(...frozen.slice(0, 6)), at(105, { height: 200 }))).toBe('CATCHING_UP')
    const scraped = statusOf(after({ second: 0, height: 99 }), 'SCRAPE', at(299, { height: 140 }))
    expect(scraped).toMatchObject({ syncStatus: 'SYNCED', stalledMs: 0, otelState: 'FRESH' })
    expect(status(after(...frozen.slice(0, 7)), at(60, { height: 200 }))).toBe('STALLED')
    const risen = after(...frozen, { second: 80, height: 91, network: 200 })
    expect(status(risen, at(81, { height: 200 }))).toBe('CATCHING_UP')
    expect(statusOf(risen, 'OTLP', at(81, { height: 200 })).stalledMs).toBe(0)
    expect(statusOf(after(...frozen), 'OTLP', at(75, { height: 200 })).stalledMs).toBe(70_000)
  })
  test('G13: what stood with the network is not stalled when that goes on', () => {
    const stood = after({ second: 0 }, { second: 600 }, { second: 610, network: 101 })
    expect(status(stood, at(611, { height: 101 }))).toBe('SYNCED')
  })
})

describe('G14, G15, G16, G17: what is not known, and what is not so', () => {
  test('G14: a network that is not LIVE, or without a height', () => {
    for (const other of [{ isLive: false }, { height: null }])
      expect(statusOf(after({ second: 0 }), 'OTLP', at(1, other))).toMatchObject({
        ...{ syncStatus: 'UNKNOWN', lag: null, stalledMs: null, otelState: 'FRESH' },
      })
  })
  test('G15: above the network it is shown and not believed, and may come back', () => {
    const above = after({ second: 0 }, { second: 10, height: 5_000 })
    expect(above.height).toBe(5_000)
    expect(statusOf(above, 'OTLP', at(11))).toMatchObject({ syncStatus: 'UNKNOWN', lag: null })
    expect(after({ second: 0, height: 5_000 }, { second: 10, height: 99 }).height).toBe(99)
  })
  test('G16: after a restart nothing is known until the first height', () => {
    const restart = { second: 10, height: null, startedAt: 1_700_000_500 }
    const silent = after({ second: 0 }, restart)
    expect(silent.height).toBe(100)
    expect(status(silent, at(11))).toBe('UNKNOWN')
    const back = after({ second: 0 }, restart, { ...restart, second: 20, height: 40 })
    expect(back.height).toBe(40)
    expect(status(back, at(21))).toBe('CATCHING_UP')
    const same = after({ second: 0 }, { second: 10, height: null }, { second: 20, height: 40 })
    expect(same.height).toBe(100)
  })
  test('G17: a lower height without a new start is the known bug, and one with it counts', () => {
    const flipping = [0, 10, 20, 30].map((second) => ({ second, height: second % 20 === 0 ? 100 : 7 }))
    expect(after(...flipping)).toMatchObject({ height: 100, behindSince: null })
    expect(after({ second: 0 }, { second: 10, height: 7, startedAt: 1_700_000_500 }).height).toBe(7)
    expect(after({ second: 0 }, { second: 10, height: 7, startedAt: 1_700_000_009 }).height).toBe(100)
  })
})

describe('G18: two programs with one key', () => {
  const [one, other] = [1_700_000_000, 1_700_003_600]
  test('G18: starts that are named in turn, for five minutes', () => {
    const restarted = after({ second: 0, startedAt: one }, { second: 10, startedAt: other })
    expect(hasTwoPrograms(restarted, 11_000)).toBe(false)
    const twice = after(
      ...[0, 10, 20, 30].map((second) => ({ second, startedAt: second % 20 === 0 ? one : other })),
    )
    expect(hasTwoPrograms(twice, 31_000)).toBe(true)
    expect(hasTwoPrograms(twice, 331_000)).toBe(false)
  })
  test('G18: the lower of the two is no fall', () => {
    const state = after(
      { second: 0, startedAt: one },
      { second: 10, startedAt: other, height: 20 },
      { second: 20, startedAt: one },
      { second: 30, startedAt: other, height: 25 },
    )
    expect(state.height).toBe(100)
  })
})

describe('G19: since when pushes can be taken', () => {
  const span = (from: number, until: number) => ({ from: from * 1000, until: until * 1000 })
  test.each([
    ['nobody', [], 100, null],
    ['one that died', [span(0, 80)], 100, null],
    ['one that is up', [span(50, 98)], 100, 50],
    ['one after the other', [span(10, 50), span(60, 98)], 100, 10],
    ['with a pause between', [span(10, 40), span(60, 98)], 100, 60],
    ['two beside each other', [span(70, 99), span(20, 98)], 100, 20],
  ])('G19: %s', (_what, spans, now, since) => {
    expect(intakeUpSince(spans, now * 1000)).toBe(since === null ? null : since * 1000)
  })
  test('G19: silence counts from then on', () => {
    expect(observedSilenceMs(null, 0, 100)).toBeNull()
    expect(observedSilenceMs(40, 10, 100)).toBe(60)
    expect(observedSilenceMs(10, 40, 100)).toBe(60)
  })
})
