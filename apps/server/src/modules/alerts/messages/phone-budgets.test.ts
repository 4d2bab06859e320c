import type { Severity } from '@roundsman/alerting/catalogue'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitsForMore } from '../../notifications/notifications.public.ts'
import { findAlerts } from '../record/history.store.ts'
import { subscribe } from '../testing/alert-rig.ts'
import { type Caller, type Calling, createCalling } from '../testing/calling.ts'
import { replacementOf } from './replacement.ts'
import { urgencyOfOne } from './urgency.ts'

const [slashed, jailed, signsAgain, leftSet, powerShare] = [5211, 2011, 1112, 4012, 5331]
const [missedThree, sixHours, nearJail] = [1121, 1221, 1231]
const someOutcomeEvidence = {
  assurance: 'PROVEN' as const,
  host: 'rpc.example.org',
  observed_at: 0,
  value: null,
  threshold: null,
}

let rig: Calling
beforeAll(async () => {
  // Of four SMS one is kept for the gravest, two are for what is no more than WARNING, one is for INFO.
  rig = await createCalling({ config: { budgets: { sms: 4, voice: 4 } } })
})
afterAll(() => rig.close())

/** Another thing that has nothing to do with those before, and is no part of their storm. */
async function raise(settingId: number, who: Caller): Promise<number> {
  await rig.site.clock.advance(20_000)
  return rig.raise(settingId, who)
}
const mailsTo = ({ email }: Caller) => rig.catcher.mails.filter(({ to }) => to.includes(email))

test('D270 D272 D275 E303: an SMS beyond the budget goes by mail that says so, and its reader hears of it once; a jailing still goes by SMS', async () => {
  const who = await rig.subscriber([slashed, jailed, leftSet, powerShare, 5041], ['SMS'])
  for (const settingId of [slashed, leftSet, powerShare])
    await rig.until(await raise(settingId, who), ['sms SENT'])
  await rig.eventually(() => mailsTo(who).length, 1)
  expect(mailsTo(who)[0]?.raw).toContain('Subject: 1 SMS left today, kept for the gravest')
  expect(mailsTo(who)[0]?.mail.text).toContain(
    '1 more is kept for the gravest: validator jailed or tombstoned',
  )
  expect(mailsTo(who)[0]?.mail.text).toMatch(/limit is used up until Nov.22, \d\d:\d\d UTC\. Until then/)
  await rig.until(await raise(5041, who), ['email SENT', 'sms SUPPRESSED'])
  await rig.eventually(() => mailsTo(who).length, 2)
  expect(mailsTo(who)[1]?.raw).toMatch(
    /Your daily SMS limit is used up until Nov.22, \d\d:\d\d UTC: this would/,
  )
  await rig.until(await raise(jailed, who), ['sms SENT'])
  expect(mailsTo(who)).toHaveLength(2)
  const { rows } = await rig.site.platform.db.orm.execute<{ spent_as: string }>(
    `select spent_as from delivery where user_id = ${who.userId} and spent_at is not null order by id`,
  )
  expect(rows.map((one) => one.spent_as)).toEqual(['CRITICAL', 'CRITICAL', 'CRITICAL', 'GRAVE'])
})

test('D270 D275: what is INFO, as ends are, leaves most of the budget, and goes by mail beyond its share', async () => {
  const who = await rig.subscriber([signsAgain, 4011, jailed], ['SMS'])
  await rig.until(await raise(signsAgain, who), ['sms SENT'])
  await rig.until(await raise(4011, who), ['email SENT', 'sms SUPPRESSED'])
  await rig.eventually(() => mailsTo(who).length, 1)
  expect(mailsTo(who)[0]?.raw).toContain('This would have been an SMS: the limit for alerts no graver')
  await rig.until(await raise(jailed, who), ['sms SENT'])
})

test('D300: what is near jail still rings when what comes and goes has used up the day, and then the jailing does', async () => {
  const calling = await createCalling({ config: { budgets: { sms: 10, voice: 7 } } })
  try {
    const who = await calling.subscriber([slashed, missedThree, nearJail, sixHours, jailed], ['VOICE'])
    const ring = async (settingId: number, outcome: 'SENT' | 'SUPPRESSED') => {
      await calling.site.clock.advance(20_000)
      const id = await calling.raise(settingId, who)
      const state = async () => {
        const { rows } = await calling.site.platform.db.orm.execute<{ state: string }>(
          sql`select state from delivery where channel = 'voice' and reference = ${String(id)}`,
        )
        return rows.map((row) => row.state)
      }
      await calling.eventually(state, [outcome])
      // D310: the next one rings when it is over; one in vain would be made again.
      if (outcome === 'SENT') await calling.twilio.report(calling.call(who.phone).sid, 'failed')
    }
    // Of seven two are kept.
    for (let call = 0; call < 5; call += 1) await ring(slashed, 'SENT')
    await ring(slashed, 'SUPPRESSED')
    await ring(sixHours, 'SUPPRESSED')
    await ring(nearJail, 'SENT')
    await ring(jailed, 'SENT')
  } finally {
    await calling.close()
  }
})

