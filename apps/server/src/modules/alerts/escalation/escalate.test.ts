import type { Outcome } from '@roundsman/alerting/deciding'
import { notificationChannels } from '@roundsman/contract/accounts/accounts'
import type { EscalationStep } from '@roundsman/contract/alerts/escalation'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acknowledge } from '../record/history.store.ts'
import { muteConditions } from '../record/mute.store.ts'
import { settleSilences } from '../silences/settle-silences.ts'
import { subscribe } from '../testing/alert-rig.ts'
import { createEscalationRig, type EscalationRig } from '../testing/escalation-rig.ts'
import { addPhone } from '../testing/some-validators.ts'
import { endEscalations, releaseQuiet, savePolicy } from './escalation.store.ts'
import { openSteps } from './read-escalations.store.ts'

const [manyMissed, missed, missedMore, jailed, unjailed] = [1061, 1121, 1131, 2011, 2012]
const [jailSoon, slashed, left, stakeFell] = [1221, 5211, 4012, 5021]
const minute = 60_000
const email = 'ada@example.org'
const phone = '+442079460958'

let rig: EscalationRig
let userId: number

beforeAll(async () => {
  rig = await createEscalationRig()
})
afterAll(() => rig.close())
beforeEach(async () => {
  await rig.reset()
  await subscribe(rig.db, {
    email,
    settings: [missed, jailed, unjailed, stakeFell],
    channels: ['EMAIL'],
    validatorKey: 'ada',
  })
  await addPhone(rig.db.orm, email, phone)
  userId = await rig.only<number>(sql`select id as value from user_account where email = ${email}`)
})

const step = (minutes: number, ...channels: EscalationStep['channels']): EscalationStep => ({
  after_minutes: minutes,
  who: 'EVERYONE',
  channels,
})
const wants = (
  steps: EscalationStep[],
  over: { repeat?: number; from_severity?: 'INFO' | 'WARNING' | 'CRITICAL' } = {},
) =>
  rig.db.transaction((tx) => savePolicy(tx, userId, { from_severity: 'WARNING', repeat: 0, steps, ...over }))
const raise = (settingId = jailed, over: Partial<Outcome> = {}) => rig.raise(settingId, over)
const pass = () => rig.pass()
const after = (minutes: number) => rig.after(minutes)
const standing = (id: number) => rig.standing(id)

/** Reminders as `alert/generation/step channel state`. */
async function reminders(): Promise<string[]> {
  const { rows } = await rig.db.orm.execute<{ line: string }>(sql`
    select concat_ws(' ', d.reference, d.channel, d.state, d.detail) as line from delivery d where d.kind = 'reminder'
    order by 1`)
  return rows.map(({ line }) => line)
}

const says = (id: number) =>
  rig.db.transaction(async (tx) => {
    await acknowledge(tx, rig.db.now(), { userId, alertIds: [id], via: 'PAGE' })
    await endEscalations(tx, rig.db.now(), { userId })
  })

