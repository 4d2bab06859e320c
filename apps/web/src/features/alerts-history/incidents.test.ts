import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { createInstance } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { beganIn, incidentsOf, waitingIn } from '../../data/alerts/incidents.ts'
import { someAlert, someDelivery } from '../../data/testing/some-alert.ts'
import { createFormats } from '../../i18n/formats.ts'
import history from '../../i18n/history.en.json'
import { incidentText, statusText } from './alert/incident-text.ts'
import { createHistoryTimes } from './alert/alert-times.ts'
import { deliveriesIn, deliveryGroups } from './alert/deliveries.tsx'
import { shownIncidents, wholeHistory } from './history-view.ts'

const texts = createInstance()
beforeAll(() => texts.init({ lng: 'en', resources: { en: { history } }, defaultNS: 'history' }))

const at = (time: string) => `2026-11-21T${time}.000Z`
const units = {
  day: String,
  hour: String,
  minute: (v: string) => `${v} min`,
  second: (v: string) => `${v} s`,
}
const writing = () => ({
  t: texts.getFixedT('en', 'history'),
  formats: createFormats({ language: 'en', timeZone: 'UTC', units }),
  times: createHistoryTimes('en', 'UTC'),
})
const ofOutage = (change: Partial<AlertHistoryItem> & { id: number }) =>
  someAlert({
    incident_id: 1,
    type: 'UPTIME',
    setting_id: 1121,
    status: 'ONGOING',
    began_at: at('22:49:00'),
    ...change,
  })
const three = { id: 1, title: '3 blocks missed in a row', severity: 'WARNING', at: at('22:49:03') } as const
const near = { id: 2, title: 'Jail within 1 hour', setting_id: 1231, at: at('22:49:04') } as const
const share = {
  id: 3,
  title: 'More than 10% of the window missed',
  setting_id: 1041,
  at: at('22:52:00'),
} as const
const signing: Partial<AlertHistoryItem> & { id: number } = {
  ...{ id: 9, title: 'Signing again after 3 blocks missed in a row', setting_id: 1122, status: null },
  ...{ severity: 'INFO', trigger: 'TRUE_TO_FALSE', at: at('22:57:04'), began_at: at('22:57:01') },
  evidence: { missed_since: 483 },
}
/** The line of the one incident that they are. */
function line(...items: AlertHistoryItem[]) {
  const [incident, ...others] = incidentsOf(items)
  if (incident === undefined) throw new Error('there is none')
  expect(others).toEqual([])
  const { title, beside } = incidentText(incident, writing())
  return `${incident.lead.severity}: ${title}${beside === null ? '' : `, ${beside}`}`
}

