import { deciding, type Outcome } from '@roundsman/alerting/deciding'
import { notificationChannels } from '@roundsman/contract/accounts/accounts'
import type { EscalationStep } from '@roundsman/contract/alerts/escalation'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { createManualClock, type ManualClock } from '../../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { withClock } from '../../../testing/with-clock.ts'
import { insertFanOut } from '../../notifications/ledger/enqueue.store.ts'
import { acknowledge } from '../record/history.store.ts'
import { muteConditions } from '../record/mute.store.ts'
import { settleSilences } from '../silences/settle-silences.ts'
import { createAlertRig, subscribe } from '../testing/alert-rig.ts'
import { someOutcome } from '../testing/some-outcome.ts'
import { addPhone, addValidator } from '../testing/some-validators.ts'
import { escalate } from './escalate.loop.ts'
import { endEscalations, openSteps, releaseQuiet, savePolicy } from './escalation.store.ts'

const [missed, jailed, unjailed] = [1121, 2011, 2012]
const minute = 60_000
const email = 'ada@example.org'
const phone = '+442079460958'

let database: TestDatabase
let clock: ManualClock
let db: Database
let validator: number
let userId: number
let height = 100
let failures: number[]
/** Rows of these alerts cannot be written. */
let broken: readonly number[]

beforeAll(async () => {
  database = await createTestDatabase()
  validator = await addValidator(database.db.orm, { networkId: 9, operator: 'ada' })
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.orm.execute(
    sql`truncate user_account, alert_entry, alert_recipient, alert_mute, alert, delivery restart identity cascade`,
  )
  clock = createManualClock()
  db = withClock(database.db, clock)
  failures = []
  broken = []
  await subscribe(database.db, {
    email,
    settings: [missed, jailed, unjailed],
    channels: ['EMAIL'],
    validatorKey: 'ada',
  })
  await addPhone(database.db.orm, email, phone)
  userId = await only<number>(sql`select id as value from user_account where email = ${email}`)
})

async function only<T>(query: ReturnType<typeof sql>): Promise<T> {
  const { rows } = await db.orm.execute<{ value: T }>(query)
  const [row] = rows
  if (!row) throw new Error('nothing was found')
  return row.value
}

const step = (minutes: number, ...channels: EscalationStep['channels']): EscalationStep => ({
  after_minutes: minutes,
  who: 'EVERYONE',
  channels,
})
const wants = (
  steps: EscalationStep[],
  over: { repeat?: number; from_severity?: 'INFO' | 'WARNING' | 'CRITICAL' } = {},
) => db.transaction((tx) => savePolicy(tx, userId, { from_severity: 'WARNING', repeat: 0, steps, ...over }))

/** Something is decided now; gives the alert's id. */
async function raise(settingId = jailed, over: Partial<Outcome> = {}): Promise<number> {
  height += 1
  const target = { key: `validator:${validator}`, type: 'VALIDATOR' as const, id: validator }
  const outcome = { ...someOutcome({ settingId, target, height }), at: clock.now(), ...over }
  const observed = { ...outcome, evidence: { ...outcome.evidence, observed_at: clock.now() } }
  await db.transaction((tx) => createAlertRig(db).raise(tx, 9, [observed], deciding.begin(1)))
  return only<number>(sql`select coalesce(max(id), 0)::int as value from alert`)
}

/** What a process does when it looks. */
async function pass(): Promise<number> {
  return escalate(
    db,
    {
      fanOut: async (tx, fanOut) => {
        await insertFanOut(tx, db.now(), fanOut)
        const { rows } = await tx.execute<{ id: number }>(
          sql`select split_part(reference, '/', 1)::int as id from delivery where kind = 'reminder'`,
        )
        if (rows.some(({ id }) => broken.includes(id))) throw new Error('it cannot be written')
      },
    },
    notificationChannels,
    ({ alertId }) => failures.push(alertId),
  )
}

/** Time goes on, and a process looks. */
async function after(minutes: number): Promise<number> {
  await clock.advance(minutes * minute)
  return pass()
}

/** Reminders as `alert/generation/step channel state`. */
async function reminders(): Promise<string[]> {
  const { rows } = await db.orm.execute<{ line: string }>(sql`
    select concat_ws(' ', d.reference, d.channel, d.state, d.detail) as line from delivery d where d.kind = 'reminder'
    order by 1`)
  return rows.map(({ line }) => line)
}

