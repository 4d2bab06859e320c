import type { BridgeDetails, BridgeEvent } from '@roundsman/contract/bridges/bridge-details'
import { describe, expect, it } from 'vitest'
import { createAmounts } from './node-metrics.tsx'
import { heightData, lagAt } from './height-card.tsx'
import { lastedSeconds } from './bridge-timeline.tsx'

const start = Date.parse('2026-11-21T12:00:00Z') / 1_000
type Heights = [own: number | null, network: number | null]
const heightsOf = (...heights: Heights[]): BridgeDetails['heights'] => ({
  step: 300,
  points: heights.map(([own, network], place) => [start + 300 * place, own, network]),
})
const event = (kind: BridgeEvent['kind'], after: number): BridgeEvent => ({
  ...{ id: after, kind, height: 5, before: null, after: null },
  at: new Date((start + after) * 1_000).toISOString(),
})
const names = { bridge: 'tallow', network: 'Network' }
const dataOf = (heights: BridgeDetails['heights'], timeline: BridgeEvent[] = []) =>
  heightData(heights, timeline, names, (kind) => kind)

describe('P204: the height over a day', () => {
  const nothing: Heights = [null, null]
  const data = dataOf(heightsOf(nothing, [5, 9], nothing, nothing, [null, 12], [14, 13], nothing))

  it('is the bridge over the network, with holes where nothing was measured', () => {
    expect(data?.lines.map(({ name, values }) => [name, values])).toEqual([
      ['Network', [null, 9, null, null, 12, 13, null]],
      ['tallow', [null, 5, null, null, null, 14, null]],
    ])
    expect(data?.gaps).toEqual([{ from: start + 300, to: start + 1_200 }])
    expect(data?.newest).toBe(start + 1_500)
  })
  it('has a lag where both are known and the network is not below', () => {
    const lags = data?.times.map((_at, place) => lagAt(data, place))
    expect(lags).toEqual([null, 4, null, null, null, null, null])
  })
  it('is nothing where no height of the bridge was measured', () => {
    expect(dataOf(heightsOf([null, 9], [null, 10]))).toBeNull()
    expect(dataOf(heightsOf())).toBeNull()
  })
  it('marks restarts, stalls and silences of the day, oldest first, the first not in red', () => {
    const timeline = [
      ...[event('rising', 900), event('stalled', 200), event('restarted', 600), event('pushing', 590)],
      ...[event('silent', 300), event('version_changed', 250), event('stalled', -1)],
    ]
    expect(dataOf(heightsOf([5, 9], [6, 10]), timeline)?.marks).toEqual([
      { at: start + 200, text: 'stalled', tone: 'error' },
      { at: start + 300, text: 'silent', tone: 'error' },
      { at: start + 600, text: 'restarted', tone: 'info' },
    ])
  })
})

describe('P205: how long it had lasted', () => {
  it('is from the newest beginning of the same before its end', () => {
    const timeline = [
      ...[event('rising', 900), event('pushing', 800), event('silent', 500), event('restarted', 450)],
      ...[event('stalled', 400), event('rising', 300)],
    ]
    const lasted = timeline.map((_one, place) => lastedSeconds(timeline, place))
    expect(lasted).toEqual([500, 300, null, null, null, null])
  })
  it('is not known where another one ended in between', () => {
    const timeline = [event('rising', 900), event('rising', 600), event('stalled', 400)]
    expect(lastedSeconds(timeline, 0)).toBeNull()
    expect(lastedSeconds(timeline, 9)).toBeNull()
  })
})

describe('P206: amounts', () => {
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
  const of = (language: string) => createAmounts(language, (seconds) => `${seconds} whole`)
  it.each([
    ['en', 0, '0 kB'],
    ['en', 999, '0.999 kB'],
    ['en', 1_000, '1 kB'],
    ['en', 1_843_200_000, '1.84 GB'],
    ['en', 1e15, '1 PB'],
    ['ru', 1_843_200_000, '1,84 ГБ'],
    ['uk', 512_000_000, '512 МБ'],
  ])('in %s %d bytes are %s', (language, value, text) => {
    expect(plain(of(language).bytes(value))).toBe(text)
  })
  it('less than a second is in milliseconds', () => {
    expect(of('en').seconds(0.0184)).toBe('18.4 ms')
    expect(plain(of('ru').seconds(0.25))).toBe('250 мс')
    expect(of('en').seconds(2.5)).toBe('2.5 whole')
  })
})
