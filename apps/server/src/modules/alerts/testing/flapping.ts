import { catalogue } from '@roundsman/alerting/catalogue'
import { deciding, type Evidence } from '@roundsman/alerting/deciding'
import { notificationChannels } from '@roundsman/contract/accounts/accounts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import type { TestDatabase } from '../../../testing/test-database.ts'
import { testConfig } from '../../../testing/test-config.ts'
import { createNetworks } from '../../networks/networks.public.ts'
import type { FanOut } from '../../notifications/ledger/new-delivery.ts'
import { dueLanes } from '../../notifications/ledger/delivery.store.ts'
import { createLedger, createScriptedChannel, type Ledger } from '../../notifications/testing/ledger.ts'
import { insertFanOut, withdrawRecords } from '../../notifications/ledger/enqueue.store.ts'
import { createAlertAnswers } from '../answers/answer-alert.ts'
import { settleMutes } from '../answers/settle-mutes.ts'
import { reminderKind } from '../escalation/escalation.store.ts'
import { createReminderComposer } from '../escalation/remind.ts'
import { createComposer } from '../messages/compose.ts'
import { owedEndsOf } from '../messages/owed-ends.ts'
import { costOfAlerts } from '../messages/urgency.ts'
import { alertKind } from '../record/alert.store.ts'
import { createAlertRig, subscribe } from './alert-rig.ts'
import { someOutcome } from './some-outcome.ts'
import { addPhone, addValidator } from './some-validators.ts'

const hour = 3_600_000
const networkId = 1
const email = 'ada@example.org'
const phone = '+442079460001'
export const channels = ['email', 'sms', 'voice', 'webhook'] as const
type ChannelName = (typeof channels)[number]

/** A message as it was sent, with the alerts that it is about. */
export interface SentMessage {
  atMs: number
  subject: string
  text: string
  /** In the order of the alerts. */
  about: { alertId: number; settingId: number }[]
}

/** Conditions of one validator that come and go, and what every contact of a reader is sent of them, by a clock that the test moves. */
export interface Flapping {
  ledger: Ledger
  /** What each channel was handed. */
  sent: Readonly<Record<ChannelName, SentMessage[]>>
  /** Something begins, or ends, as it is decided now; gives the alert's id. */
  turn(condition: number, isOn: boolean, evidence?: Partial<Evidence>): Promise<number>
  /** Several things happen, as they are decided now, of one moment; left out: of its validator. */
  happen(settings: readonly number[], validators?: readonly number[]): Promise<void>
  /** Its reader mutes a condition for an hour. */
  mute(condition: number): Promise<void>
  /** In the newest call to its reader 1 is pressed. */
  pressOne(): Promise<void>
  /** The same with 2. */
  pressTwo(): Promise<void>
  /** What mutes have kept back is told once they are over. */
  settle(): Promise<void>
  /** All that is due is sent. */
  dispatch(): Promise<void>
  /** A process takes all that is due, and dies with it. */
  die(): Promise<void>
  /** How the rows of the ledger by a channel stand: state, reason, settings. */
  rows(channel: ChannelName): Promise<string[]>
}

/** The settings of a condition's beginning and end. */
export const begins = (condition: number) => condition * 10 + 1
export const ends = (condition: number) => condition * 10 + 2

const halfMinuteMs = 30_000

/** So many minutes later, with what is sent meanwhile. */
export async function after(rig: Flapping, minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 0.5) {
    await rig.ledger.clock.advance(halfMinuteMs)
    await rig.dispatch()
  }
}

/** The same, with the mutes that end meanwhile. */
export async function afterSettling(rig: Flapping, minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 0.5) {
    await rig.ledger.clock.advance(halfMinuteMs)
    await rig.settle()
    await rig.dispatch()
  }
}

/**
 * @param settings by channel, of one reader; a webhook gets every one of them
 * @param daily budgets of SMS and calls; left out, they cost nothing
 */
