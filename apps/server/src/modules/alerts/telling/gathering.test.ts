import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { addValidator } from '../testing/some-validators.ts'
import { createFlapping, type Flapping } from '../testing/flapping.ts'

const [jailed, outOfJail, signing, tenInARow, halted] = [2011, 2012, 1142, 1141, 9021]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const told = ({ sent }: Flapping) => sent.sms.map(({ about }) => about.map(({ settingId }) => settingId))
async function later(rig: Flapping, seconds: number): Promise<void> {
  await rig.ledger.clock.advance(seconds * 1000)
  await rig.dispatch()
}
/** Jailed and told so; a minute later it is free. */
async function freed(settings: readonly number[]): Promise<Flapping> {
  const rig = await createFlapping(database, { SMS: settings })
  await rig.happen([tenInARow])
  await rig.dispatch()
  await later(rig, 60)
  await rig.turn(201, true)
  await rig.dispatch()
  await later(rig, 60)
  await rig.turn(201, false)
  await rig.dispatch()
  return rig
}
const ofOne = [tenInARow, signing, jailed, outOfJail]

test('E390: out of jail and signing again within 20 seconds are one SMS', async () => {
  const rig = await freed(ofOne)
  expect(told(rig)).toEqual([[tenInARow], [jailed]])
  await later(rig, 9)
  await rig.turn(114, false)
  await rig.dispatch()
  expect(told(rig)).toHaveLength(2)
  await later(rig, 11)
  expect(told(rig).slice(2)).toEqual([[outOfJail, signing]])
  expect(rig.sent.sms.at(-1)?.text).toContain('Signing again.')
})

test('E390: who does not sign by then is told after 20 seconds that it is out of jail, and at once that it signs', async () => {
  const rig = await freed(ofOne)
  await later(rig, 19)
  expect(told(rig)).toHaveLength(2)
  await later(rig, 1)
  expect(told(rig).slice(2)).toEqual([[outOfJail]])
  await later(rig, 60)
  await rig.turn(114, false)
  await rig.dispatch()
  expect(told(rig).slice(3)).toEqual([[signing]])
})

test('E390: what begins meanwhile is told at once', async () => {
  const rig = await freed([...ofOne, halted])
  await later(rig, 5)
  await rig.happen([halted])
  await rig.dispatch()
  expect(told(rig).slice(2)).toEqual([[halted]])
  await later(rig, 15)
  expect(told(rig).slice(3)).toEqual([[outOfJail]])
})

test('E390: killed while it gathers, nothing of it is lost and nothing comes twice', async () => {
  const rig = await freed(ofOne)
  await rig.turn(114, false)
  await later(rig, 0)
  await rig.ledger.clock.advance(20_000)
  await rig.die()
  await later(rig, 61)
  await later(rig, 61)
  expect(told(rig).slice(2)).toEqual([[outOfJail, signing]])
})

test('E402: a second validator that is out of jail meanwhile has its 20 seconds, within 30 of the first', async () => {
  const rig = await freed(ofOne)
  const bob = await addValidator(database.db.orm, { networkId: 1, operator: 'bob' })
  await rig.ledger.db.orm.execute(`
    insert into alert_entry (user_id, network_id, setting_id, channels, validator_key)
    select user_id, network_id, setting_id, channels, 'bob' from alert_entry where validator_key is not null`)
  await later(rig, 8)
  await rig.happen([outOfJail], [bob])
  await rig.dispatch()
  await later(rig, 15)
  expect(told(rig)).toHaveLength(2)
  await rig.turn(114, false)
  await later(rig, 5)
  expect(told(rig).slice(2)).toEqual([[outOfJail, outOfJail, signing]])
})

test('E402: a message of a storm that comes before it does not shorten its 20 seconds', async () => {
  const rig = await createFlapping(database, { SMS: [...ofOne, halted] })
  await rig.happen([tenInARow])
  await rig.dispatch()
  await later(rig, 60)
  await rig.turn(201, true)
  await rig.dispatch()
  await later(rig, 60)
  await rig.happen([halted])
  await rig.dispatch()
  await later(rig, 10)
  await rig.turn(201, false)
  await later(rig, 18)
  expect(told(rig).slice(2)).toEqual([[halted]])
  await rig.turn(114, false)
  await later(rig, 2)
  expect(told(rig).slice(3)).toEqual([[outOfJail, signing]])
})

test('E402: what begins and joins it is told 15 seconds after the first of its storm, as ever', async () => {
  const rig = await createFlapping(database, { SMS: [...ofOne, halted, 1211] })
  await rig.happen([tenInARow])
  await rig.dispatch()
  await later(rig, 60)
  await rig.turn(201, true)
  await rig.dispatch()
  await later(rig, 60)
  await rig.happen([halted])
  await rig.dispatch()
  await rig.turn(201, false)
  await later(rig, 5)
  await rig.happen([1211])
  await later(rig, 9)
  expect(told(rig)).toHaveLength(3)
  await later(rig, 1)
  expect(told(rig).slice(3)).toEqual([[outOfJail, 1211]])
})

test('E391: that votes are missing on a proposal is one SMS for all that are found within 15 seconds', async () => {
  const notVoted = 11031
  const rig = await createFlapping(database, { SMS: [notVoted, halted] })
  const [ada = 0] = (
    await database.db.orm.execute<{ id: number }>('select id from watch_validator')
  ).rows.map(({ id }) => id)
  const bob = await addValidator(database.db.orm, { networkId: 1, operator: 'bob' })
  const cem = await addValidator(database.db.orm, { networkId: 1, operator: 'cem' })
  await rig.happen([notVoted], [ada, bob])
  await rig.dispatch()
  expect(told(rig)).toEqual([])
  await later(rig, 12)
  await rig.happen([notVoted], [cem])
  await rig.dispatch()
  await rig.happen([halted])
  await rig.dispatch()
  // That is another matter, which waits for nothing.
  expect(told(rig)).toEqual([[halted]])
  await later(rig, 3)
  expect(told(rig).slice(1)).toEqual([[notVoted, notVoted, notVoted]])
})
