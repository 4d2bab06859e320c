import { deciding, type Outcome } from '@roundsman/alerting/deciding'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { addPhone, addValidator } from '../testing/some-validators.ts'
import { someOutcome } from '../testing/some-outcome.ts'
import { createAlertRig, ledgerLines, subscribe, reportedAlerts } from '../testing/alert-rig.ts'

let database: TestDatabase
let ada: number
let bob: number
let access: 'ANY' | 'VIP'
let channels: string[]

const jailed = 2011
const email = 'a@example.org'
const phone = '+442079460958'
const halted = 9021

beforeAll(async () => {
  database = await createTestDatabase()
  ada = await addValidator(database.db.orm, { networkId: 9, operator: 'ada' })
  bob = await addValidator(database.db.orm, { networkId: 9, operator: 'bob' })
})
beforeEach(async () => {
  access = 'ANY'
  channels = ['sms', 'voice', 'email']
  await database.db.orm.execute(
    sql`truncate user_account, alert_entry, alert_recipient, alert, delivery restart identity cascade`,
  )
})
afterAll(() => database.drop())

async function raise(...outcomes: Outcome[]): Promise<void> {
  const { raise: own } = createAlertRig(
    database.db,
    () => access,
    undefined,
    (name) => channels.includes(name),
  )
  await database.db.transaction((tx) => own(tx, 9, outcomes, deciding.begin(1)))
}
const lines = () => ledgerLines(database.db)
const jailedAt = (height: number, id = ada, over: Partial<Outcome> = {}): Outcome => ({
  ...someOutcome({ settingId: jailed, target: { key: `validator:${id}`, type: 'VALIDATOR', id }, height }),
  ...over,
})
const recipients = async () => {
  const { rows } = await database.db.orm.execute<{ email: string }>(
    sql`select u.email from alert_recipient r join user_account u on u.id = r.user_id order by 1`,
  )
  return rows.map((one) => one.email)
}

