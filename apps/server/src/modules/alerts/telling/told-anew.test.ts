import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { acknowledge } from '../record/history.store.ts'
import { after, createFlapping, type Flapping } from '../testing/flapping.ts'

/** Ten missed in a row. */
const ten = 114
const [begins, ends] = [1141, 1142]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function turn(rig: Flapping, isOn: boolean): Promise<void> {
  await rig.turn(ten, isOn)
  await rig.dispatch()
}
async function jail(rig: Flapping): Promise<void> {
  await database.db.orm.execute(sql`
    insert into watch_event (network_id, epoch, validator_id, at, height, kind, seq)
    select 1, 1, id, ${rig.ledger.clock.now()}, 1, 'jailed', 1 from watch_validator`)
}
const told = (rig: Flapping, channel: 'email' | 'sms' | 'voice') =>
  rig.sent[channel].map((one) => one.about.map(({ settingId }) => settingId))

test('E326: an outage that ended in jail is not counted with the one after it, which is told at once, with its end', async () => {
  const both = [begins, ends]
  const rig = await createFlapping(database, { EMAIL: both, SMS: both, VOICE: [begins] })
  await turn(rig, true)
  await after(rig, 8)
  await jail(rig)
  await after(rig, 2)
  await turn(rig, false)
  await after(rig, 3)
  await turn(rig, true)
  expect([told(rig, 'email'), told(rig, 'sms')]).toEqual([
    [[begins], [ends], [begins]],
    [[begins], [ends], [begins]],
  ])
  expect(told(rig, 'voice')).toEqual([[begins], [begins]])
  await after(rig, 1)
  await turn(rig, false)
  expect(told(rig, 'email')).toEqual([[begins], [ends], [begins], [ends]])
  expect(told(rig, 'sms')).toEqual([[begins], [ends], [begins], [ends]])
  // From there on it is counted anew.
  await after(rig, 2)
  await turn(rig, true)
  await after(rig, 1)
  expect(told(rig, 'email')).toHaveLength(4)
  expect(told(rig, 'voice')).toHaveLength(2)
})

test('E389: the end of an outage that ended in jail waits for nothing, whatever came and went before it', async () => {
  const both = [begins, ends]
  const rig = await createFlapping(database, { EMAIL: both, SMS: both })
  for (let times = 0; times < 2; times += 1) {
    await turn(rig, true)
    await after(rig, 1)
    await turn(rig, false)
    await after(rig, 2)
  }
  await turn(rig, true)
  await after(rig, 8)
  await jail(rig)
  await after(rig, 2)
  const before = [[begins], [ends]]
  expect([told(rig, 'email').slice(0, 2), told(rig, 'sms').slice(0, 2)]).toEqual([before, before])
  const count = rig.sent.email.length
  await turn(rig, false)
  await after(rig, 0.5)
  for (const channel of ['email', 'sms'] as const) {
    expect([channel, told(rig, channel).slice(count)]).toEqual([channel, [[ends]]])
    expect(rig.sent[channel].at(-1)?.text).toContain('ended in jail')
  }
  // Nothing of what waited comes after it.
  await after(rig, 70)
  expect([told(rig, 'email').length, told(rig, 'sms').length]).toEqual([count + 1, count + 1])
})

test('E328: what waited and was acknowledged meanwhile is not told any more, and the history says so; its end is', async () => {
  const both = [begins, ends]
  const rig = await createFlapping(database, { EMAIL: both, SMS: both })
  const { db } = rig.ledger
  for (const isOn of [true, false]) {
    await turn(rig, isOn)
    await after(rig, 1)
  }
  // A blip that waits, and then what stays.
  for (const isOn of [true, false]) {
    await turn(rig, isOn)
    await after(rig, 1)
  }
  const alert = await rig.turn(ten, true)
  await rig.dispatch()
  await after(rig, 1)
  await db.transaction((tx) => acknowledge(tx, db.now(), { userId: 1, alertIds: [alert], via: 'CALL' }))
  await after(rig, 20)
  for (const channel of ['email', 'sms'] as const) {
    expect(told(rig, channel)).toEqual([[begins], [ends]])
    const unsent = (await rig.rows(channel)).filter((row) => !row.startsWith('SENT'))
    expect(unsent).toContain(`SUPPRESSED acknowledged ${begins}`)
    expect(unsent.filter((row) => !row.startsWith('SUPPRESSED acknowledged'))).toEqual([])
  }
  await turn(rig, false)
  for (const channel of ['email', 'sms'] as const)
    expect(told(rig, channel)).toEqual([[begins], [ends], [ends]])
})

test('E328 E306: what its reader had answered before it waited is told: it is what goes on after a mute', async () => {
  const rig = await createFlapping(database, { EMAIL: [begins, ends] })
  const { db } = rig.ledger
  for (const isOn of [true, false]) {
    await turn(rig, isOn)
    await after(rig, 1)
  }
  const alert = await rig.turn(ten, true)
  await db.transaction((tx) => acknowledge(tx, db.now(), { userId: 1, alertIds: [alert], via: 'CALL' }))
  await after(rig, 1)
  // As it is enqueued anew when the mute ends.
  await db.orm.execute(sql`update delivery set created_at = ${db.now()} where reference = ${String(alert)}`)
  await rig.dispatch()
  await after(rig, 20)
  expect(told(rig, 'email')).toEqual([[begins], [ends], [begins]])
})