/** How the escalation of an alert stands: steps done, minutes until the next, what ended it. */
async function standing(id: number): Promise<[number, number | null, string | null] | null> {
  const { rows } = await db.orm.execute<{ step: number; left: number | null; ended: string | null }>(sql`
    select step, (extract(epoch from due_at - ${db.now()}) / 60)::float8 as left, ended_by as ended
    from alert_escalation where alert_id = ${id}`)
  const [row] = rows
  return row ? [row.step, row.left, row.ended] : null
}

const says = (id: number) =>
  db.transaction(async (tx) => {
    await acknowledge(tx, db.now(), { userId, alertIds: [id], via: 'PAGE' })
    await endEscalations(tx, db.now(), { userId })
  })

describe('how one begins', () => {
  test('D181: with the alert, for whoever has one, from the severity that they chose on', async () => {
    await wants([step(5, 'VOICE')], { from_severity: 'CRITICAL' })
    const warning = await raise(missed, { severity: 'WARNING' })
    const critical = await raise(jailed, { severity: 'CRITICAL' })
    expect(await standing(warning)).toBeNull()
    expect(await standing(critical)).toEqual([0, 5, null])
    await db.transaction((tx) => savePolicy(tx, userId, null))
    expect(await standing(await raise(jailed))).toBeNull()
  })

  test('D181: never for what is held back, muted or silenced, nor for an end that is INFO', async () => {
    await wants([step(5, 'VOICE')], { from_severity: 'INFO' })
    expect(await standing(await raise(missed, { kind: 'HELD' }))).toBeNull()
    const begun = await raise(jailed)
    expect(await standing(begun)).toEqual([0, 5, null])
    const end = await raise(unjailed, { severity: 'INFO', kind: 'BEGAN' })
    expect(end).not.toBe(begun)
    expect(await standing(end)).toBeNull()
    await db.transaction((tx) => muteConditions(tx, db.now(), { userId, alertIds: [begun], mute: true }))
    expect(await standing(await raise(jailed))).toBeNull()
    await db.orm.execute(sql`
      insert into alert_silence (user_id, network_id, from_at, until_at, reason, until_recovered, created_at)
      values (${userId}, 9, ${db.now()}, ${db.now()} + interval '1 hour', 'Work', false, ${db.now()})`)
    expect(await standing(await raise(missed))).toBeNull()
  })

  test('D181: for what planned work held back when that is told after its end, for whom it was held back', async () => {
    await wants([step(5, 'SMS')])
    await db.orm.execute(sql`
      insert into alert_silence (user_id, network_id, from_at, until_at, reason, until_recovered, created_at)
      values (${userId}, 9, ${db.now()}, ${db.now()} + interval '1 hour', 'Work', false, ${db.now()})`)
    const id = await raise(missed)
    expect(await standing(id)).toBeNull()
    await clock.advance(61 * minute)
    const notifications = { fanOut: () => Promise.resolve(), withdrawRecords: () => Promise.resolve() }
    await settleSilences(db, notifications, notificationChannels)
    expect(await standing(id)).toEqual([0, 5, null])
  })

  test('D181: it keeps the steps that there were, whatever is set afterwards', async () => {
    await wants([step(5, 'SMS')])
    const id = await raise()
    await wants([step(1, 'EMAIL')])
    expect(await after(1)).toBe(0)
    await after(4)
    expect(await reminders()).toEqual([`${id}/1/1 sms QUEUED`])
  })

  test('D194: the table refuses more than five repetitions and a severity that there is not', async () => {
    const insert = (severity: string, repeat: number) =>
      db.orm.execute(sql`
        insert into alert_escalation_policy (user_id, from_severity, steps, repeat)
        values (${userId}, ${severity}, '[]', ${repeat})`)
    await expect(insert('WARNING', 6)).rejects.toThrow()
    await expect(insert('GRAVE', 0)).rejects.toThrow()
  })
})

