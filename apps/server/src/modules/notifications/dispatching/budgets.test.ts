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
  ledger = await createLedger(database, { sms: 3, voice: 0 })
  sms = createScriptedChannel('sms')
})

const never = new AbortController().signal
const alert = (userId: number, isCritical = true) => {
  const recipient = `+1202555${String(userId).padStart(4, '0')}`
  return ledger.add({ channel: 'sms', purpose: 'alert', userId, recipient, isCritical })
}
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
  for (let user = 1; user <= 100; user += 1) {
    for (let index = 0; index < 3; index += 1) await alert(user)
  }
  await alert(101)
  await alert(102)
  await pass()
  expect(sms.sent).toHaveLength(300)
  expect(await count('SUPPRESSED')).toBe(2)
  expect((await reached(103))?.of).toBe('site')
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
  for (let user = 1; user <= 150; user += 1) {
    for (let index = 0; index < 2; index += 1) await alert(user, false)
  }
  await pass('other')
  expect(sms.sent).toHaveLength(299)
  await alert(151)
  await alert(152)
  await pass()
  expect(sms.sent).toHaveLength(300)
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