test('D300: as near jail counts whatever step of the outage its message tells as that (E235), and no end', () => {
  const near = { consecutive_missed: 3, seconds_to_jail: 240 }
  const of = (settingId: number, evidence: object, severity: Severity = 'CRITICAL') =>
    urgencyOfOne(
      { settingId, severity, evidence: { ...someOutcomeEvidence, ...evidence }, endedAt: null },
      60_000,
    )
  expect(of(missedThree, near, 'WARNING')).toBe('NEAR_JAIL')
  expect(of(sixHours, near)).toBe('NEAR_JAIL')
  expect(of(nearJail, {})).toBe('NEAR_JAIL')
  expect(of(sixHours, { consecutive_missed: 400, seconds_to_jail: 7_200 })).toBe('CRITICAL')
  expect(of(missedThree, { consecutive_missed: 3, seconds_to_jail: 7_200 }, 'WARNING')).toBe('WARNING')
  expect(of(missedThree + 1, near, 'INFO')).toBe('INFO')
  expect(of(jailed, {})).toBe('GRAVE')
})

test('D317: what has missed under ten blocks, for under a minute, is not yet near jail but may be a blip', () => {
  const of = (settingId: number, inARow: number, nowMs: number, endedAt: Date | null = null) =>
    urgencyOfOne(
      {
        settingId,
        severity: 'CRITICAL',
        evidence: { ...someOutcomeEvidence, consecutive_missed: inARow, seconds_to_jail: 240, began_at: 0 },
        endedAt,
      },
      nowMs,
    )
  for (const settingId of [missedThree, sixHours, nearJail]) {
    expect(of(settingId, 4, 59_999)).toBe('YOUNG')
    expect(of(settingId, 4, 60_000)).toBe('NEAR_JAIL')
    expect(of(settingId, 10, 10_000)).toBe('NEAR_JAIL')
    // A blip that was waited for and is over draws on nothing that is kept, however long ago it began.
    expect(of(settingId, 4, 60_000, new Date(20_000))).toBe('CRITICAL')
  }
  expect(of(jailed, 4, 10_000)).toBe('GRAVE')
})

test('D302: a mail that hangs on another step of the outage says, too, that its SMS was kept back', async () => {
  const who = await rig.subscriber([slashed, leftSet, powerShare, sixHours], ['SMS'])
  const { db } = rig.site.platform
  const validatorKey = `ada${/\d+/.exec(who.email)?.[0] ?? ''}`
  const want = { email: who.email, settings: [missedThree], channels: ['EMAIL'] }
  await subscribe(rig.site.database.db, { ...want, networkId: 1, validatorKey })
  const told = await raise(slashed, who)
  await rig.until(told, ['sms SENT'])
  for (const settingId of [leftSet, powerShare]) await rig.until(await raise(settingId, who), ['sms SENT'])
  const sixth = await raise(sixHours, who)
  await rig.until(sixth, ['email SENT', 'sms SUPPRESSED'])
  const mailed = await rig.raise(missedThree, who, 'WARNING')
  const said = async (id: number) => {
    const alerts = await findAlerts(db.orm, db.now(), [id])
    const reader = { language: 'en', timezone: 'UTC' } as const
    return (
      await replacementOf(db.orm, { ...who, channel: 'email', recipient: who.email }, alerts, reader)
    ).join()
  }
  expect(await said(mailed)).toMatch(
    /^Your daily SMS limit is used up until Nov.22, .*would have been an SMS/,
  )
  // What has nothing to do with it does not, nor where an SMS of the outage has come.
  expect(await said(told)).toBe('')
  await db.orm.execute(
    sql`update delivery set channel = 'sms' where reference = ${String(sixth)} and channel = 'email'`,
  )
  expect(await said(mailed)).toBe('')
})