describe('P982: the alerts of an incident are one row, which says what has become of it', () => {
  it('while it goes on the gravest step of it, and since when', () => {
    const few = { setting_id: 9011, type: 'VOTING_POWER', title: 'Low stake' } as const
    const fewer = { ...few, setting_id: 9021, title: 'Lower stake', began_at: at('22:52:00') }
    const steps = [ofOutage({ ...few, id: 1, severity: 'WARNING' }), ofOutage({ ...fewer, id: 2 })]
    expect(line(...steps)).toBe('CRITICAL: Lower stake, ongoing since 22:52')
    expect(line(...steps.map((one) => ({ ...one, status: 'UNKNOWN' as const })))).toBe(
      'CRITICAL: Lower stake, may be ongoing, since 22:52',
    )
  })
  it('P1020: of a bridge since when it is behind and by how many blocks, as its newest step says, and no name of a step', () => {
    const lag = (blocks: number) => ({ evidence: { bridge: { lag: blocks } } })
    const behind = { setting_id: 8021, type: 'SYNC_STATUS', title: '100 behind' } as const
    const stuck = { ...behind, setting_id: 8111, title: 'Stalled', began_at: at('22:52:00') }
    const steps = [
      ofOutage({ ...behind, id: 1, severity: 'WARNING', ...lag(121) }),
      ofOutage({ ...stuck, id: 2, at: at('22:53:00'), ...lag(1161) }),
    ]
    expect(line(...steps)).toBe('CRITICAL: Behind the network since 22:49 (1,161\u00a0blocks), ongoing')
    expect(line(ofOutage({ ...behind, id: 1 }))).toBe('CRITICAL: Behind the network since 22:49, ongoing')
    expect(line(...steps.map((one) => ({ ...one, status: 'UNKNOWN' as const })))).toBe(
      'CRITICAL: Behind the network since 22:49, may be ongoing',
    )
    expect(line(ofOutage({ ...stuck, id: 2, ...lag(0) }))).toBe('CRITICAL: Stalled, ongoing')
  })
  it('P1019: its time is when it began, of missed blocks the first of them, also once it is jailed or over', () => {
    const began = (...items: AlertHistoryItem[]) => incidentsOf(items).map(beganIn)
    const first = { evidence: { began_at: Date.parse(at('22:48:43')) } }
    const jailed = someAlert({
      id: 4,
      incident_id: 1,
      setting_id: 2011,
      at: at('22:57:01'),
      status: 'ONGOING',
    })
    expect(began(ofOutage({ ...near, ...first }))).toEqual([at('22:48:43')])
    expect(began(ofOutage({ ...three, ...first }), ofOutage(share), jailed)).toEqual([at('22:48:43')])
    expect(began(ofOutage({ ...near, status: 'ENDED' }), ofOutage(signing))).toEqual([at('22:49:00')])
    // A mere end has the time at which it was over (P880), and an event its own.
    expect(began(ofOutage(signing))).toEqual([at('22:57:01')])
    expect(began(someAlert({ id: 1, at: at('22:52:00'), began_at: at('22:00:00') }))).toEqual([
      at('22:52:00'),
    ])
    const { clockOn } = createHistoryTimes('en', 'UTC')
    expect(clockOn(at('22:49:00'), at('23:10:00'))).toBe('22:49:00')
    expect(clockOn('2026-11-20T23:50:00.000Z', at('00:10:00'))).toBe('Nov 20, 23:50')
  })
  it('P1052: out of jail and not signing yet, how long the jail lasted, and not what led to it', () => {
    const jailed = someAlert({
      ...{ id: 4, incident_id: 1, setting_id: 2011, title: 'Jailed' },
      ...{ at: at('22:57:01'), began_at: at('22:57:01'), status: 'ENDED', ended_at: at('22:58:17') },
    })
    const over = { status: 'ENDED', ended_at: at('22:57:01'), jailed_at: at('22:57:01') } as const
    expect(line(ofOutage({ ...near, ...over }), jailed)).toBe('CRITICAL: Jailed, lasted 1 min 16 s')
  })
  it('P1011: of missed blocks since the first of them, not since its last step, and when that leads to jail', () => {
    const missing = (items: (Partial<AlertHistoryItem> & { id: number })[], evidence: object = {}) =>
      line(
        ...items.map((one) =>
          ofOutage({ ...one, evidence: { began_at: Date.parse(at('22:48:43')), ...evidence } }),
        ),
      )
    expect(missing([three])).toBe('WARNING: Missing blocks since 22:48, ongoing')
    const steps = [three, near, { ...share, began_at: share.at }]
    expect(missing(steps)).toBe('CRITICAL: Missing blocks since 22:48, ongoing')
    const figures = {
      observed_at: Date.parse(at('22:52:01')),
      seconds_to_jail: 305,
      consecutive_missed: 201,
    }
    expect(missing(steps, figures)).toBe(
      'CRITICAL: Missing blocks since 22:48, jail at about 22:57 if it keeps missing',
    )
    expect(missing([three], { ...figures, consecutive_missed: 2 })).toBe(
      'WARNING: Missing blocks since 22:48, ongoing',
    )
    expect(
      missing(
        steps.map((one) => ({ ...one, status: 'UNKNOWN' as const })),
        figures,
      ),
    ).toBe('CRITICAL: Missing blocks since 22:48, may be ongoing')
    // A share that single misses make is of no row of them.
    expect(missing([share])).toBe('CRITICAL: More than 10% of the window missed, ongoing')
  })
  it('D321: of a bridge that was behind and stood one length, and no name of a step', () => {
    const over = { type: 'SYNC_STATUS', status: 'ENDED', ended_at: at('22:57:01') } as const
    const behind = ofOutage({
      ...over,
      id: 1,
      setting_id: 8021,
      title: '50 behind',
      began_at: at('22:43:01'),
    })
    const stuck = ofOutage({ ...over, id: 2, setting_id: 8111, title: 'Stalled', began_at: at('22:43:01') })
    expect(line(behind, stuck)).toMatch(/^CRITICAL: Behind the network for 14 min, 22:43–22:57/)
  })
  it('of what is over how many blocks, how long and when, though a share of the window is still missed', () => {
    const over = { status: 'ENDED', ended_at: at('22:57:01') } as const
    expect(
      line(
        ofOutage({ ...three, ...over }),
        ofOutage({ ...near, ...over }),
        ofOutage(share),
        ofOutage(signing),
      ),
    ).toBe('CRITICAL: Missed 483 blocks in 8 min 1 s, 22:49–22:57')
    expect(line(ofOutage({ ...three, ...over }), ofOutage({ ...near, ...over }))).toBe(
      'CRITICAL: Jail within 1 hour, lasted 8 min 1 s, 22:49–22:57',
    )
  })
  it('that it ended in jail; and of who is there, since when', () => {
    const over = { jailed_at: at('22:57:01') }
    const jailed = {
      id: 4,
      setting_id: 2011,
      at: at('22:57:01'),
      incident_id: 1,
      title: 'Jailed',
      began_at: at('22:57:01'),
    }
    const steps = [ofOutage({ ...three, ...over }), ofOutage({ ...near, ...over })]
    expect(line(...steps, someAlert({ ...jailed, status: 'ONGOING' }))).toBe(
      'CRITICAL: Jailed, ongoing since 22:57',
    )
    expect(
      line(...steps, ofOutage(signing), someAlert({ ...jailed, status: 'ENDED', ended_at: at('23:10:00') })),
    ).toBe('CRITICAL: Missed 483 blocks in 8 min 1 s, 22:49–22:57, ended in jail')
  })
  it('P1016: of a vote that was missing what became of it and when, and not how long it was missing', () => {
    const vote = { incident_id: 1, type: 'GOVERNANCE', began_at: at('22:12:00') } as const
    expect(
      line(
        someAlert({
          ...vote,
          id: 1,
          title: 'Not voted, 1 hour left',
          status: 'ENDED',
          ended_at: at('23:12:49'),
        }),
        someAlert({
          ...vote,
          id: 2,
          title: 'Voted',
          trigger: 'TRUE_TO_FALSE',
          severity: 'INFO',
          at: at('23:12:50'),
        }),
      ),
    ).toBe('CRITICAL: Voted, 23:12')
  })
  it('they stand in the order in which something last happened, and a filter shows all of each', () => {
    const items = [
      ofOutage({ ...share, id: 30 }),
      someAlert({ id: 20, at: at('22:51:00'), title: 'Halted' }),
      ofOutage({ ...three, id: 10, incident_id: 1 }),
    ]
    const shown = (change: object) =>
      shownIncidents(items, { ...wholeHistory, ...change }, Date.parse(at('23:00:00'))).map(({ steps }) =>
        steps.map(({ id }) => id),
      )
    expect(shown({})).toEqual([[30, 10], [20]])
    expect(shown({ q: '3 blocks' })).toEqual([[30, 10]])
    expect(shown({ severity: 'WARNING' })).toEqual([])
    expect(shown({ alerts: [10] })).toEqual([[30, 10]])
  })
  it('one that was over before it was told, or is over, awaits nothing, and one of which any alert does is acknowledged as a whole', () => {
    const waiting = (...items: AlertHistoryItem[]) =>
      incidentsOf(items).map((one) => waitingIn(one).map(({ id }) => id))
    expect(waiting(ofOutage({ ...three, is_untold: true }), ofOutage(near))).toEqual([[2]])
    expect(waiting(ofOutage({ ...three, is_untold: true }))).toEqual([[]])
    // Also where one of its alerts was read before it was over.
    expect(waiting(ofOutage({ ...three, is_over: true }), ofOutage(near))).toEqual([[]])
  })
})

