import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { channels, createFlapping } from '../testing/flapping.ts'
import { addValidator } from '../testing/some-validators.ts'

const [jailed, outOfJail, ten] = [2011, 2012, 1141]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('E279: validators that fail at one block are told of in one message at once, and so are their ends', async () => {
  const settings = [jailed, outOfJail, ten]
  const rig = await createFlapping(database, { EMAIL: settings, SMS: settings, VOICE: [jailed] })
  const { clock, db } = rig.ledger
  const operators = ['bob', 'cyd', 'dan']
  const all = await Promise.all(operators.map((operator) => addValidator(db.orm, { networkId: 1, operator })))
  await rig.happen([jailed], all)
  await rig.dispatch()
  for (const channel of channels) {
    expect(rig.sent[channel].map(({ about }) => about.length)).toEqual([3])
    expect(await rig.rows(channel)).toEqual([`SENT ${jailed},${jailed},${jailed}`])
  }
  await clock.advance(60_000)
  await rig.happen([outOfJail], all)
  await rig.dispatch()
  expect(await rig.rows('email')).toEqual([jailed, outOfJail].map((one) => `SENT ${one},${one},${one}`))
  await clock.advance(60_000)
  // What else comes then waits as in a storm.
  await rig.happen([ten, jailed], all.slice(0, 2))
  await rig.dispatch()
  const lately = async () => (await rig.rows('sms')).slice(2)
  expect(await lately()).toEqual([`SENT ${ten},${ten}`, `QUEUED ${jailed},${jailed}`])
  await clock.advance(15_000)
  await rig.dispatch()
  expect(await lately()).toEqual([`SENT ${ten},${ten}`, `SENT ${jailed},${jailed}`])
})
