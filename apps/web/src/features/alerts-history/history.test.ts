import { alertSeverities, alertTypes } from '@roundsman/contract/alerts/alerts'
import { createInstance } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../data/api/api-client.ts'
import { byTime, incidentsOf } from '../../data/alerts/incidents.ts'
import { someAlert, someDelivery } from '../../data/testing/some-alert.ts'
import { someList, someValidator } from '../../data/testing/some-list.ts'
import { createFormats } from '../../i18n/formats.ts'
import history from '../../i18n/history.en.json'
import { blocksOf, evidenceLines } from './alert/alert-evidence.ts'
import { statusText } from './alert/incident-text.ts'
import { createHistoryTimes } from './alert/alert-times.ts'
import { bundleSizes, deliveryGroups } from './alert/deliveries.tsx'
import { collectAlerts, historyCsv, historyCsvName } from './history-actions.ts'
import { groupByDay } from './history-rows.ts'
import { parseHistorySearch } from './history-search.ts'
import {
  countText,
  filterOf,
  isFiltered,
  matching,
  mayGoOn,
  searchOf,
  viewOf,
  wholeHistory,
} from './history-view.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const texts = createInstance()
beforeAll(() => texts.init({ lng: 'en', resources: { en: { history } }, defaultNS: 'history' }))

describe('P898: a call that was taken without a key', () => {
  it('says that nobody acknowledged it, and that it comes again', () => {
    const wordOf = (state: 'QUEUED' | 'FAILED' | 'SUPPRESSED', detail = 'Twilio: completed') =>
      deliveryGroups([someDelivery({ id: 1, channel: 'VOICE', state, attempts: 1, detail })])[0]?.word
    expect(wordOf('QUEUED')).toBe('call.AGAIN')
    expect(wordOf('FAILED')).toBe('call.NO_KEY')
    expect(wordOf('SUPPRESSED', 'Twilio: completed; nothing to say any more')).toBe('call.NO_KEY')
  })
})

describe('P1045: a call that was made three times in vain and is made once more as jail comes nearer', () => {
  it('is not made soon', () => {
    const wordOf = (over: Parameters<typeof someDelivery>[0]) =>
      deliveryGroups([
        someDelivery({
          channel: 'VOICE',
          state: 'QUEUED',
          attempts: 3,
          detail: 'Twilio: completed',
          ...over,
        }),
      ])[0]?.word
    const until = '2026-11-21T12:05:00.000Z'
    expect(wordOf({ id: 1, waits_until: until })).toBe('call.LATER')
    expect(wordOf({ id: 1 })).toBe('call.AGAIN')
    // It had waited for the end of quiet hours before.
    expect(wordOf({ id: 1, waits_until: until, attempts: 1 })).toBe('call.AGAIN')
    expect(wordOf({ id: 1, waits_until: until, is_under_way: true })).toBe('call.SENDING')
  })
})

describe('P933: a message that waits for a time', () => {
  it('is waiting, whatever it would be and however often it was looked at', () => {
    for (const detail of ['comes_and_goes', 'quiet_hours'])
      for (const channel of ['SMS', 'VOICE'] as const)
        for (const attempts of [0, 2]) {
          const row = someDelivery({ id: 1, channel, state: 'QUEUED', attempts, detail })
          expect(deliveryGroups([row])[0]?.word).toBe('delivery.WAITS')
        }
  })
})

describe('P897, P911, P1058: what a budget kept back', () => {
  it('has a word of its own, beside what was told another way', () => {
    const details = [
      'budget_used_up 2026-11-22T12:00:00.000Z',
      'budget_share_used_up 2026-11-22T12:00:00.000Z',
    ]
    const wordsOf = (channel: 'SMS' | 'VOICE', detail: string) =>
      deliveryGroups([someDelivery({ id: 1, channel, state: 'SUPPRESSED', detail })]).map(({ word }) => word)
    expect(details.flatMap((detail) => [wordsOf('SMS', detail), wordsOf('VOICE', detail)])).toEqual([
      ...[['delivery.USED_UP'], ['delivery.USED_UP']],
      // P1058: others are left, for what is graver.
      ...[['delivery.KEPT'], ['delivery.KEPT']],
    ])
    expect(wordsOf('SMS', 'budget_used_up 2026-11-22T12:00:00.000Z 6')).toEqual(['delivery.KEPT'])
    // P936
    const ofSite = 'budget of 300 sms messages a day for the site is used up'
    expect(wordsOf('SMS', ofSite)).toEqual(['delivery.USED_UP'])
    // P911: its reader knows of it, by whatever it would have been.
    expect(wordsOf('SMS', 'told_already')).toEqual(['delivery.TOLD'])
    expect(wordsOf('VOICE', 'told_already')).toEqual(['delivery.TOLD'])
  })
})

