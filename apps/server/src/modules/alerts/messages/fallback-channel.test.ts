import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { insertFanOut } from '../../notifications/ledger/enqueue.store.ts'
import type { FailedDelivery } from '../../notifications/notifications.public.ts'
import { alertKind } from '../record/alert.store.ts'
import { addPhone } from '../testing/some-validators.ts'
import { subscribe } from '../testing/alert-rig.ts'
import { sendByFallbackChannel } from './fallback-channel.ts'

let database: TestDatabase
let serial = 0
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

interface Case {
  severity?: 'CRITICAL' | 'WARNING'
  phones?: number
  /** What there is in the ledger, as `channel STATE`; the first one is the one that fails. */
  rows: readonly string[]
  hasSms?: boolean
}

/** Lets the first row fail; gives the channels and recipients that are used instead. */
async function insteadOf({
  severity = 'CRITICAL',
  phones = 1,
  rows,
  hasSms = true,
}: Case): Promise<string[]> {
  serial += 1
  const { db } = database
  const email = `user${serial}@example.org`
  await subscribe(db, { email, settings: [] })
  const numbers = Array.from({ length: phones }, (_none, index) => `+44207${serial}46${index}`)
  for (const number of numbers) await addPhone(db.orm, email, number)
  const id = serial
  await db.orm.execute(sql`
    insert into alert (id, network_id, setting_id, type, severity, validator_keys, at, evidence, occurrence, phones_wait,
                       created_at)
    values (${id}, 1, 2011, 'JAILED', ${severity}, '{}', now(), '{}', ${`o${id}`}, false, now())`)
  const { rows: users } = await db.orm.execute<{ id: number }>(
    sql`select id from user_account where email = ${email}`,
  )
  const userId = users[0]?.id ?? 0
  for (const row of rows) {
    const [channel = '', state = ''] = row.split(' ')
    const recipient = channel === 'email' ? email : (numbers[0] ?? '')
    await db.orm.execute(sql`
      insert into delivery (channel, lane, purpose, user_id, recipient, language, kind, reference, dedupe_key, state,
                            due_at, give_up_at, created_at, updated_at)
      values (${channel}, 'critical', 'alert', ${userId}, ${recipient}, 'en', ${alertKind}, ${String(id)},
              concat_ws(':', ${alertKind}::text, ${String(id)}::text, ${channel}::text, ${userId}::int, ${recipient}::text),
              ${state}, now(), now(), now(), now())`)
  }
  const ledger = async () => {
    const found = await db.orm.execute<FailedDelivery & Record<string, unknown>>(sql`
      select id::int, channel, purpose, recipient, user_id as "userId", kind, array[reference] as references from delivery
      where reference = ${String(id)} order by id`)
    return found.rows
  }
  const before = await ledger()
  const [failed] = before
  if (!failed) throw new Error('nothing fails')
  await db.transaction((tx) =>
    sendByFallbackChannel(
      tx,
      {
        notifications: {
          hasChannel: (name) => name !== 'sms' || hasSms,
          fanOut: async (own, fanOut) => void (await insertFanOut(own, db.now(), fanOut)),
        },
        now: db.now,
      },
      failed,
    ),
  )
  return (await ledger())
    .slice(before.length)
    .map(
      ({ channel, recipient }) => `${channel} ${recipient === email ? 'mail' : numbers.indexOf(recipient)}`,
    )
}

test.each<[string, Case, string[]]>([
  ['a call goes by SMS to its number', { phones: 2, rows: ['voice FAILED'] }, ['sms 0']],
  ['not where an SMS goes anyway', { rows: ['voice FAILED', 'sms QUEUED'] }, []],
  ['by mail where the SMS failed as well', { rows: ['voice FAILED', 'sms FAILED'] }, ['email mail']],
  ['by mail where the SMS was over its budget', { rows: ['voice FAILED', 'sms SUPPRESSED'] }, ['email mail']],
  ['by mail where the site sends no SMS', { rows: ['voice FAILED'], hasSms: false }, ['email mail']],
  ['by mail where the number is gone', { phones: 0, rows: ['voice FAILED'] }, ['email mail']],
  ['an SMS goes by mail', { rows: ['sms FAILED'] }, ['email mail']],
  ['once', { rows: ['sms FAILED', 'email DELIVERED'] }, []],
  [
    'a mail about something CRITICAL goes by SMS to every number',
    { phones: 2, rows: ['email FAILED'] },
    ['sms 0', 'sms 1'],
  ],
  ['not where a call goes', { rows: ['email FAILED', 'voice SENT'] }, []],
  ['nor where an SMS went', { rows: ['email FAILED', 'sms DELIVERED'] }, []],
  ['nor where it failed: that is how the mail came about', { rows: ['email FAILED', 'sms FAILED'] }, []],
  ['other mails are shown as failed, and that is all', { severity: 'WARNING', rows: ['email FAILED'] }, []],
])('D23 E95: %s', async (_name, given, expected) => {
  expect((await insteadOf(given)).sort()).toEqual(expected)
})

test('E95 E279: what one message was about is told by one in its place, once, though it failed at two numbers', async () => {
  const { db } = database
  const email = 'several@example.org'
  await subscribe(db, { email, settings: [] })
  const { rows: users } = await db.orm.execute<{ id: number }>(
    sql`select id from user_account where email = ${email}`,
  )
  const userId = users[0]?.id ?? 0
  const ids = [901, 902, 903]
  for (const id of ids)
    await db.orm.execute(sql`
      insert into alert (id, network_id, setting_id, type, severity, validator_keys, at, evidence, occurrence, phones_wait,
                         created_at)
      values (${id}, 1, 2011, 'JAILED', 'CRITICAL', '{}', now(), '{}', ${`o${id}`}, false, now())`)
  const fails = (id: number, references: readonly number[]) =>
    db.transaction((tx) =>
      sendByFallbackChannel(
        tx,
        {
          notifications: {
            hasChannel: () => true,
            fanOut: async (own, fanOut) => void (await insertFanOut(own, db.now(), fanOut)),
          },
          now: db.now,
        },
        {
          ...{ id, channel: 'sms', purpose: 'alert', recipient: `+4420700${id}`, userId, kind: alertKind },
          references: references.map(String),
        },
      ),
    )
  await Promise.all([fails(1, ids), fails(2, ids)])
  const { rows } = await db.orm.execute<{ reference: string; also: string | null }>(sql`
    select d.reference, (select string_agg(o.reference, ',' order by o.reference) from delivery_also o where o.delivery_id = d.id) as also
    from delivery d where d.user_id = ${userId} and d.channel = 'email' order by d.id`)
  const told = rows.flatMap(({ reference, also }) => [reference, ...(also?.split(',') ?? [])])
  expect(told.sort()).toEqual(ids.map(String))
  expect(rows).toHaveLength(1)
})
