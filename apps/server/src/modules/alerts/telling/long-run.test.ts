import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { after, begins, createFlapping, ends, type Flapping } from '../testing/flapping.ts'

/** Three missed in a row, jail within an hour. */
const [three, withinHour] = [112, 123]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.orm.execute(sql`
    insert into watch_network (network_id, epoch, seq, min_signed_per_window) values (1, 1, 1, '0.500000000000000000')
    on conflict (network_id) do update set min_signed_per_window = excluded.min_signed_per_window`)
})
afterAll(() => database.drop())

let rig: Flapping
beforeEach(async () => {
  const both = [three, withinHour].flatMap((one) => [begins(one), ends(one)])
  const calls = [three, withinHour].map(begins)
  rig = await createFlapping(database, { EMAIL: both, SMS: both, VOICE: calls })
})

const told = () => [rig.sent.email.length, rig.sent.sms.length, rig.sent.voice.length]

/** So many blocks of a second later all that is due is sent. */
async function seconds(count: number): Promise<void> {
  await rig.ledger.clock.advance(count * 1_000)
  await rig.dispatch()
}

/** The third block of a row is missed; gives when the first was. Jail is 25 minutes away. */
async function misses(condition: number): Promise<number> {
  const began_at = rig.ledger.clock.now()
  await seconds(2)
  const figures = { missed_blocks: 1_000, signed_blocks_window: 5_000, seconds_to_jail: 1_501 }
  await rig.turn(condition, true, { began_at, consecutive_missed: 3, ...figures })
  await rig.dispatch()
  return began_at
}

async function signs(condition: number, began_at: number): Promise<void> {
  await rig.turn(condition, false, { began_at })
  await rig.dispatch()
}

/** Four blocks are missed, and a minute is signed. */
async function blip(condition: number): Promise<void> {
  const began = await misses(condition)
  await seconds(2)
  await signs(condition, began)
  await after(rig, 1)
}

test('E421: a run of missed blocks three times as long as the blips before it, and of 16 blocks, is told at once by every channel', async () => {
  for (let times = 0; times < 2; times += 1) await blip(three)
  expect(told()).toEqual([2, 2, 1])
  const began = await misses(three)
  await seconds(13)
  expect(told()).toEqual([2, 2, 1])
  await seconds(2)
  expect(told()).toEqual([3, 3, 2])
  for (const channel of ['email', 'sms', 'voice'] as const)
    expect(rig.sent[channel].at(-1)?.about.map(({ settingId }) => settingId)).toContain(begins(three))
  await seconds(83)
  expect(told()).toEqual([3, 3, 2])
  await signs(three, began)
  // A blip more waits, as those before it did.
  await blip(three)
  expect(told()).toEqual([3, 3, 2])
})

test('E421: what is no three times as long as the longest before it waits, however many blocks that are', async () => {
  await blip(three)
  for (const length of [12, 30, 60]) {
    const began = await misses(three)
    await seconds(length)
    await signs(three, began)
    await after(rig, 1)
  }
  // Of 14 blocks, and of 32 and 62 after these: each less than three times the one before.
  expect(told()).toEqual([2, 2, 1])
})

test('E421: of such a run that is over before its message could be sent it is told at once, and nobody is called', async () => {
  for (let times = 0; times < 2; times += 1) await blip(three)
  const began = await misses(three)
  await rig.ledger.clock.advance(14_000)
  await rig.die()
  await rig.ledger.clock.advance(20_000)
  await signs(three, began)
  await after(rig, 2)
  expect(told()).toEqual([3, 3, 1])
})

test('E422: what a mute leaves out is told when it has gone on for a minute, however often it came', async () => {
  await blip(withinHour)
  await rig.mute(three)
  // Longer than that nothing here is but by the mute: each as long as the one before it.
  for (let times = 0; times < 2; times += 1) {
    const [mails, messages, calls] = told()
    const began = await misses(withinHour)
    await seconds(58)
    if (times === 1) expect(told()).toEqual([mails, messages, calls])
    await seconds(4)
    expect([rig.sent.voice.length, rig.sent.sms.at(-1)?.about.at(-1)?.settingId]).toEqual([
      2 + times,
      begins(withinHour),
    ])
    await signs(withinHour, began)
    await after(rig, 1)
  }
})