describe('P154: the address of the history', () => {
  it('carries every filter and the open alert, and comes back as it was', () => {
    const search = {
      ...{ q: 'lantern', severity: 'CRITICAL', type: 'UPTIME', validator: '7', bridge: '2' },
      ...{ since: '7d', open: '1', alert: '99', alerts: '99.98' },
    }
    expect(parseHistorySearch(search)).toEqual(search)
    expect(searchOf(viewOf(search))).toEqual(search)
    expect(filterOf(viewOf(search))).toEqual({ type: 'UPTIME', validator: 7, bridge: 2, upTo: 99 })
    expect(viewOf({})).toEqual(wholeHistory)
    expect(isFiltered(viewOf({ alert: '99' }))).toBe(false)
  })
  it('knows every type and severity of the contract, and drops what it does not know', () => {
    for (const type of alertTypes) expect(parseHistorySearch({ type })).toEqual({ type })
    for (const severity of alertSeverities) expect(parseHistorySearch({ severity })).toEqual({ severity })
    const strange = {
      type: 'PIGEON',
      validator: '1e5',
      open: 'no',
      since: '1y',
      alert: '-1',
      q: '',
      x: '1',
      alerts: '1.',
    }
    expect(parseHistorySearch(strange)).toEqual({})
    expect(parseHistorySearch({ validator: ['7', '9'] })).toEqual({})
  })
  it('P883: stands in the order in which something last happened, what is of one second as it was told', () => {
    const at = (id: number, second: number) => someAlert({ id, at: `2026-11-21T11:00:0${second}.000Z` })
    const items = [at(9, 1), at(8, 1), at(7, 5), at(6, 3)]
    expect(byTime(items).map(({ id }) => id)).toEqual([7, 6, 9, 8])
  })
  it('P822: names the alerts of one message, which are all that it shows, and asks for older ones until it has them', () => {
    const items = [9, 8, 7, 5].map((id) => someAlert({ id }))
    const view = viewOf({ alerts: '8.5' })
    expect(matching(items, view, now).map(({ id }) => id)).toEqual([8, 5])
    expect(isFiltered(view)).toBe(true)
    expect(mayGoOn(items.slice(0, 3), view, now)).toBe(true)
    expect(mayGoOn(items, view, now)).toBe(false)
  })
  it('filters by text, time and what nobody acknowledged', () => {
    const items = [
      someAlert({ id: 3, title: 'Missing 10' }),
      someAlert({ id: 2, acknowledged_at: '2026-11-21T12:00:00Z', height: 9_411 }),
      someAlert({ id: 1, at: '2026-11-19T11:59:00Z', target_name: null, message: 'halted' }),
    ]
    const found = (change: object) => matching(items, { ...wholeHistory, ...change }, now).map(({ id }) => id)
    expect(found({ q: ' missing ' })).toEqual([3])
    expect(found({ q: 'LANTERN' })).toEqual([3, 2])
    expect(found({ q: '9411' })).toEqual([2])
    expect(found({ open: true })).toEqual([3, 1])
    expect(found({ since: '24h' })).toEqual([3, 2])
    expect(mayGoOn(items, { ...wholeHistory, since: '24h' }, now)).toBe(false)
    expect(mayGoOn(items, { ...wholeHistory, since: '7d' }, now)).toBe(true)
  })
})

