import { describe, expect, test } from 'vitest'
import type { DayFault } from './day-faults.ts'
import { type Day, judge } from './day-oracle.ts'
import type { Truth } from './day-truth.ts'
import type { HookCall } from './hook-stand-in.ts'

const start = Date.UTC(2026, 10, 26)
const missed: Truth = { network: 1, target: 'ada', setting: 1111, height: 7, chainAt: start, at: start + 400 }
const jailed: Truth = { ...missed, setting: 2011 }

/** What was told of something, so much later. */
function callOf(truth: Truth, id: number, lateMs = 1_000, over: Partial<HookCall> = {}): HookCall {
  return {
    ...{ key: `key-${id}`, at: truth.at + lateMs, answer: 'good' },
    notice: {
      type: 'alert.began',
      timestamp: new Date(truth.chainAt).toISOString(),
      data: {
        ...{
          alert_id: id,
          network: { blockchain_id: truth.network },
          setting_id: truth.setting,
          message: 'It is so.',
        },
        target: { type: 'VALIDATOR', name: 'Ada', address: truth.target },
      },
    },
    ...over,
  }
}

const historyOf = (ids: readonly number[]) =>
  ids.map((id) => ({
    id,
    deliveries: [{ id: 100 + id, channel: 'WEBHOOK', state: 'DELIVERED', detail: null }],
  }))

function findings(day: Partial<Day>): string[] {
  const calls = day.calls ?? []
  const history = historyOf([...new Set(calls.map(({ notice }) => notice.data.alert_id))])
  const quiet = {
    truths: [],
    calls,
    faults: [],
    history,
    sms: [],
    endedAt: start + 600_000,
    lookedAt: start + 620_000,
    tolerance: 1,
  }
  return judge({ ...quiet, ...day }).findings
}

const killed: DayFault = { what: 'process', how: 'SIGKILL', which: null, from: start, until: start + 10_000 }
const away: DayFault = { what: 'away', network: 1, plan: [], from: start, until: start + 60_000 }

describe('N47: the oracle of the day', () => {
  test('finds nothing where each is told once, in time', () => {
    expect(
      findings({ truths: [missed, jailed], calls: [callOf(missed, 1), callOf(jailed, 2, 15_000)] }),
    ).toEqual([])
  })

  test('finds what nobody was told, what is not true, and what bears another time than its block', () => {
    expect(findings({ truths: [missed] })).toEqual([
      expect.stringContaining('nobody was told: 1 ada 1111 at 7'),
    ])
    expect(findings({ calls: [callOf(missed, 1)] })).toEqual([
      expect.stringContaining('nothing of it is true'),
    ])
    const other = { ...missed, chainAt: start + 108 }
    expect(findings({ truths: [missed], calls: [callOf(other, 1)] })).toHaveLength(2)
  })

  test('finds what was told twice, under another key or another id, and under the same with nothing broken', () => {
    const first = callOf(missed, 1)
    expect(findings({ truths: [missed], calls: [first, callOf(missed, 2)] })).toHaveLength(1)
    const again = { ...first, at: first.at + 5_000 }
    expect(findings({ truths: [missed], calls: [first, again] })).toHaveLength(1)
    expect(findings({ truths: [missed], calls: [first, again], faults: [killed] })).toEqual([])
    expect(
      findings({ truths: [missed], calls: [first, { ...again, key: 'other' }], faults: [killed] }),
    ).toHaveLength(1)
    // Nobody was told by what was refused.
    expect(findings({ truths: [missed], calls: [{ ...first, answer: 'refused' }, again] })).toEqual([])
  })

  test('finds what came late, and waits for what is broken no longer than until that is mended', () => {
    const late = (ms: number, faults: DayFault[] = []) =>
      findings({ truths: [missed], calls: [callOf(missed, 1, ms)], faults })
    expect(late(44_000)).toEqual([])
    expect(late(46_000)).toEqual([expect.stringContaining('46 s late')])
    expect(late(100_000, [away])).toEqual([])
    expect(late(100_000, [{ ...away, network: 2 }])).toHaveLength(1)
    expect(late(130_000, [away])).toHaveLength(1)
    expect(late(100_000, [{ ...away, what: 'endpoint', endpoint: 'b' }])).toHaveLength(1)
  })

  test('wants missed blocks told even if they were missed and over while nobody saw the network', () => {
    expect(findings({ truths: [missed], faults: [away] })).toHaveLength(1)
    // Of somebody who was jailed meanwhile nobody can know: who is in jail has no vote.
    expect(
      findings({ truths: [missed, jailed], calls: [callOf(jailed, 1, 80_000)], faults: [away] }),
    ).toEqual([])
  })

  test('wants a network told that was unseen for five minutes, and none that was for less or was seen anew', () => {
    const long: DayFault = { ...away, until: start + 350_000 }
    const [began, ended] = [9311, 9312].map((setting): Truth => {
      const at = setting === 9311 ? start + 300_000 : start + 350_000
      return { network: 1, target: null, setting, height: null, chainAt: at, at }
    })
    if (!began || !ended) throw new Error('there are two')
    expect(findings({ faults: [long] })).toHaveLength(2)
    expect(findings({ faults: [long], calls: [callOf(began, 1), callOf(ended, 2)] })).toEqual([])
    expect(findings({ faults: [away], calls: [callOf(began, 1)] })).toHaveLength(1)
    expect(findings({ faults: [long, { ...killed, from: start + 60_000, until: start + 70_000 }] })).toEqual(
      [],
    )
  })

  test('lets an SMS wait that gathers what comes and goes, and no other', () => {
    const calls = [callOf(missed, 1)]
    const waiting = (detail: string | null) =>
      historyOf([1]).map((item) => ({
        ...item,
        deliveries: [...item.deliveries, { id: 7, channel: 'SMS', state: 'QUEUED', detail }],
      }))
    expect(findings({ truths: [missed], calls, history: waiting('comes_and_goes') })).toEqual([])
    expect(findings({ truths: [missed], calls, history: waiting(null) })).toHaveLength(1)
  })

  test('believes the history no more than whoever was told', () => {
    const calls = [callOf(missed, 1)]
    expect(findings({ truths: [missed], calls, history: [] })).toEqual([
      'alert 1 was told and is not in the history',
    ])
    expect(findings({ truths: [missed], calls, history: historyOf([1, 2]) })).toHaveLength(1)
    const sms = { id: 7, channel: 'SMS', state: 'SENT', detail: null }
    const history = historyOf([1]).map((item) => ({ ...item, deliveries: [...item.deliveries, sms] }))
    const text = { to: '+44', body: 'WARNING Ada: 1 block missed https://r.example/a/1' }
    expect(findings({ truths: [missed], calls, history, sms: [text] })).toEqual([])
    expect(findings({ truths: [missed], calls, history })).toHaveLength(1)
    // Another one of the same words has a link of its own: the history knows of one alone.
    const other = { ...text, body: text.body.replace('/1', '/2') }
    expect(findings({ truths: [missed], calls, history, sms: [text, other] })).toHaveLength(1)
    expect(findings({ truths: [missed], calls, history, sms: [text, text] })).toHaveLength(2)
  })
})
