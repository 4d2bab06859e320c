import { describe, expect, test } from 'vitest'
import { eventsBetween } from './bridge-events.ts'
import type { BridgeReport } from './bridge-push.ts'
import { afterReport, type BridgeState } from './bridge-state.ts'

interface Report extends Partial<BridgeReport> {
  /** Seconds after the beginning. */
  second: number
  network?: number
  /** Since which second pushes can be taken; null: that is not known. */
  up?: number | null
}
const some: BridgeReport = { height: 100, version: 'v1', startedAt: 1_700_000_000, at: null }

/** What each report led to, as `second kind`. */
function reported(...reports: readonly Report[]): string[] {
  let before: BridgeState | null = null
  const events: string[] = []
  for (const { second, network = 100, up = 0, ...report } of reports) {
    const now = second * 1000
    const after = afterReport(before, { ...some, ...report }, { now, networkHeight: network })
    const upSince = up === null ? null : up * 1000
    for (const { at, kind } of eventsBetween(before, after, { now, source: 'OTLP', upSince }))
      events.push(`${at / 1000} ${kind}`)
    before = after
  }
  return events
}

describe('G68: what happened between two reports', () => {
  test('G68: the first one, another version with another start, and nothing while it goes on', () => {
    expect(
      reported(
        { second: 0 },
        { second: 10 },
        { second: 20, startedAt: 1_700_009_000, version: 'v2' },
        { second: 30, startedAt: 1_700_009_000, version: 'v2' },
      ),
    ).toEqual(['0 joined', '20 restarted', '20 version_changed'])
  })

  test('G68: it stalled since it stood, is reported so once, and rises', () => {
    const stalled = [10, 20, 30, 40, 50, 60, 70, 80, 90].map((second) => ({ second, network: 100 + second }))
    expect(reported({ second: 0 }, ...stalled, { second: 100, height: 120, network: 200 })).toEqual([
      '0 joined',
      '10 stalled',
      '100 rising',
    ])
    expect(
      reported({ second: 0 }, ...stalled.slice(0, 6), { second: 65, height: 170, network: 170 }),
    ).toEqual(['0 joined'])
  })

  test('G68, G19: silence counts from when pushes could be taken, and not where that is not known', () => {
    expect(reported({ second: 0 }, { second: 60 }, { second: 200 })).toEqual([
      '0 joined',
      '60 silent',
      '200 pushing',
    ])
    expect(reported({ second: 0 }, { second: 200, up: 130 })).toEqual([
      '0 joined',
      '130 silent',
      '200 pushing',
    ])
    expect(reported({ second: 0 }, { second: 200, up: 150 })).toEqual(['0 joined'])
    expect(reported({ second: 0 }, { second: 200, up: null })).toEqual(['0 joined'])
  })

  test('G68: two programs with one key are reported once, and are not restarts', () => {
    const [one, other] = [1_700_000_000, 1_700_009_000]
    const turns = [0, 10, 20, 30, 40, 50].map((second) => ({
      second,
      startedAt: second % 20 === 0 ? one : other,
    }))
    expect(reported(...turns)).toEqual(['0 joined', '10 restarted', '20 two_programs'])
  })
})