describe('P155: the list', () => {
  it("P1042: groups by the user's own days, and says first in which order", () => {
    const items = [
      '2026-11-21T11:00:00Z',
      '2026-11-20T23:30:00Z',
      '2026-11-20T10:00:00Z',
      '2025-11-20T10:00:00Z',
    ]
    const heads = (zone: string) =>
      groupByDay(incidentsOf(items.map((at, index) => someAlert({ id: 9 - index, at }))), {
        ...{ incidentOf: (incident) => incident, linkedId: null, now, times: createHistoryTimes('en', zone) },
        t: texts.getFixedT('en', 'history'),
      }).map((entry): string | number => ('group' in entry ? entry.group : entry.id))
    expect(heads('UTC')).toEqual([
      'Today, latest activity first',
      9,
      'Yesterday',
      8,
      7,
      'November 20, 2025',
      6,
    ])
    expect(heads('Europe/Kyiv')).toEqual([
      'Today, latest activity first',
      9,
      8,
      'Yesterday',
      7,
      'November 20, 2025',
      6,
    ])
  })
  it('one word for channels that stand alike, in the order of channels', () => {
    const deliveries = [
      someDelivery({ id: 1 }),
      someDelivery({ id: 2, channel: 'VOICE', state: 'FAILED' }),
      someDelivery({ id: 3, channel: 'EMAIL' }),
      someDelivery({ id: 4 }),
    ]
    expect(deliveryGroups(deliveries).map(({ word, channels }) => ({ word, channels }))).toEqual([
      { word: 'delivery.DELIVERED', channels: ['SMS', 'EMAIL'] },
      { word: 'call.FAILED', channels: ['VOICE'] },
    ])
  })
  it('P818: a linked alert that is not of today has its day beside it', () => {
    const heads = (at: string) =>
      groupByDay(incidentsOf([someAlert({ id: 9, at })]), {
        ...{ incidentOf: (incident) => incident, linkedId: 9, now, times: createHistoryTimes('en', 'UTC') },
        t: texts.getFixedT('en', 'history'),
      }).map((entry): string | number => ('group' in entry ? entry.group : entry.id))
    expect(heads('2026-11-21T11:00:00Z')).toEqual(['Linked alert', 9])
    expect(heads('2026-11-01T15:51:12Z')).toEqual(['Linked alert, November 1', 9])
  })
  it.each(['UNKNOWN', 'ENDED'] as const)(
    'P890: missed blocks that led to jail, %s, ended there',
    (status) => {
      const times = createHistoryTimes('en', 'UTC')
      const units = { day: String, hour: String, minute: String, second: String }
      const formats = createFormats({ language: 'en', timeZone: 'UTC', units })
      const ended = status === 'ENDED' ? '2026-11-21T12:00:00Z' : null
      const item = someAlert({ id: 1, status, ended_at: ended })
      const writing = { t: texts.getFixedT('en', 'history'), formats, times }
      expect(statusText({ ...item, jailed_at: '2026-11-21T11:09:30Z' }, writing)).toBe(
        `ended in jail, ${times.clock('2026-11-21T11:09:30Z')}`,
      )
      expect(statusText(item, writing)).not.toContain('jail')
    },
  )
  it('P818: the time of another day than the alert’s has its date', () => {
    const times = createHistoryTimes('en', 'UTC')
    expect(times.shortOn('2026-11-01T15:57:00Z', '2026-11-01T15:51:12Z')).toBe('15:57')
    expect(times.shortOn('2026-11-02T09:05:00Z', '2026-11-01T15:51:12Z')).toBe('Nov 2, 09:05')
  })
  it('P819: a call that rang in vain before it was stopped was made; one that was never made was not', () => {
    const word = (change: Partial<Parameters<typeof someDelivery>[0]>) =>
      deliveryGroups([someDelivery({ id: 1, channel: 'VOICE', state: 'SUPPRESSED', ...change })])[0]?.word
    const stopped = 'nothing to say any more'
    expect(word({ attempts: 2, detail: `Twilio: no-answer; ${stopped}` })).toBe('call.IN_VAIN')
    expect(word({ attempts: 2, detail: `Twilio: busy; ${stopped}` })).toBe('call.IN_VAIN')
    expect(word({ attempts: 2, detail: `Twilio: 503; ${stopped}` })).toBe('call.SUPPRESSED')
    expect(word({ attempts: 1, detail: stopped })).toBe('call.SUPPRESSED')
    expect(word({ state: 'FAILED', detail: 'gave up after 3 attempts: Twilio: no-answer' })).toBe(
      'call.NO_ANSWER',
    )
  })
  it('a bundled message is counted once for each of its alerts', () => {
    const deliveries = [someDelivery({ id: 4 })]
    const sizes = bundleSizes([
      someAlert({ id: 3, deliveries }),
      someAlert({ id: 2, deliveries }),
      someAlert({ id: 1 }),
    ])
    expect([sizes.get(4), sizes.get(1)]).toEqual([2, 1])
  })
})