test('D346: an SMS that is held since the limit is used up is not sent once its reader has acknowledged what it is about', async () => {
  const calling = await createCalling({ config: { budgets: { sms: 20, voice: 20 } } })
  try {
    const { db } = calling.site.platform
    const who = await calling.subscriber([nearJail], ['SMS', 'VOICE'])
    await db.orm.execute(sql`
      insert into delivery (channel, lane, purpose, user_id, recipient, language, dedupe_key, state, attempts, spent_at, spent_as,
                            due_at, give_up_at, created_at, updated_at)
      select 'sms', 'critical', 'alert', ${who.userId}, ${who.phone}, 'en', gen_random_uuid(), 'SENT', 1, t, 'CRITICAL', t, t, t, t
      from generate_series(1, 14), (select ${db.now()} as t) as moment`)
    const young = () => {
      const now = calling.site.clock.now()
      const figures = { consecutive_missed: 4, seconds_to_jail: 1_600, began_at: now, observed_at: now }
      return calling.raise(nearJail, who, 'CRITICAL', figures)
    }
    const lines = async (id: number) => {
      const { rows } = await db.orm.execute<{ line: string }>(sql`
        select concat_ws(' ', state, detail, spent_at) as line from delivery
        where channel = 'sms' and reference = ${String(id)}`)
      return rows.map(({ line }) => line)
    }
    const answered = await young()
    await calling.called(who.phone, 1)
    await calling.eventually(() => lines(answered), [`QUEUED ${waitsForMore}`])
    await calling.twilio.press(calling.call(who.phone).sid, '1')
    await calling.site.clock.advance(60_000)
    await calling.eventually(() => lines(answered), ['SUPPRESSED acknowledged'])
    expect(calling.taken('Messages', who.phone)).toHaveLength(0)
    // Somebody else's answer leaves it to them; and what nobody answers is sent.
    const others = await young()
    await calling.called(who.phone, 2)
    await calling.eventually(() => lines(others), [`QUEUED ${waitsForMore}`])
    await db.orm.execute(sql`
      update alert_recipient set acknowledged_at = now(), acknowledged_via = 'PAGE', acknowledged_by = ${who.userId + 1} where alert_id = ${others}`)
    await calling.site.clock.advance(60_000)
    await calling.eventually(() => calling.taken('Messages', who.phone).length, 1)
  } finally {
    await calling.close()
  }
})

test('D328: of an end it says so of its own SMS alone, and never of a call', async () => {
  const who = await rig.subscriber([signsAgain, 4011], ['SMS', 'VOICE'])
  for (const settingId of [4011, signsAgain]) await raise(settingId, who)
  const { db } = rig.site.platform
  const said = async (id: number) => {
    const alerts = await findAlerts(db.orm, db.now(), [id])
    const reader = { language: 'en', timezone: 'UTC' } as const
    return replacementOf(db.orm, { ...who, channel: 'email', recipient: who.email }, alerts, reader)
  }
  const [end, other] = [await raise(signsAgain, who), await rig.raise(1122, who)]
  await db.orm.execute(sql`
    update delivery set state = 'SUPPRESSED', detail = 'budget_used_up 2026-11-22T12:22:00.000Z'
    where channel in ('sms', 'voice') and reference in (${String(end)}, ${String(other)})`)
  expect(await said(end)).toEqual([expect.stringContaining('this would have been an SMS')])
  await db.orm.execute(sql`delete from delivery where channel = 'sms' and reference = ${String(end)}`)
  // Another step's end, which goes by SMS, stands for none.
  expect(await said(end)).toEqual([])
})

test('D336: a mail whose SMS waits since the limit is used up says so, and that it comes if this goes on', async () => {
  const who = await rig.subscriber([slashed], ['SMS', 'VOICE'])
  const { db } = rig.site.platform
  const id = await raise(slashed, who)
  await rig.until(id, ['sms SENT', 'voice SENT'])
  const said = async () => {
    const alerts = await findAlerts(db.orm, db.now(), [id])
    const reader = { language: 'en', timezone: 'UTC' } as const
    return replacementOf(db.orm, { ...who, channel: 'email', recipient: who.email }, alerts, reader)
  }
  expect(await said()).toEqual([])
  await db.orm.execute(
    sql`update delivery set state = 'QUEUED', detail = ${waitsForMore} where reference = ${String(id)} and channel = 'sms'`,
  )
  expect(await said()).toEqual(['Your daily SMS limit is used up: an SMS comes only if this goes on.'])
})