describe('P1035: of an incident whose first alert is not loaded, while older ones are not', () => {
  const over = { status: 'ENDED', ended_at: at('22:57:01') } as const
  const said = (unreadBelow: number | null, ...items: AlertHistoryItem[]) =>
    incidentsOf(items, unreadBelow).map((one) => {
      const { title, beside } = incidentText(one, writing())
      return [title, beside, beganIn(one)]
    })
  it('neither begin nor length nor figures are told, of one of its alerts no more than of several', () => {
    const rest = 'older alerts not loaded'
    const end = ofOutage(signing)
    expect(said(2, end)).toEqual([[signing.title, rest, null]])
    expect(said(2, ofOutage({ ...near, ...over }), end)).toEqual([[near.title, rest, null]])
    const fewer = { setting_id: 9021, type: 'VOTING_POWER', title: 'Lower stake' } as const
    expect(said(2, ofOutage({ ...fewer, id: 2 }))).toEqual([
      ['Lower stake', 'ongoing, older alerts not loaded', null],
    ])
  })
  it('since when blocks are missed is, as each step of a row knows that', () => {
    const step = ofOutage({ ...near, evidence: { began_at: Date.parse(at('22:48:43')) } })
    expect(said(2, step)).toEqual([['Missing blocks since 22:48', 'ongoing', null]])
  })
  it('all is told where it is loaded, where nothing is left to load, and where older ones than it are loaded', () => {
    const steps = [ofOutage({ ...near, ...over }), ofOutage(signing)]
    const whole = [['Missed 483 blocks in 8 min 1 s', '22:49–22:57', at('22:49:00')]]
    expect(said(null, ...steps)).toEqual(whole)
    expect(said(1, ...steps)).toEqual(whole)
    expect(said(5, ofOutage({ ...three, ...over }), ...steps)).toEqual(whole)
  })
})