describe('P640: the counts of the filters', () => {
  it('are “+” while there is more to load, and no number where none was found yet', () => {
    const formats = createFormats({
      language: 'en',
      timeZone: 'UTC',
      units: { day: String, hour: String, minute: String, second: String },
    })
    const of = (count: number, isMore: boolean) => countText(count, isMore, formats)
    expect([of(0, false), of(0, true), of(1, true), of(1_200, true), of(7, false)]).toEqual([
      ...['0', '–', '1+', '1,200+', '7'],
    ])
  })
})

describe('P156: the evidence', () => {
  const lines = (change: object) =>
    Object.fromEntries(
      evidenceLines(someAlert({ id: 1, ...change }), {
        t: texts.getFixedT('en', 'history'),
        formats: createFormats({
          language: 'en',
          timeZone: 'UTC',
          units: { day: String, hour: (v) => `${v} h`, minute: (v) => `${v} min`, second: String },
        }),
        times: createHistoryTimes('en', 'UTC'),
        unit: { symbol: 'TIA', decimals: 6 },
      }).map(({ label, value }) => [label, value]),
    )
  it('B174: says that it comes from a file, and nothing of a proof; so does the CSV', () => {
    const evidence = { assurance: null, imported: true, value: 10 }
    expect(lines({ evidence })).toMatchObject({ Certainty: 'Imported from a file, not checked here' })
    expect(historyCsv([someAlert({ id: 1, evidence })])).toContain('IMPORTED')
    expect(lines({ evidence: { assurance: null } })).not.toHaveProperty('Certainty')
  })
  it('P979: says on what nobody voted and until when, with a title that stays in its line', () => {
    const evidence = {
      ...{ proposal_id: 42, title: 'Raise\nthe \u202eblock size', voting_end_at: '2026-11-27T12:00:00.000Z' },
      ...{ turnout: 0.2143, quorum: 0.334 },
    }
    const said = lines({ evidence, type: 'GOVERNANCE' })
    expect(said).toMatchObject({ Proposal: '#42 Raise the block size', Turnout: '21.43%, quorum 33.4%' })
    expect(said['Voting ends']).toMatch(/Nov 27.*12:00/)
    expect(lines({ evidence: { proposal_id: 42, turnout: 0.5, voting_end_at: 'soon' } })).toMatchObject({
      ...{ Proposal: '#42', Turnout: '50%' },
    })
    expect(lines({ evidence: { version: 8, power_share: 0.5214 } })).toMatchObject({
      'Signaled version 8': '52.14% of voting power',
    })
  })
  it('P892: says how often it began, and since when', () => {
    const evidence = { flaps: { count: 6, since: Date.UTC(2026, 10, 21, 2, 10) } }
    expect(lines({ evidence })['Began']).toMatch(/^6 times since .*02:10/)
  })
  it('stands in words; what is not known, or not of the form, has no line', () => {
    const evidence = {
      ...{
        consecutive_missed: 60,
        consecutive_missed_exact: false,
        missed_with_you: 0,
        seconds_to_jail: 3_600,
      },
      ...{ missed_blocks: 8_612, signed_blocks_window: 10_000, assurance: 'AGREED', hosts: ['a', 'b'] },
      ...{ held_back: 'MASS_MISS', upgrade: 'nonsense', signed_power_share: null },
    }
    expect(lines({ type: 'UPTIME', evidence })).toEqual({
      Height: '100',
      'Missed in a row': '60 or more',
      'Missed in the window': '8,612 of 10,000',
      'Time to jail': '1 h',
      'Others missing': 'None: only this validator',
      'Sent late': 'held back: mass miss',
      Certainty: 'Two endpoints agree',
      Sources: 'a, b',
    })
    const unsure = { ...evidence, missed_blocks_exact: false, seconds_to_jail_at_most: 9_000 }
    expect(lines({ type: 'UPTIME', evidence: unsure })).toMatchObject({
      // P800
      'Missed in the window': 'at least 8,612 of 10,000',
      'Time to jail': 'at least 1 h, at most 2 h 30 min',
    })
    // P934
    const now = { ...unsure, seconds_to_jail: 30 }
    expect(lines({ type: 'UPTIME', evidence: now })['Time to jail']).toBe(
      'possible any moment, at most 2 h 30 min',
    )
    expect(lines({ type: 'UPTIME', evidence: { ...now, seconds_to_jail_at_most: 40 } })['Time to jail']).toBe(
      'any moment',
    )
    const raised = lines({ type: 'COMISSION', height: null, evidence: { before: '0.2', after: '0.22' } })
    expect(raised).toEqual({ Commission: '20% → 22%' })
  })
  it('P580: of a bridge has its last data and no certainty of a block, and of what nobody sees no certainty', () => {
    const bridge = {
      updated_at: Date.parse('2026-11-21T11:23:19Z'),
      height: 90,
      lag: null,
      version: '0.31.4',
    }
    const proven = { assurance: 'PROVEN', host: 'a' }
    expect(lines({ type: 'OTEL_UPDATE', target_type: 'BRIDGE', evidence: { ...proven, bridge } })).toEqual({
      'Network height': '100',
      'Last update': 'Nov 21, 2026, 11:23:19',
      'Bridge height': '90',
      Version: '0.31.4',
    })
    expect(lines({ type: 'NETWORK', target_type: 'ANY', setting_id: 9311, evidence: proven })).toEqual({
      Height: '100',
    })
  })
  it('P802: the network’s height beside a bridge’s height and lag is that of its last data', () => {
    const bridge = { updated_at: null, height: 62, lag: 35, version: null }
    const of = (change: object) =>
      lines({ type: 'SYNC_STATUS', target_type: 'BRIDGE', evidence: { bridge: { ...bridge, ...change } } })
    expect(of({})).toMatchObject({ 'Network height': '97', 'Bridge height': '62', Lag: '35' })
    expect(of({ lag: null })).toMatchObject({ 'Network height': '100', 'Bridge height': '62' })
  })
  it('has the blocks around it: its own letters, the newest of its validator, or the misses that it tells of', () => {
    const signatures = { from_height: 41, letters: `${'s'.repeat(50)}${'m'.repeat(20)}` }
    expect(blocksOf(someAlert({ id: 1, evidence: { signatures } }), undefined)).toEqual({
      letters: signatures.letters.slice(-60),
      from: 51,
      to: 110,
    })
    const list = someList([someValidator({ id: 7 })])
    expect(blocksOf(someAlert({ id: 1, height: 90 }), list)).toEqual({
      letters: 's'.repeat(60),
      from: 41,
      to: 100,
    })
    const old = { ...list, network_height: 5_000 }
    expect(blocksOf(someAlert({ id: 1, height: 90 }), old)).toBeNull()
    const missed = someAlert({ id: 1, height: 90, evidence: { consecutive_missed: 3 } })
    expect(blocksOf(missed, old)?.letters).toBe(`${'-'.repeat(57)}mmm`)
  })
})