describe('whom it notifies', () => {
  test('E84: however many entries of a user want it, each channel and contact is one delivery', async () => {
    await subscribe(database.db, { email, settings: [jailed], channels: ['EMAIL'] })
    await subscribe(database.db, {
      email,
      settings: [jailed],
      channels: ['SMS', 'EMAIL'],
      validatorKey: 'ada',
    })
    await subscribe(database.db, { email, settings: [jailed], channels: ['VOICE'], validatorKey: 'CONSada' })
    await subscribe(database.db, { email: 'b@example.org', settings: [jailed], validatorKey: 'bob' })
    await addPhone(database.db.orm, email, phone)
    await addPhone(database.db.orm, email, '+442079460959')
    await raise(jailedAt(7))
    expect(await lines()).toEqual([
      `1 email ${email} QUEUED`,
      `1 sms ${phone} QUEUED`,
      `1 sms +442079460959 QUEUED`,
      `1 voice ${phone} QUEUED`,
      `1 voice +442079460959 QUEUED`,
    ])
    await raise(jailedAt(7), jailedAt(7, bob, { key: 'bob' }))
    expect((await reportedAlerts(database.db)).map(({ name }) => name)).toEqual(['ada', 'bob'])
    expect((await lines()).slice(5)).toEqual(
      [`3 email ${email} QUEUED`, '3 email b@example.org QUEUED'].sort(),
    )
  })

  test('D42: for twenty thousand readers and more, the same rows are written as for a few', async () => {
    const later = '2100-01-01T00:00:00Z'
    const of = { settings: [jailed], validatorKey: 'ada' }
    await subscribe(database.db, { ...of, email: 'both@example.org', channels: ['SMS', 'VOICE'] })
    await subscribe(database.db, { ...of, email: 'mail-too@example.org', channels: ['VOICE', 'EMAIL'] })
    await subscribe(database.db, { ...of, email: 'muted@example.org', channels: ['SMS'], mutedUntil: later })
    await subscribe(database.db, { ...of, email, channels: ['SMS'] })
    await subscribe(database.db, { email, settings: [jailed], channels: ['EMAIL'], mutedUntil: later })
    await addPhone(database.db.orm, email, phone)
    const forFew = async () => {
      await raise(jailedAt(7))
      const written = await lines()
      await database.db.orm.execute(sql`truncate alert_recipient, alert, delivery restart identity cascade`)
      return written.filter((line) => !line.includes('@many.')).sort()
    }
    const few = await forFew()
    await database.db.orm.execute(sql`
      with many as (
        insert into user_account (email, email_key, created_at)
        select n || '@many.example', n || '@many.example', now() from generate_series(1, 20000) n returning id)
      insert into alert_entry (user_id, network_id, setting_id, channels, created_at)
      select id, 9, ${jailed}, array['EMAIL'], now() from many`)
    expect(few).toEqual(
      [
        `1 email ${email} QUEUED`,
        '1 email both@example.org QUEUED',
        '1 email mail-too@example.org QUEUED',
        `1 sms ${phone} QUEUED`,
        '1 sms  FAILED no_contact',
        '1 sms  SUPPRESSED muted',
        '1 voice  FAILED no_contact',
        '1 voice  FAILED no_contact',
      ].sort(),
    )
    expect(await forFew()).toEqual(few)
  })

  test('B139: what nobody’s entries name costs one question, however much of it comes at once', async () => {
    await subscribe(database.db, { email, settings: [halted], channels: ['EMAIL'] })
    const { raise: own } = createAlertRig(database.db)
    const asked = await database.db.transaction(async (tx) => {
      const execute = vi.spyOn(tx, 'execute')
      await own(tx, 9, [jailedAt(7), jailedAt(7, bob, { key: 'bob' })], deciding.begin(1))
      return execute.mock.calls.length
    })
    expect(asked).toBe(1)
    expect(await reportedAlerts(database.db)).toEqual([])
  })

  test('E84: it is muted only if all of them are, and then it is kept with that reason', async () => {
    const later = '2100-01-01T00:00:00Z'
    await subscribe(database.db, { email, settings: [jailed], mutedUntil: later })
    await subscribe(database.db, {
      email,
      settings: [jailed],
      validatorKey: 'ada',
      mutedUntil: '2000-01-01T00:00:00Z',
    })
    await subscribe(database.db, { email: 'b@example.org', settings: [jailed], mutedUntil: later })
    await raise(jailedAt(7))
    expect(await lines()).toEqual([`1 email ${email} QUEUED`, '1 email b@example.org SUPPRESSED muted'])
    expect(await recipients()).toEqual([email, 'b@example.org'])
  })

  test('E84: whose last phone is gone gets a mail in its place, once, and is shown that nothing could ring', async () => {
    await subscribe(database.db, { email, settings: [jailed], channels: ['SMS', 'VOICE'] })
    await subscribe(database.db, { email: 'b@example.org', settings: [jailed], channels: ['SMS', 'EMAIL'] })
    await raise(jailedAt(7))
    expect(await lines()).toEqual([
      `1 email ${email} QUEUED`,
      '1 email b@example.org QUEUED',
      '1 sms  FAILED no_contact',
      '1 sms  FAILED no_contact',
      '1 voice  FAILED no_contact',
    ])
  })

  test('E84 D28: a channel that the site has not any more is as a contact that is gone: a mail goes in its place', async () => {
    channels = ['sms', 'email']
    await subscribe(database.db, { email, settings: [jailed], channels: ['SMS', 'VOICE'] })
    await addPhone(database.db.orm, email, phone)
    await raise(jailedAt(7))
    expect(await lines()).toEqual([
      `1 email ${email} QUEUED`,
      `1 sms ${phone} QUEUED`,
      '1 voice  FAILED no_contact',
    ])
  })

  test('E84: nobody who is disabled, or may not read the network', async () => {
    await subscribe(database.db, { email, settings: [jailed] })
    await subscribe(database.db, { email: 'vip@example.org', settings: [jailed] })
    await subscribe(database.db, { email: 'gone@example.org', settings: [jailed] })
    await database.db.orm.execute(
      sql`update user_account set disabled_at = now() where email = 'gone@example.org'`,
    )
    await database.db.orm.execute(
      sql`insert into user_group (user_id, name) select id, 'vip' from user_account where email = 'vip@example.org'`,
    )
    access = 'VIP'
    await raise(jailedAt(7))
    expect(await lines()).toEqual(['1 email vip@example.org QUEUED'])
    expect(await recipients()).toEqual(['vip@example.org'])
    access = 'ANY'
    await raise(jailedAt(8))
    expect((await lines()).slice(1)).toEqual([`2 email ${email} QUEUED`, '2 email vip@example.org QUEUED'])
  })

  test('E84: an alert about the network goes to those who want that, and a CRITICAL one before the others', async () => {
    await subscribe(database.db, { email, settings: [halted, jailed] })
    const network = { key: 'network', type: 'ANY' as const, id: null }
    await raise(someOutcome({ settingId: halted, target: network, height: null, severity: 'CRITICAL' }))
    await raise(jailedAt(9, ada, { severity: 'WARNING' }))
    const { rows } = await database.db.orm.execute<{ lane: string; setting: number }>(sql`
      select lane, setting_id as setting from delivery join alert on alert.id::text = reference order by alert.id`)
    expect(rows).toEqual([
      { lane: 'critical', setting: halted },
      { lane: 'other', setting: jailed },
    ])
  })
})

