import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { decidedOf, settledAfter, tellOperator } from '../testing/simulated-outage.ts'
import { createFlapping } from '../testing/flapping.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const rules = { window: 2_000, blockSeconds: 1, minSigned: 75 }

test('E323: a double sign is told once, as what it is: with its slash and what a jailing brings along', async () => {
  const { now } = (await createFlapping(database, {})).ledger.clock
  const outcomes = decidedOf(rules, [{ at: settledAfter + 10, what: 'tombstone', validator: 0 }], {
    blocks: settledAfter + 40,
    firstTime: now(),
  })
  const rig = await tellOperator(database, outcomes)
  const { sms, voice, email } = rig.sent
  expect([sms.length, voice.length, email.length]).toEqual([1, 1, 1])
  for (const [message] of [sms, voice, email])
    expect(message?.text).toMatch(/ada(,| on) Celestia Mainnet: tombstoned, jailed forever\./)
  expect(email[0]?.subject).toBe('[Critical] ada, Celestia Mainnet: tombstoned, jailed forever')
  expect(email[0]?.text).toContain('Also: slashed, lost 2% of its stake.')
  expect(await rig.rows('sms')).toEqual([
    'SENT 3011,5211',
    ...[2011, 4012, 5211].map((setting) => `SUPPRESSED told_already ${setting}`),
  ])
})
