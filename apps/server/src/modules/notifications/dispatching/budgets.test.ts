import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createLedger, createScriptedChannel, type Ledger, type ScriptedChannel } from '../testing/ledger.ts'

let database: TestDatabase
let ledger: Ledger
let sms: ScriptedChannel
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.orm.execute(sql`truncate user_account cascade`)
  ledger = await createLedger(database, { sms: 3, voice: 0 })
  sms = createScriptedChannel('sms')
})

const never = new AbortController().signal
const alert = (userId: number, isCritical = true) => {
  const recipient = `+1202555${String(userId).padStart(4, '0')}`
  return ledger.add({ channel: 'sms', purpose: 'alert', userId, recipient, isCritical })
}
/** So many that others were sent today, three each. */
const spent = (messages: number) =>
  ledger.test.db.orm.execute(sql`
    insert into delivery (channel, lane, purpose, user_id, recipient, language, dedupe_key, state, attempts, spent_at,
                          due_at, give_up_at, created_at, updated_at)
    select 'sms', 'critical', 'alert', 1000 + n / 3, 'x', 'en', gen_random_uuid(), 'SENT', 1, t, t, t, t, t
    from generate_series(1, ${messages}::int) n, (select ${ledger.db.now()} as t) as moment`)
const pass = (lane: 'critical' | 'other' = 'critical') =>
  ledger.dispatcher('own', { channel: sms, lane }).pass(never)
const reached = (userId: number, channel = 'sms') =>
  ledger.db.transaction((tx) => ledger.budgets.reached(tx, channel, userId))
const count = async (state: string) => (await ledger.rows()).filter((row) => row.state === state).length

test('D15: beyond the budget of the user a message is kept and not sent, until a day has passed', async () => {
  for (let index = 0; index < 5; index += 1) await alert(1)
  await alert(2)
  await pass()
  expect(sms.sent).toHaveLength(4)
  expect([await count('SENT'), await count('SUPPRESSED')]).toEqual([4, 2])
  const suppressed = (await ledger.rows()).find(({ state }) => state === 'SUPPRESSED')
  expect(suppressed).toMatchObject({ detail: 'budget of 3 sms messages a day is used up', attempts: 0 })
  expect(await reached(1)).toEqual({ of: 'user', seconds: 86_400 })
  await ledger.clock.advance(3_600_000)
  expect(await reached(1)).toEqual({ of: 'user', seconds: 82_800 })
  expect(await reached(2)).toBeNull()
  await ledger.clock.advance(82_800_000)
  expect(await reached(1)).toBeNull()
  await alert(1)
  expect(await pass()).toBe(1)
})

test('D15: what somebody asked for is counted when it is enqueued, and with alerts together', async () => {
  for (let index = 0; index < 2; index += 1) await ledger.add({ channel: 'sms', userId: 1 })
  await alert(1)
  await alert(1)
  await pass()
  expect([await count('SENT'), await count('SUPPRESSED'), await count('QUEUED')]).toEqual([1, 1, 2])
  expect((await reached(1))?.of).toBe('user')
  // Codes that were counted are sent, whatever alerts have used up meanwhile.
  expect(await ledger.dispatcher('own', { channel: sms }).pass(never)).toBe(2)
})

test('D15: another attempt costs nothing more', async () => {
  await alert(1)
  sms.script.push(() => ({ outcome: 'failed', permanent: false, detail: 'busy' }))
  await pass()
  await alert(1)
  await alert(1)
  await ledger.clock.advance(10_000)
  expect(await pass()).toBe(3)
  expect(await count('SENT')).toBe(3)
})

test('D15: the site has a hundred budgets, and where they are used up the whole lane ends', async () => {
  await spent(300)
  await alert(101, false)
  await alert(102, false)
  await pass('other')
  expect(sms.sent).toHaveLength(0)
  expect(await count('SUPPRESSED')).toBe(2)
  expect((await reached(103))?.of).toBe('site')
})

test('D29: what others have spent keeps no CRITICAL alert from anybody', async () => {
  await spent(300)
  await alert(101)
  await pass()
  expect(sms.sent).toHaveLength(1)
})

test('D29: with more users the site may send more', async () => {
  await database.db.orm.execute(sql`
    insert into user_account (email, email_key, created_at)
    select 'u' || n || '@example.org', 'u' || n || '@example.org', now() from generate_series(1, 101) n`)
  await spent(300)
  expect(await reached(103)).toBeNull()
  await spent(3)
  expect((await reached(103))?.of).toBe('site')
})

test('D29: a CRITICAL alert beyond the budget is reported as failed, anything else is not', async () => {
  const failed: string[] = []
  ledger.onFailed = async (_tx, row) => void failed.push(`${row.channel} ${row.userId}`)
  for (let index = 0; index < 4; index += 1) await alert(1)
  for (let index = 0; index < 3; index += 1) await alert(2, false)
  await pass()
  await pass('other')
  expect(await count('SUPPRESSED')).toBe(2)
  expect(failed).toEqual(['sms 1'])
})

test('D41: one message of the user is kept for what is CRITICAL', async () => {
  for (let index = 0; index < 4; index += 1) await alert(1, false)
  await pass('other')
  expect(sms.sent).toHaveLength(2)
  const suppressed = (await ledger.rows()).find(({ state }) => state === 'SUPPRESSED')
  expect(suppressed?.detail).toBe(
    'budget of 3 sms messages a day is used up but for one, kept for a CRITICAL alert',
  )
  await alert(1)
  await alert(1)
  await pass()
  expect(sms.sent).toHaveLength(3)
})

test('D41: so is one of the site', async () => {
  await spent(298)
  await alert(1, false)
  await alert(2, false)
  await pass('other')
  expect(sms.sent).toHaveLength(1)
  await alert(3)
  await pass()
  expect(sms.sent).toHaveLength(2)
})

test('D41: a budget of one has no reserve', async () => {
  ledger = await createLedger(database, { sms: 1 })
  sms = createScriptedChannel('sms')
  await alert(1, false)
  await pass('other')
  expect(sms.sent).toHaveLength(1)
})

test('D15: processes side by side spend no more than one', async () => {
  for (let index = 0; index < 9; index += 1) await alert(1)
  const workers = ['a', 'b', 'c'].map((worker) =>
    ledger.dispatcher(worker, { channel: sms, lane: 'critical' }),
  )
  await Promise.all(workers.map((one) => one.pass(never)))
  expect(sms.sent).toHaveLength(3)
})

test('D15: a budget of nothing is nothing; what costs nothing has none', async () => {
  expect(await reached(1, 'voice')).toEqual({ of: 'user', seconds: 86_400 })
  expect(await reached(1, 'email')).toBeNull()
})