describe('its steps', () => {
  test('D182 D184: each comes so long after the one before it, in rounds, and then it is exhausted', async () => {
    await wants([step(5, 'SMS'), step(10, 'VOICE', 'EMAIL')], { repeat: 1 })
    const id = await raise()
    expect(await after(4)).toBe(0)
    await after(1)
    expect(await standing(id)).toEqual([1, 10, null])
    await after(10)
    expect(await standing(id)).toEqual([2, 5, null])
    await after(5)
    await after(10)
    expect(await standing(id)).toEqual([4, null, 'EXHAUSTED'])
    expect(await reminders()).toEqual(
      [
        `${id}/1/1 sms QUEUED`,
        `${id}/1/2 voice QUEUED`,
        `${id}/1/2 email QUEUED`,
        `${id}/1/3 sms QUEUED`,
        `${id}/1/4 voice QUEUED`,
        `${id}/1/4 email QUEUED`,
      ].sort(byStep),
    )
    expect(await after(10_000)).toBe(0)
  })

  test('D182: two processes that look at once do a step once', async () => {
    await wants([step(5, 'SMS')], { repeat: 5 })
    const ids = [await raise(), await raise(), await raise()]
    await clock.advance(5 * minute)
    const done = await Promise.all([pass(), pass(), pass()])
    expect(done.reduce((sum, one) => sum + one)).toBe(3)
    for (const id of ids) expect(await standing(id)).toEqual([1, 5, null])
  })

  test('D192: what is due at once is told as a storm is: one alone, then all others together', async () => {
    await wants([step(5, 'SMS')])
    const ids = [await raise(), await raise(), await raise()]
    await after(5)
    const { rows } = await db.orm.execute<{ about: number }>(sql`
      select 1 + (select count(*)::int from delivery_also a where a.delivery_id = d.id) as about
      from delivery d where kind = 'reminder' order by d.id`)
    expect(rows.map(({ about }) => about)).toEqual([1, 2])
    for (const id of ids) expect(await standing(id)).toEqual([1, null, 'EXHAUSTED'])
  })

  test('D185: after hours in which nobody looked one step is done at once, and the next one its minutes later', async () => {
    await wants([step(5, 'SMS'), step(10, 'VOICE')], { repeat: 5 })
    const id = await raise()
    await after(600)
    expect(await pass()).toBe(0)
    expect(await reminders()).toEqual([`${id}/1/1 sms QUEUED`])
    expect(await standing(id)).toEqual([1, 10, null])
  })

  test('D188: a channel that reaches nobody is skipped and said so; where none does, every contact is tried', async () => {
    await wants([step(5, 'TELEGRAM', 'SMS'), step(5, 'TELEGRAM')])
    const id = await raise()
    await after(5)
    await after(5)
    expect(await reminders()).toEqual(
      [
        `${id}/1/1 sms QUEUED`,
        `${id}/1/1 telegram FAILED no_contact`,
        `${id}/1/2 email QUEUED`,
        `${id}/1/2 sms QUEUED`,
        `${id}/1/2 telegram FAILED no_contact`,
        `${id}/1/2 voice QUEUED`,
      ].sort(byStep),
    )
  })

  test('D191: one that cannot be written is put off by a minute, and delays no other', async () => {
    await wants([step(5, 'SMS'), step(5, 'SMS')])
    const [bad, good] = [await raise(), await raise()]
    broken = [bad]
    await after(5)
    expect(failures).toEqual([bad])
    expect(await standing(bad)).toEqual([0, 1, null])
    expect(await standing(good)).toEqual([1, 5, null])
    broken = []
    await after(1)
    expect(await standing(bad)).toEqual([1, 5, null])
  })
})