describe('E225: whom it tells of an end', () => {
  const over = 2012
  const before = '2026-11-21T11:00:00Z'
  const began = '2026-11-21T12:00:00Z'
  const meanwhile = '2026-11-21T12:30:00Z'
  const ended = '2026-11-21T13:00:00Z'
  const end = (change: Partial<Outcome> = {}): Outcome => ({
    ...jailedAt(9, ada),
    kind: 'ENDED',
    settingId: over,
    trigger: 'TRUE_TO_FALSE',
    severity: 'INFO',
    key: `1/validator:${ada}/${over}/1@9#2`,
    at: Date.parse(ended),
    knownSince: Date.parse(began),
    ...change,
  })
  const beginning = (): Outcome => ({ ...jailedAt(7), key: `1/validator:${ada}/${jailed}/1@7#1` })

  test('who had turned it on when it began, though nobody wanted the beginning; nobody who did so meanwhile', async () => {
    await subscribe(database.db, { email: 'b@example.org', settings: [over], since: meanwhile })
    await raise(end())
    expect(await reportedAlerts(database.db)).toEqual([])
    await subscribe(database.db, { email, settings: [over], since: before })
    await raise(end())
    expect(await lines()).toEqual([`1 email ${email} QUEUED`])
    expect(await recipients()).toEqual([email])
  })

  test('who was told of the beginning, whatever they changed since; another beginning is none', async () => {
    await subscribe(database.db, { email, settings: [jailed], since: before })
    await raise(beginning())
    await subscribe(database.db, { email, settings: [over], since: meanwhile })
    await subscribe(database.db, { email: 'b@example.org', settings: [jailed, over], since: meanwhile })
    await raise(end())
    expect(await lines()).toEqual([`1 email ${email} QUEUED`, `2 email ${email} QUEUED`])
    await raise(end({ key: `1/validator:${ada}/${over}/2@9#4` }))
    expect(await lines()).toHaveLength(2)
  })

  test('all who want it where both are decided at once, or where the end is the graver one', async () => {
    const left = 4012
    await subscribe(database.db, { email, settings: [jailed, over, left], since: meanwhile })
    await raise(beginning(), end())
    await raise(end({ settingId: left, conditionId: 401, key: `1/validator:${ada}/${left}/1@9#2` }))
    expect(await recipients()).toEqual([email, email, email])
  })
})

describe('when a phone rings', () => {
  beforeEach(async () => {
    await subscribe(database.db, { email, settings: [jailed], channels: ['SMS', 'VOICE', 'EMAIL'] })
    await addPhone(database.db.orm, email, phone)
  })

  test('E85: what rests on one source is mailed at once, and rings after one observation more', async () => {
    const outcome = jailedAt(7, ada, { phone: 'AFTER_CONFIRMED' })
    await raise(outcome)
    expect(await lines()).toEqual([`1 email ${email} QUEUED`])
    const confirmed = { ...outcome, kind: 'CONFIRMED' as const, phone: 'NOW' as const }
    await raise(confirmed)
    const rung = [`1 email ${email} QUEUED`, `1 sms ${phone} QUEUED`, `1 voice ${phone} QUEUED`]
    expect(await lines()).toEqual(rung)
    await raise(confirmed)
    expect(await lines()).toEqual(rung)
  })

  test('E85: what is confirmed within the same change rings with it', async () => {
    const outcome = jailedAt(7, ada, { phone: 'AFTER_CONFIRMED' })
    await raise(outcome, { ...outcome, kind: 'CONFIRMED' })
    expect(await lines()).toHaveLength(3)
  })

  test('E83: what is held back rings nowhere; reported afterwards it is an alert of its own', async () => {
    await raise(jailedAt(7, ada, { kind: 'HELD', key: 'x/held' }))
    expect(await lines()).toEqual([
      `1 email ${email} SUPPRESSED network_halted`,
      `1 sms ${phone} SUPPRESSED network_halted`,
      `1 voice ${phone} SUPPRESSED network_halted`,
    ])
    await raise(jailedAt(9, ada, { key: 'x' }))
    expect((await lines()).slice(3)).toHaveLength(3)
  })
})

test('E86: ten thousand entries on one condition are rows without texts, one for each contact', async () => {
  await database.db.orm.execute(sql`
    insert into user_account (email, email_key, created_at)
    select 'u' || n || '@example.org', 'u' || n || '@example.org', now() from generate_series(1, 2000) n`)
  await database.db.orm.execute(sql`
    insert into alert_entry (user_id, network_id, validator_key, setting_id, channels, created_at)
    select id, 9, key, ${jailed}, array['EMAIL'], now() from user_account,
      (values (null), ('ada'), ('CONSada'), ('bob'), ('carol')) as k (key)`)
  await raise(jailedAt(7))
  const { rows } = await database.db.orm.execute<{ rows: number; texts: number; people: number }>(sql`
    select count(*)::int as rows, count(payload)::int as texts, count(distinct user_id)::int as people from delivery`)
  expect(rows).toEqual([{ rows: 2_000, texts: 0, people: 2_000 }])
})
