import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { insertFanOut } from '../../notifications/ledger/enqueue.store.ts'
import { createFlapping, type Flapping } from '../testing/flapping.ts'
import { decidedOf, recommended, settledAfter, tellEachSecond } from '../testing/simulated-outage.ts'
import { sendByFallbackChannel } from './fallback-channel.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Four of 1,000 blocks of 1.5 s are missed: the end is decided when the rest of their storm has been sent (D40). */
async function blip(daily: Readonly<Record<string, number>>): Promise<Flapping> {
  const rig = await createFlapping(database, { SMS: recommended.SMS }, daily)
  const { db, clock } = rig.ledger
  const notifications: Parameters<typeof sendByFallbackChannel>[1]['notifications'] = {
    hasChannel: () => true,
    fanOut: async (tx, fanOut) => void (await insertFanOut(tx, db.now(), fanOut)),
  }
  rig.ledger.onFailed = (tx, failed) => sendByFallbackChannel(tx, { notifications, now: db.now }, failed)
  const from = settledAfter + 10
  const script = [
    { at: from, what: 'down' as const, validator: 0 },
    { at: from + 4, what: 'up' as const, validator: 0 },
  ]
  const rules = { window: 1_000, blockSeconds: 1.5, minSigned: 90 }
  const outcomes = decidedOf(rules, script, { blocks: from + 40, firstTime: clock.now() })
  await tellEachSecond(rig, outcomes, (from + 60) * 1.5)
  return rig
}

test('D339: what the last SMS within the limit has told is told by no mail in the place of the next one; its end is', async () => {
  const { sent } = await blip({ sms: 1 })
  expect(sent.sms.map(({ text }) => text)).toEqual([expect.stringContaining('jail in about 2 min')])
  expect(sent.email.map(({ subject }) => subject)).toEqual([expect.stringContaining('signing again')])
})

test('D339: where no SMS has told it one mail does', async () => {
  const { sent } = await blip({ sms: 0 })
  expect(sent.sms).toEqual([])
  expect(sent.email.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/jail in about 2\smin/),
    expect.stringContaining('signing again'),
  ])
})
