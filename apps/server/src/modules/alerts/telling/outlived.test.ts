import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { after, begins, createFlapping, ends, type Flapping } from '../testing/flapping.ts'
import { decidedOf, recommended, settledAfter, tellEachSecond } from '../testing/simulated-outage.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.orm.execute(sql`
    insert into watch_network (network_id, epoch, seq, min_signed_per_window) values (1, 1, 1, '0.750000000000000000')
    on conflict (network_id) do update set min_signed_per_window = excluded.min_signed_per_window`)
})
afterAll(() => database.drop())

/** 500 of 2,000 blocks of a second may be missed; of a block each is down, and for how many. */
async function down(rig: Flapping, outages: readonly (readonly [at: number, blocks: number])[]) {
  const script = outages.flatMap(([at, blocks]) => [
    { at: settledAfter + at, what: 'down' as const, validator: 0 },
    { at: settledAfter + at + blocks, what: 'up' as const, validator: 0 },
  ])
  const [last = 0, blocks = 0] = outages.at(-1) ?? []
  const seconds = settledAfter + last + blocks + 60
  const rules = { window: 2_000, blockSeconds: 1, minSigned: 75 }
  const outcomes = decidedOf(rules, script, { blocks: seconds, firstTime: rig.ledger.clock.now() })
  await tellEachSecond(rig, outcomes, seconds)
}

test('E388: of a blip whose end waits nothing is sent once the outage that has begun since was told, and goes on; programs get it', async () => {
  const rig = await createFlapping(database, recommended)
  await down(rig, [
    [10, 4],
    [70, 4],
    [160, 300],
  ])
  expect(rig.sent.sms.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Critical: ada, .*: jail in about 8 min/),
    expect.stringMatching(/^Info: ada, .*: signing again\. 4 blocks missed/),
    expect.stringMatching(/^Critical: ada, .*: jail in about 8 min .* For the 3rd time since/),
    expect.stringMatching(/: signing again\. 300 blocks missed in 5 min, .* That was the 3rd time since/),
  ])
  const mails = rig.sent.email.map(({ text }) => text)
  expect(mails.slice(2)).toEqual([expect.stringMatching(/: jail in about 8 min .* For the 3rd time since/)])
  const programs = rig.sent.webhook.flatMap(({ about }) => about.map(({ settingId }) => settingId))
  expect(programs.filter((one) => one === ends(112))).toHaveLength(3)
  const unsent = (await rig.rows('sms')).filter((row) => !row.startsWith('SENT'))
  expect(unsent).toContain(`SUPPRESSED told_already ${ends(112)}`)
})

test('E388: where that is told by the same message it tells how often it came, and nothing else of the blip', async () => {
  const without = (conditions: readonly number[]) =>
    recommended.SMS.filter((one) => !conditions.includes(Math.floor(one / 10)))
  const rig = await createFlapping(database, { SMS: without([114]) })
  await down(rig, [
    [10, 4],
    [70, 4],
    [160, 60],
  ])
  expect(rig.sent.sms.slice(2).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Critical: ada, .*: jail in about 8 min .* For the 3rd time since/),
  ])
})

test('E388: nor while the message about it is just being sent', async () => {
  const three = 112
  const rig = await createFlapping(database, { EMAIL: [begins(three), ends(three)] })
  for (let times = 0; times < 2; times += 1) {
    await rig.turn(three, true)
    await after(rig, 1)
    await rig.turn(three, false)
    await after(rig, 1)
  }
  expect(rig.sent.email).toHaveLength(2)
  const due = rig.sent.email[1]?.atMs ?? 0
  await rig.ledger.clock.advance(due + 3_600_000 - rig.ledger.clock.now() - 1_000)
  await rig.turn(three, true)
  await rig.ledger.clock.advance(30_000)
  await rig.dispatch()
  await after(rig, 10)
  expect(rig.sent.email.slice(2).map(({ about }) => about.map(({ settingId }) => settingId))).toEqual([
    [begins(three)],
  ])
})
