import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createFlapping, type Flapping } from '../testing/flapping.ts'

/** Ten missed in a row. */
const ten = 114
const [begins, ends] = [1141, 1142]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Somebody whom a call alone tells of beginnings, in their quiet hours. */
async function asleep(): Promise<Flapping> {
  const rig = await createFlapping(database, { EMAIL: [ends], SMS: [ends], VOICE: [begins] })
  const days = JSON.stringify(['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'])
  await database.db.orm.execute(sql`
    insert into user_quiet_hours (user_id, time_zone, windows, break_through)
    select id, 'UTC', jsonb_build_array(jsonb_build_object('days', ${days}::jsonb, 'from', '11:00', 'to', '20:00')), 'CRITICAL'
    from user_account`)
  return rig
}
async function turn(rig: Flapping, isOn: boolean): Promise<void> {
  const began_at = rig.ledger.clock.now()
  await rig.turn(ten, isOn, isOn ? { began_at } : {})
  await rig.dispatch()
}
const told = (rig: Flapping) =>
  (['email', 'sms'] as const).map((name) => rig.sent[name].flatMap((one) => one.about).length)

test('E327: the end of what a call has told in quiet hours, and was answered, comes at once by what tells ends', async () => {
  const rig = await asleep()
  await turn(rig, true)
  expect(rig.sent.voice).toHaveLength(1)
  await rig.pressOne()
  await rig.ledger.clock.advance(60_000)
  await turn(rig, false)
  expect(told(rig)).toEqual([1, 1])
})

test('E327: where it was answered with a mute it is the one message of E321', async () => {
  const rig = await asleep()
  await turn(rig, true)
  await rig.pressTwo()
  await rig.ledger.clock.advance(60_000)
  await turn(rig, false)
  expect(told(rig)).toEqual([1, 0])
})

test('E327: the end of what nobody has answered, and nobody was told of by the same contact, waits', async () => {
  const rig = await asleep()
  await turn(rig, true)
  await rig.ledger.clock.advance(60_000)
  await turn(rig, false)
  expect(told(rig)).toEqual([0, 0])
  expect(await rig.rows('email')).toEqual([`QUEUED quiet_hours ${ends}`])
})