describe('what ends one', () => {
  beforeEach(() => wants([step(5, 'SMS')], { repeat: 5 }))

  test('D183: an acknowledgment, at once; a mute of its condition or of all entries, planned work, the end', async () => {
    const acknowledged = await raise()
    await says(acknowledged)
    expect(await standing(acknowledged)).toEqual([0, null, 'ACKNOWLEDGED'])
    const over = await raise(missed)
    await raise(1122, { kind: 'ENDED' })
    expect(await standing(over)).toEqual([0, null, 'ENDED'])
    const muted = await raise()
    await db.transaction(async (tx) => {
      await muteConditions(tx, db.now(), { userId, alertIds: [muted], mute: true })
      expect(await endEscalations(tx, db.now(), { userId })).toEqual([muted])
    })
    expect(await standing(muted)).toEqual([0, null, 'SILENCED'])
    expect(await after(60)).toBe(0)
    expect(await reminders()).toEqual([])
  })

  test('D183: what was said between due and done counts, though whoever said it ended nothing', async () => {
    const [acknowledged, silenced, muted, over] = [
      await raise(),
      await raise(missed),
      await raise(jailed),
      await raise(jailed),
    ]
    await clock.advance(5 * minute)
    await db.orm.execute(sql`
      update alert_recipient set acknowledged_at = now(), acknowledged_via = 'PAGE' where alert_id = ${acknowledged}`)
    await db.orm.execute(sql`update alert set ended_at = now() where id = ${over}`)
    await db.orm.execute(sql`
      insert into alert_silence (user_id, network_id, from_at, until_at, reason, until_recovered, created_at)
      values (${userId}, 9, ${db.now()}, ${db.now()} + interval '1 hour', 'Work', false, ${db.now()})`)
    await db.orm.execute(sql`
      update alert_entry set muted_until = ${db.now()} + interval '1 hour' where setting_id = ${jailed}`)
    await pass()
    expect(await reminders()).toEqual([])
    expect(await standing(acknowledged)).toEqual([0, null, 'ACKNOWLEDGED'])
    expect(await standing(silenced)).toEqual([0, null, 'SILENCED'])
    expect(await standing(muted)).toEqual([0, null, 'SILENCED'])
    expect(await standing(over)).toEqual([0, null, 'ENDED'])
  })

  test('D183: what ends one makes the steps void that were written and not sent', async () => {
    const id = await raise()
    await after(5)
    const references = [`${id}/1/1`]
    expect(await openSteps(db.orm, db.now(), { userId, references })).toMatchObject([{ alertId: id }])
    await says(id)
    expect(await openSteps(db.orm, db.now(), { userId, references })).toEqual([])
    await db.orm.execute(sql`update alert_recipient set acknowledged_at = null, acknowledged_via = null`)
    expect(await openSteps(db.orm, db.now(), { userId, references })).toEqual([])
  })
})

describe('what only delays one', () => {
  beforeEach(() => wants([step(5, 'SMS'), step(10, 'SMS')], { repeat: 5 }))

  test('D186: what rests on one source reminds nobody until phones may ring', async () => {
    const outcome = { phone: 'AFTER_CONFIRMED' as const, key: 'one source' }
    const id = await raise(jailed, outcome)
    expect(await after(5)).toBe(0)
    await raise(jailed, { ...outcome, kind: 'CONFIRMED', phone: 'NOW' })
    expect(await pass()).toBe(1)
    expect(await standing(id)).toEqual([1, 10, null])
  })

  test('D186: that nobody knows whether it goes on neither ends nor stops it', async () => {
    const id = await raise(missed)
    await db.orm.execute(sql`delete from alert_network`)
    await after(5)
    expect(await standing(id)).toEqual([1, 10, null])
  })

  test('D187: in quiet hours it waits for their end, and counts from then; CRITICAL breaks through as its reader chose', async () => {
    const at = (ms: number) => new Date(clock.now() + ms).toISOString().slice(11, 16)
    const windows = [
      { days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'], from: at(-minute), to: at(60 * minute) },
    ]
    await db.orm.execute(sql`
      insert into user_quiet_hours (user_id, time_zone, windows, break_through)
      values (${userId}, 'UTC', ${JSON.stringify(windows)}::jsonb, 'CRITICAL')`)
    const [warning, critical] = [
      await raise(missed, { severity: 'WARNING' }),
      await raise(jailed, { severity: 'CRITICAL' }),
    ]
    await after(5)
    expect(await reminders()).toEqual([`${critical}/1/1 sms QUEUED`])
    const [done, left] = (await standing(warning)) ?? []
    expect([done, Math.round(left ?? 0)]).toEqual([0, 60])
    await after(59)
    expect(await standing(warning)).toMatchObject([0, expect.any(Number), null])
    await after(2)
    expect(await standing(warning)).toEqual([1, 10, null])
  })

  test('D187: when the quiet hours change, what waits for their end is looked at again', async () => {
    const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
    const at = (ms: number) => new Date(clock.now() + ms).toISOString().slice(11, 16)
    const windows = JSON.stringify([{ days, from: at(-minute), to: at(600 * minute) }])
    await db.orm.execute(sql`
      insert into user_quiet_hours (user_id, time_zone, windows, break_through)
      values (${userId}, 'UTC', ${windows}::jsonb, 'CRITICAL')`)
    const id = await raise(missed, { severity: 'WARNING' })
    await after(5)
    await db.orm.execute(sql`delete from user_quiet_hours`)
    await db.transaction((tx) => releaseQuiet(tx, db.now(), userId))
    expect(await standing(id)).toEqual([0, 5, null])
    await after(5)
    expect(await reminders()).toEqual([`${id}/1/1 sms QUEUED`])
  })
})

/** Of one step they are written by one statement, in whatever order. */
function byStep(a: string, b: string): number {
  return a.localeCompare(b)
}