export async function createFlapping(
  test: TestDatabase,
  settings: Readonly<Partial<Record<'EMAIL' | 'SMS' | 'VOICE', readonly number[]>>>,
  daily: Readonly<Record<string, number>> = {},
): Promise<Flapping> {
  await test.db.orm.execute(sql`
    truncate user_account, alert_entry, alert_recipient, alert_mute, alert_escalation, alert, delivery, watch_validator
    restart identity cascade`)
  const ledger = await createLedger(test, daily)
  const { db, clock } = ledger
  const networks = createNetworks(testConfig(test))
  const figures = { of: () => Promise.resolve(new Map()) }
  ledger.composers.register(alertKind, createComposer(db, networks, figures), {
    of: costOfAlerts(db),
    owedEndsOf: owedEndsOf(db),
  })
  ledger.composers.register(reminderKind, createReminderComposer(db, networks, figures))
  const validator = await addValidator(test.db.orm, { networkId, operator: 'ada' })
  const every = [...new Set(Object.values(settings).flat())]
  for (const setting of every) {
    const by = Object.entries(settings).filter(([, of]) => of.includes(setting))
    const wanted = new Set([...by.map(([name]) => name), 'WEBHOOK'])
    const names = notificationChannels.filter((name) => wanted.has(name))
    await subscribe(test.db, { email, settings: [setting], channels: names, networkId })
  }
  await addPhone(test.db.orm, email, phone)
  await test.db.orm.execute(sql`
    insert into user_contact (user_id, channel, name, shown, sealed, state, created_at)
    select id, 'WEBHOOK', 'mine', 'example.org', '', 'CONFIRMED', now() from user_account`)
  const target = { key: `validator:${validator}` as const, type: 'VALIDATOR' as const, id: validator }
  const sent: Flapping['sent'] = { email: [], sms: [], voice: [], webhook: [] }
  const begun = new Map<number, { times: number; flaps: { count: number; since: number }; lastMs: number }>()
  let height = 1_000
  const dispatchers = channels.flatMap((name) => {
    const channel = createScriptedChannel(name)
    const push = channel.sent.push.bind(channel.sent)
    channel.sent.push = (...messages) => {
      for (const { message } of messages)
        sent[name].push({
          atMs: clock.now(),
          subject: message.subject,
          text: message.paragraphs.join(' ').replaceAll('\u00a0', ' '),
          about: (message.notices ?? []).map(({ data }) => ({
            alertId: data.alert_id,
            settingId: data.setting_id,
          })),
        })
      return push(...messages)
    }
    return (['critical', 'other'] as const).map((lane) => ({
      channel: name,
      lane,
      pass: ledger.dispatcher('own', { channel, lane }).pass,
    }))
  })
  async function press(answer: 'ACKNOWLEDGE' | 'MUTE'): Promise<void> {
    const [reference, ...others] = (sent.voice.at(-1)?.about ?? []).map(({ alertId }) => String(alertId))
    if (reference === undefined) throw new Error('nobody was called')
    const call = {
      ...{ id: 1, channel: 'voice', purpose: 'alert' as const, recipient: phone, userId: 1, kind: alertKind },
      ...{ references: [reference, ...others], createdAt: new Date(clock.now()) },
    }
    const nothing = () => Promise.resolve(null)
    const answers = createAlertAnswers(db, networks, clock, {
      ...figures,
      validator: nothing,
      jailing: nothing,
    })
    await db.transaction((tx) => answers.onAnswer(tx, call, answer))
  }
  return {
    ledger,
    sent,
    async turn(condition, isOn, evidence = {}) {
      height += 1
      const at = clock.now()
      const known = begun.get(condition)
      if (isOn) {
        const isAgain = known !== undefined && at - known.lastMs <= hour
        const flaps = isAgain
          ? { count: known.flaps.count + 1, since: known.flaps.since }
          : { count: 1, since: at }
        begun.set(condition, { times: (known?.times ?? 0) + 1, flaps, lastMs: at })
      }
      const { times = 1, flaps } = begun.get(condition) ?? {}
      const settingId = condition * 10 + (isOn ? 1 : 2)
      const key = `1/${target.key}/${settingId}/${times}@${height}#${height}`
      const severity = catalogue.setting(settingId, 'en')?.severity ?? 'INFO'
      const outcome = someOutcome({ settingId, target, height, at, since: at, key, severity })
      const whole = {
        ...outcome,
        kind: isOn ? ('BEGAN' as const) : ('ENDED' as const),
        evidence: {
          ...outcome.evidence,
          observed_at: at,
          ...(isOn && flaps && flaps.count > 1 && { flaps }),
          ...(!isOn && { began_at: known?.lastMs ?? at }),
          ...evidence,
        },
      }
      await db.transaction((tx) => createAlertRig(db).raise(tx, networkId, [whole], deciding.begin(1)))
      const { rows } = await db.orm.execute<{ id: number }>(sql`select max(id)::int as id from alert`)
      return rows[0]?.id ?? 0
    },
    async happen(settings, validators = [validator]) {
      height += 1
      const at = clock.now()
      const outcomes = settings.flatMap((settingId) => {
        const severity = catalogue.setting(settingId, 'en')?.severity ?? 'INFO'
        return validators.map((id) => {
          const of = { key: `validator:${id}` as const, type: 'VALIDATOR' as const, id }
          const outcome = someOutcome({ settingId, target: of, height, at, since: at, severity })
          return { ...outcome, evidence: { ...outcome.evidence, observed_at: at } }
        })
      })
      await db.transaction((tx) => createAlertRig(db).raise(tx, networkId, outcomes, deciding.begin(1)))
    },
    async mute(condition) {
      await db.orm.execute(sql`
        insert into alert_mute (user_id, network_id, condition_id, validator_key, muted_until)
        select u.id, ${networkId}, ${condition}::int, v.operator_address, ${db.now()} + interval '1 h'
        from user_account u cross join watch_validator v`)
    },
    pressOne: () => press('ACKNOWLEDGE'),
    pressTwo: () => press('MUTE'),
    async settle() {
      const telling = {
        withdrawRecords,
        fanOut: async (tx: Tx, fanOut: FanOut) => {
          await insertFanOut(tx, db.now(), fanOut)
        },
      }
      await settleMutes(db, telling, notificationChannels)
    },
    async dispatch() {
      for (;;) {
        const due = await dueLanes(db.orm, db.now(), dispatchers)
        if (due.length === 0) return
        for (const { channel, lane, pass } of dispatchers)
          if (due.some((one) => one.channel === channel && one.lane === lane))
            await pass(new AbortController().signal)
      }
    },
    async die() {
      for (const channel of channels)
        for (const lane of ['critical', 'other'] as const) await ledger.claim({ channel, lane, limit: 100 })
    },
    async rows(channel) {
      const { rows } = await db.orm.execute<{ line: string }>(sql`
        select d.state || coalesce(' ' || d.detail, '') || ' ' || (
          select string_agg(a.setting_id::text, ',' order by a.id) from alert a where a.id::text in (
            select d.reference union select reference from delivery_also where delivery_id = d.id)) as line
        from delivery d where d.kind = ${alertKind} and d.channel = ${channel} order by d.id`)
      return rows.map(({ line }) => line)
    },
  }
}