describe('how one begins', () => {
  /** What is decided of these conditions of the validator, by their ids. */
  const decided = async (conditions: Record<number, object>) => {
    const key = `validator:${rig.validator}`
    await rig.db.orm.execute(sql`
      insert into alert_network (network_id, head) values (9, '{"epoch": 1, "blindSince": null}')
      on conflict (network_id) do update set head = excluded.head`)
    await rig.db.orm.execute(sql`
      insert into alert_target (network_id, key, state) values (9, ${key}, ${JSON.stringify({ conditions })}::jsonb)
      on conflict (network_id, key) do update set state = excluded.state`)
  }
  const begun = { is: 1, since: 0, reported: 1 }
  const pending = { at: 1, chainAt: 1, height: 1 }

  test('D253: a step waits while the condition is on its way back, and is done when it is not', async () => {
    await wants([step(2, 'EMAIL')])
    const id = await raise(jailed, { key: `1/validator:${rig.validator}/${jailed}/1@1` })
    await decided({ 201: { ...begun, pending } })
    await after(2)
    await after(1)
    expect(await reminders()).toEqual([])
    expect(await standing(id)).toEqual([0, 1, null])
    // What nobody knows does not hold it back.
    await decided({ 201: { ...begun, pending, unknown: 5 } })
    await after(1)
    expect(await reminders()).toHaveLength(1)
  })

  test('B205: a step waits while the catalogue does not name its network, and is done when it does again', async () => {
    await wants([step(2, 'EMAIL')])
    const id = await raise()
    rig.access = null
    await after(2)
    await after(60)
    expect(await reminders()).toEqual([])
    expect(await standing(id)).toEqual([0, 1, null])
    rig.access = 'ANY'
    await after(1)
    expect(await reminders()).toHaveLength(1)
  })

  test('D253: one about missed blocks waits while the validator signs again', async () => {
    await subscribe(rig.db, { email, settings: [manyMissed], channels: ['EMAIL'], validatorKey: 'ada' })
    await wants([step(2, 'EMAIL')])
    await raise(manyMissed, { key: `1/validator:${rig.validator}/${manyMissed}/1@1` })
    await decided({ 106: begun, 111: { ...begun, pending } })
    await after(2)
    await decided({ 106: begun, 111: { is: 0, since: 0 } })
    await after(1)
    expect(await reminders()).toEqual([])
    await decided({ 106: begun, 111: begun })
    await after(1)
    expect(await reminders()).toHaveLength(1)
  })

  test('D254: of steps of one thing the gravest alone is reminded of, until that is over', async () => {
    await subscribe(rig.db, { email, settings: [missedMore], channels: ['EMAIL'], validatorKey: 'ada' })
    await wants([step(2, 'EMAIL')], { repeat: 1 })
    const [step3, step5] = [await raise(missed), await raise(missedMore)]
    await after(2)
    expect(await reminders()).toEqual([expect.stringMatching(new RegExp(`^${step5}/1/1 `))])
    expect(await standing(step3)).toEqual([0, null, 'ENDED'])
    expect(await standing(step5)).toEqual([1, 2, null])
  })

  test('D254: of one outage the step nearest to its end is reminded of, and none of it after the jailing', async () => {
    const all = [manyMissed, jailSoon, slashed, left]
    await subscribe(rig.db, { email, settings: all, channels: ['EMAIL'], validatorKey: 'ada' })
    await wants([step(2, 'EMAIL')], { repeat: 3 })
    const critical = { severity: 'CRITICAL' } as const
    const [share, near] = [await raise(manyMissed, critical), await raise(jailSoon, critical)]
    const graver = await raise(missed, { severity: 'WARNING' })
    await after(2)
    expect(await reminders()).toEqual([expect.stringMatching(new RegExp(`^${near}/1/1 `))])
    for (const id of [share, graver]) expect(await standing(id)).toEqual([0, null, 'ENDED'])
    const jail = await raise(jailed, critical)
    const [fine, out] = [await raise(slashed, critical), await raise(left, critical)]
    // Acknowledged, it answers for all of them.
    await says(jail)
    await after(2)
    expect(await reminders()).toHaveLength(1)
    for (const id of [fine, out]) expect(await standing(id)).toEqual([0, null, 'ENDED'])
    expect(await standing(near)).toEqual([1, null, 'ENDED'])
  })

  test('D254: a slash by itself, and what is graver than what was acknowledged, are reminded of', async () => {
    const all = [manyMissed, jailSoon, slashed]
    await subscribe(rig.db, { email, settings: all, channels: ['EMAIL'], validatorKey: 'ada' })
    await wants([step(2, 'EMAIL')])
    await says(await raise(jailed, { severity: 'CRITICAL' }))
    await says(await raise(jailSoon, { severity: 'WARNING' }))
    await after(2)
    const slash = await raise(slashed, { severity: 'CRITICAL' })
    await after(2)
    expect(await reminders()).toEqual([expect.stringMatching(new RegExp(`^${slash}/1/1 `))])
  })

  test('D181: with the alert, for whoever has one, from the severity that they chose on', async () => {
    await wants([step(5, 'VOICE')], { from_severity: 'CRITICAL' })
    const warning = await raise(missed, { severity: 'WARNING' })
    const critical = await raise(jailed, { severity: 'CRITICAL' })
    expect(await standing(warning)).toBeNull()
    expect(await standing(critical)).toEqual([0, 5, null])
    await rig.db.transaction((tx) => savePolicy(tx, userId, null))
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
    await rig.db.transaction((tx) =>
      muteConditions(tx, rig.db.now(), { userId, alertIds: [begun], mute: true }),
    )
    expect(await standing(await raise(jailed))).toBeNull()
    await rig.db.orm.execute(sql`
      insert into alert_silence (user_id, network_id, from_at, until_at, reason, until_recovered, created_at)
      values (${userId}, 9, ${rig.db.now()}, ${rig.db.now()} + interval '1 hour', 'Work', false, ${rig.db.now()})`)
    expect(await standing(await raise(missed))).toBeNull()
  })

  test('D181: for what planned work held back when that is told after its end, for whom it was held back', async () => {
    await wants([step(5, 'SMS')])
    await rig.db.orm.execute(sql`
      insert into alert_silence (user_id, network_id, from_at, until_at, reason, until_recovered, created_at)
      values (${userId}, 9, ${rig.db.now()}, ${rig.db.now()} + interval '1 hour', 'Work', false, ${rig.db.now()})`)
    const id = await raise(missed)
    expect(await standing(id)).toBeNull()
    await rig.clock.advance(61 * minute)
    const notifications = { fanOut: () => Promise.resolve(), withdrawRecords: () => Promise.resolve() }
    await settleSilences(rig.db, notifications, notificationChannels)
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
      rig.db.orm.execute(sql`
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
    await rig.clock.advance(5 * minute)
    const done = await Promise.all([pass(), pass(), pass()])
    expect(done.reduce((sum, one) => sum + one)).toBe(3)
    for (const id of ids) expect(await standing(id)).toEqual([1, 5, null])
  })

  test('D192: what is due at once is told as a storm is: one alone, then all others together', async () => {
    await wants([step(5, 'SMS')])
    const ids = [await raise(), await raise(), await raise()]
    await after(5)
    const { rows } = await rig.db.orm.execute<{ about: number }>(sql`
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

  test('D265: what is for information calls nobody who did not ask for that', async () => {
    await wants([step(5, 'TELEGRAM'), step(5, 'VOICE')], { from_severity: 'INFO' })
    const id = await raise(jailed, { severity: 'INFO' })
    await after(5)
    expect(await reminders()).toEqual([
      `${id}/1/1 email QUEUED`,
      `${id}/1/1 sms QUEUED`,
      `${id}/1/1 telegram FAILED no_contact`,
    ])
    await after(5)
    expect(await reminders()).toContain(`${id}/1/2 voice QUEUED`)
  })

  test('D191: one that cannot be written is put off by a minute, and delays no other', async () => {
    await wants([step(5, 'SMS'), step(5, 'SMS')])
    const [bad, good] = [await raise(), await raise()]
    rig.broken = [bad]
    await after(5)
    expect(rig.failures).toEqual([bad])
    expect(await standing(bad)).toEqual([0, 1, null])
    expect(await standing(good)).toEqual([1, 5, null])
    rig.broken = []
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
    await rig.db.transaction(async (tx) => {
      await muteConditions(tx, rig.db.now(), { userId, alertIds: [muted], mute: true })
      expect(await endEscalations(tx, rig.db.now(), { userId })).toEqual([muted])
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
    await rig.clock.advance(5 * minute)
    await rig.db.orm.execute(sql`
      update alert_recipient set acknowledged_at = now(), acknowledged_via = 'PAGE' where alert_id = ${acknowledged}`)
    await rig.db.orm.execute(sql`update alert set ended_at = now() where id = ${over}`)
    await rig.db.orm.execute(sql`
      insert into alert_silence (user_id, network_id, from_at, until_at, reason, until_recovered, created_at)
      values (${userId}, 9, ${rig.db.now()}, ${rig.db.now()} + interval '1 hour', 'Work', false, ${rig.db.now()})`)
    await rig.db.orm.execute(sql`
      update alert_entry set muted_until = ${rig.db.now()} + interval '1 hour' where setting_id = ${jailed}`)
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
    expect(await openSteps(rig.db.orm, rig.db.now(), { userId, references })).toMatchObject([{ alertId: id }])
    await says(id)
    expect(await openSteps(rig.db.orm, rig.db.now(), { userId, references })).toEqual([])
    await rig.db.orm.execute(sql`update alert_recipient set acknowledged_at = null, acknowledged_via = null`)
    expect(await openSteps(rig.db.orm, rig.db.now(), { userId, references })).toEqual([])
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
    await rig.db.orm.execute(sql`delete from alert_network`)
    await after(5)
    expect(await standing(id)).toEqual([1, 10, null])
  })

  test('D187: in quiet hours it waits for their end, and counts from then; CRITICAL breaks through as its reader chose', async () => {
    const at = (ms: number) => new Date(rig.clock.now() + ms).toISOString().slice(11, 16)
    const windows = [
      { days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'], from: at(-minute), to: at(60 * minute) },
    ]
    await rig.db.orm.execute(sql`
      insert into user_quiet_hours (user_id, time_zone, windows, break_through)
      values (${userId}, 'UTC', ${JSON.stringify(windows)}::jsonb, 'CRITICAL')`)
    const [warning, critical] = [
      await raise(stakeFell, { severity: 'WARNING' }),
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
    const at = (ms: number) => new Date(rig.clock.now() + ms).toISOString().slice(11, 16)
    const windows = JSON.stringify([{ days, from: at(-minute), to: at(600 * minute) }])
    await rig.db.orm.execute(sql`
      insert into user_quiet_hours (user_id, time_zone, windows, break_through)
      values (${userId}, 'UTC', ${windows}::jsonb, 'CRITICAL')`)
    const id = await raise(missed, { severity: 'WARNING' })
    await after(5)
    await rig.db.orm.execute(sql`delete from user_quiet_hours`)
    await rig.db.transaction((tx) => releaseQuiet(tx, rig.db.now(), userId))
    expect(await standing(id)).toEqual([0, 5, null])
    await after(5)
    expect(await reminders()).toEqual([`${id}/1/1 sms QUEUED`])
  })
})

/** Of one step they are written by one statement, in whatever order. */
function byStep(a: string, b: string): number {
  return a.localeCompare(b)
}