describe('P983: where the messages of an incident stand is said once for each contact', () => {
  const words = (...deliveries: ReturnType<typeof someDelivery>[]) =>
    deliveryGroups(deliveries).map(({ word, channels }) => `${channels.join('+')} ${word}`)
  const told = { state: 'SUPPRESSED', detail: 'told_already' } as const
  it('what a contact was told, and not that a step of it was told already or not called about', () => {
    expect(
      words(
        someDelivery({ id: 1 }),
        someDelivery({ id: 2, ...told }),
        someDelivery({ id: 3, channel: 'VOICE', state: 'DELIVERED' }),
        someDelivery({ id: 4, channel: 'VOICE', state: 'SUPPRESSED', detail: 'nothing to say any more' }),
      ),
    ).toEqual(['SMS delivery.DELIVERED', 'VOICE call.DELIVERED'])
    expect(words(someDelivery({ id: 2, ...told }))).toEqual(['SMS delivery.TOLD'])
  })
  it('of several messages the last one, and what waits only where none has gone out', () => {
    const waits = { state: 'QUEUED', detail: 'comes_and_goes' } as const
    expect(
      words(someDelivery({ id: 1, state: 'FAILED', at: at('11:00:00') }), someDelivery({ id: 2 })),
    ).toEqual(['SMS delivery.DELIVERED'])
    expect(words(someDelivery({ id: 1 }), someDelivery({ id: 2, ...waits }))).toEqual([
      'SMS delivery.DELIVERED',
    ])
    expect(words(someDelivery({ id: 1, ...told }), someDelivery({ id: 2, ...waits }))).toEqual([
      'SMS delivery.WAITS',
    ])
  })
  it('P155: in every row in the same order of channels, and what rings now before what is still to come', () => {
    const [call, sms, mail] = [
      someDelivery({ id: 1, channel: 'VOICE', state: 'SENT', is_under_way: true }),
      someDelivery({ id: 2 }),
      someDelivery({ id: 3, channel: 'EMAIL', state: 'FAILED' }),
    ]
    const order = ['SMS delivery.DELIVERED', 'EMAIL delivery.FAILED', 'VOICE call.SENDING']
    expect(words(mail, call, sms)).toEqual(order)
    const next = someDelivery({ id: 4, channel: 'VOICE', state: 'QUEUED', attempts: 0, at: at('23:00:00') })
    expect(words(next, call, mail, sms)).toEqual(order)
    expect(words(someDelivery({ id: 5, state: 'FAILED', to: 'b' }), mail)).toEqual([
      'SMS+EMAIL delivery.FAILED',
    ])
  })
  it('P1051: of calls the one that came farthest, however many others were stopped or not made since', () => {
    const call = (id: number, state: AlertHistoryItem['deliveries'][number]['state'], detail: string) =>
      someDelivery({ id, channel: 'VOICE', state, detail, attempts: 2, at: at(`22:5${id}:00`) })
    const taken = call(1, 'SUPPRESSED', 'Twilio: completed; over')
    const missed = call(2, 'FAILED', 'Twilio: no-answer')
    const notMade = call(3, 'SUPPRESSED', 'over')
    const toldElsewhere = call(4, 'SUPPRESSED', 'told_already')
    expect(words(taken, missed, notMade, toldElsewhere)).toEqual(['VOICE call.NO_KEY'])
    expect(words(missed, notMade, toldElsewhere)).toEqual(['VOICE call.NO_ANSWER'])
    expect(words(toldElsewhere, notMade)).toEqual(['VOICE call.OVER'])
    // It was taken again, and a key was pressed.
    expect(words(taken, call(5, 'DELIVERED', 'Twilio: completed'))).toEqual(['VOICE call.DELIVERED'])
  })
  it('P1018: of what was acknowledged no call is still to come', () => {
    const call = someDelivery({ id: 1, channel: 'VOICE', state: 'QUEUED', attempts: 0 })
    const again = { ...call, attempts: 1, detail: 'Twilio: no-answer' }
    const seen = { acknowledged_at: at('22:59:00'), acknowledged_via: 'CALL' } as const
    const of = (...items: AlertHistoryItem[]) =>
      incidentsOf(items).map((one) => deliveryGroups(deliveriesIn(one)).map(({ word }) => word))
    expect(of(ofOutage({ ...near, ...seen, deliveries: [call] }))).toEqual([['call.SUPPRESSED']])
    expect(of(ofOutage({ ...near, ...seen, deliveries: [again] }))).toEqual([['call.IN_VAIN']])
    expect(of(ofOutage({ ...near, deliveries: [call] }))).toEqual([['call.QUEUED']])
    const steps = [
      ofOutage({ ...near, ...seen, deliveries: [call] }),
      ofOutage({ ...three, deliveries: [call] }),
    ]
    expect(of(...steps)).toEqual([['call.QUEUED']])
    expect(of(...steps.map((one) => ({ ...one, ...seen })))).toEqual([['call.SUPPRESSED']])
  })
  it('P983: of a call that is made about one step, of which another was over before, that it is made (E416)', () => {
    const call = someDelivery({ id: 1, channel: 'VOICE', state: 'SENT', attempts: 1, is_under_way: true })
    const { is_under_way: _, ...rest } = call
    const ofOver = { ...rest, state: 'SUPPRESSED', detail: 'over' } as const
    const goesOn = ofOutage({ ...near, deliveries: [call] })
    const over = ofOutage({ ...three, status: 'ENDED', deliveries: [ofOver] })
    const words = (...items: AlertHistoryItem[]) =>
      incidentsOf(items).map((one) => deliveryGroups(deliveriesIn(one)).map(({ word }) => word))
    expect(words(goesOn, over)).toEqual([['call.SENDING']])
    expect(words(over, { ...goesOn, at: three.at })).toEqual([['call.SENDING']])
    expect(words(over)).toEqual([['call.OVER']])
  })
  it('P1057: of what is over none waits or rings as if it went on', () => {
    const of = (...items: AlertHistoryItem[]) =>
      incidentsOf(items).map((one) => deliveryGroups(deliveriesIn(one)).map(({ word }) => word))
    const waits = (detail: string, channel: 'SMS' | 'VOICE' = 'SMS', id = 1) =>
      someDelivery({ id, channel, state: 'QUEUED', attempts: 0, detail, waits_until: at('23:40:00') })
    const over = (...deliveries: AlertHistoryItem['deliveries']) =>
      ofOutage({ ...three, status: 'ENDED', ended_at: at('23:00:00'), deliveries })
    const rings = someDelivery({ id: 2, channel: 'VOICE', state: 'SENT', attempts: 1, is_under_way: true })
    expect(of(over(waits('quiet_hours')))).toEqual([['delivery.OVER']])
    expect(of(over(waits('quiet_hours', 'VOICE')))).toEqual([['call.OVER']])
    expect(of(over(waits('comes_and_goes')))).toEqual([['delivery.SUMMARY']])
    expect(of(over(rings))).toEqual([['call.SENDING_OVER']])
    // Another step that the same message or call is about goes on.
    const goesOn = ofOutage({ ...near, deliveries: [waits('comes_and_goes'), rings] })
    expect(of(over(waits('comes_and_goes'), rings), goesOn)).toEqual([['delivery.WAITS', 'call.SENDING']])
    // Its end waits for the end of quiet hours, too: that is told only where what began was.
    const end = ofOutage({
      ...{ id: 99, setting_id: 1122, trigger: 'TRUE_TO_FALSE', is_over: true },
      deliveries: [waits('quiet_hours', 'SMS', 7)],
    })
    expect(of(over(waits('quiet_hours')), end)).toEqual([['delivery.OVER']])
    const elsewhere = { ...end, deliveries: [{ ...waits('quiet_hours', 'SMS', 7), to: 'b' }] }
    expect(of(over(someDelivery({ id: 1 })), elsewhere)).toEqual([['delivery.WAITS', 'delivery.DELIVERED']])
  })
  it('one message about several of its steps is one', () => {
    const deliveries = [someDelivery({ id: 7 })]
    const [incident] = incidentsOf([ofOutage({ ...three, deliveries }), ofOutage({ ...near, deliveries })])
    expect(incident && deliveriesIn(incident)).toEqual(deliveries)
  })
})

it('P985: the end of an outage that ended in jail says that, and not that it ended then', () => {
  const ended_at = Date.parse(at('22:55:41'))
  const end = ofOutage({ ...signing, evidence: { missed_since: 483, ended_in_jail: true, ended_at } })
  expect(statusText(end, writing())).toBe('ended in jail at 22:55:41')
  expect(statusText(ofOutage(signing), writing())).toBe('ended 22:57:01')
})