describe('P157: CSV', () => {
  it('has every field, and nothing that a spreadsheet takes for a formula', () => {
    const csv = historyCsv([someAlert({ id: 1, target_name: '=1+1,"x"', height: null })])
    const [head = '', row = ''] = csv.split('\r\n')
    expect(head.split(',')[0]).toBe('id')
    expect(row).toContain(`"'=1+1,""x"""`)
    expect(row).toContain('SMS +44…0958 DELIVERED 2026-11-21T11:59:03.000Z')
    expect(historyCsvName('n0.example', now)).toBe('n0.example-alerts-2026-11-21T120000Z.csv')
  })
  it('has all that the filters let through, also what nobody has scrolled to', async () => {
    const asked: unknown[] = []
    const pages = [
      Array.from({ length: 200 }, (_, at) => someAlert({ id: 400 - at })),
      [someAlert({ id: 1, severity: 'INFO' }), someAlert({ id: 0 })],
    ]
    const client = {
      async callTo(_endpoint: unknown, { query }: { query: unknown }) {
        asked.push(query)
        return pages.shift() ?? []
      },
    } as unknown as ApiClient
    const view = { ...wholeHistory, severity: 'CRITICAL' as const, validator: 7 }
    const all = await collectAlerts(client, { blockchainId: 1, view, known: [someAlert({ id: 500 })], now })
    expect(all).toHaveLength(202)
    expect(asked).toEqual([
      { limit: 200, before: 500, blockchain_validator_id: 7 },
      { limit: 200, before: 201, blockchain_validator_id: 7 },
    ])
  })
})
