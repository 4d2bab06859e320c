import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { after, begins, createFlapping, ends, type Flapping } from '../testing/flapping.ts'

/** Ten missed in a row, jailed, what is INFO, a halt. */
const [ten, jailed, moved, halted] = [114, 201, 401, 902]
const minute = 60_000
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const told = ({ sent }: Flapping, channel: 'sms' | 'voice' = 'sms') =>
  sent[channel].flatMap(({ about }) => about.map(({ settingId }) => settingId))
const spentAs = async ({ ledger }: Flapping) => {
  const { rows } = await ledger.db.orm.execute<{ as: string }>(
    sql`select spent_as as as from delivery where channel = 'sms' and spent_at is not null order by spent_at, id`,
  )
  return rows.map((row) => row.as)
}
/** Of four SMS what is INFO may use one. */
async function useUpShare(rig: Flapping): Promise<void> {
  await rig.turn(moved, true)
  await rig.dispatch()
  await after(rig, 1)
}

test('D327: the end of what was told by SMS comes by SMS where the share of what is INFO is used up', async () => {
  const rig = await createFlapping(database, { SMS: [begins(moved), begins(ten), ends(ten)] }, { sms: 4 })
  await useUpShare(rig)
  const began_at = rig.ledger.clock.now()
  await rig.turn(ten, true, { began_at })
  await rig.dispatch()
  await rig.turn(ten, false, { began_at })
  await after(rig, 2)
  expect(told(rig)).toEqual([begins(moved), begins(ten), ends(ten)])
  expect(await spentAs(rig)).toEqual(['INFO', 'CRITICAL', 'CRITICAL'])
})

test('D327: so does the end of what a call told that was taken, not of one that nobody took', async () => {
  const settings = { SMS: [begins(moved), ends(ten)], VOICE: [begins(ten)] }
  for (const state of ['DELIVERED', 'FAILED']) {
    const rig = await createFlapping(database, settings, { sms: 4, voice: 4 })
    await useUpShare(rig)
    const began_at = rig.ledger.clock.now()
    await rig.turn(ten, true, { began_at })
    await rig.dispatch()
    expect(told(rig, 'voice')).toEqual([begins(ten)])
    await rig.ledger.db.orm.execute(sql`update delivery set state = ${state} where channel = 'voice'`)
    await rig.turn(ten, false, { began_at })
    await after(rig, 2)
    expect(told(rig)).toEqual(state === 'DELIVERED' ? [begins(moved), ends(ten)] : [begins(moved)])
  }
})

test('D327: the end of what a call told takes nothing of what is kept for the gravest', async () => {
  const settings = { SMS: [begins(jailed), ends(ten)], VOICE: [begins(ten)] }
  const rig = await createFlapping(database, settings, { sms: 4, voice: 4 })
  for (const _ of [1, 2, 3]) {
    await rig.turn(jailed, true)
    await rig.dispatch()
    await rig.ledger.clock.advance(minute)
  }
  const began_at = rig.ledger.clock.now()
  await rig.turn(ten, true, { began_at })
  await rig.dispatch()
  await rig.ledger.db.orm.execute(sql`update delivery set state = 'DELIVERED' where channel = 'voice'`)
  await rig.turn(ten, false, { began_at })
  await after(rig, 2)
  expect(told(rig)).toEqual([begins(jailed), begins(jailed), begins(jailed)])
  expect((await rig.rows('sms')).at(-1)).toMatch(/^SUPPRESSED budget_used_up .*1142$/)
})

/** Of twenty SMS fourteen are open to all; so many of them were sent. */
const spend = ({ ledger }: Flapping, messages: number) =>
  ledger.db.orm.execute(sql`
    insert into delivery (channel, lane, purpose, user_id, recipient, language, dedupe_key, state, attempts, spent_at, spent_as,
                          due_at, give_up_at, created_at, updated_at)
    select 'sms', 'critical', 'alert', 1, '+442079460001', 'en', gen_random_uuid(), 'SENT', 1, t, 'CRITICAL', t, t, t, t
    from generate_series(1, ${messages}::int), (select ${ledger.db.now()} as t) as moment`)
const pots = async ({ ledger }: Flapping) => {
  const { rows } = await ledger.db.orm.execute<{ kept: boolean }>(
    sql`select spent_kept as kept from delivery where channel = 'sms' and kind is not null and spent_at is not null order by spent_at, id`,
  )
  return rows.map(({ kept }) => (kept ? 'kept' : 'open'))
}

test('D334: the end of a halt comes by SMS, as the halt did, from what is kept for both', async () => {
  const settings = [begins(halted), ends(halted), begins(ten)]
  const rig = await createFlapping(database, { SMS: settings }, { sms: 20 })
  await spend(rig, 14)
  await rig.turn(ten, true)
  await rig.dispatch()
  await after(rig, 1)
  for (const isOn of [true, false]) {
    await rig.turn(halted, isOn)
    await after(rig, 2)
  }
  expect(told(rig)).toEqual([begins(halted), ends(halted)])
  expect(await pots(rig)).toEqual(['kept', 'kept'])
})

test('D334: the last one that is open to all goes, and its end comes by SMS; what begins meanwhile leaves the price of an end', async () => {
  const settings = [begins(ten), ends(ten), begins(moved)]
  const rig = await createFlapping(database, { SMS: settings }, { sms: 20 })
  const left = () => rig.ledger.budgets.leftFor('sms', 1)
  await spend(rig, 12)
  const began_at = rig.ledger.clock.now()
  await rig.turn(ten, true, { began_at })
  await rig.dispatch()
  expect(await left()).toMatchObject({ count: 0, kept: 6 })
  const until = (await left())?.until
  await after(rig, 1)
  await rig.turn(moved, true)
  await after(rig, 1)
  await rig.turn(ten, false, { began_at })
  await after(rig, 1)
  expect(told(rig)).toEqual([begins(ten), ends(ten)])
  expect(await pots(rig)).toEqual(['open', 'open'])
  expect((await left())?.until).toEqual(until)

  const last = await createFlapping(database, { SMS: settings }, { sms: 20 })
  await spend(last, 13)
  const since = last.ledger.clock.now()
  await last.turn(ten, true, { began_at: since })
  await last.dispatch()
  await last.turn(ten, false, { began_at: since })
  await after(last, 2)
  expect(await pots(last)).toEqual(['open', 'kept'])
})

test('D343: the end of what took the last SMS but one comes by mail, and the last one tells a jailing', async () => {
  const settings = [begins(halted), ends(halted), begins(jailed)]
  const rig = await createFlapping(database, { SMS: settings, EMAIL: [ends(halted)] }, { sms: 20 })
  await spend(rig, 14)
  for (const _ of [1, 2, 3, 4]) {
    await rig.turn(jailed, true)
    await after(rig, 1)
  }
  for (const isOn of [true, false]) {
    await rig.turn(halted, isOn)
    await after(rig, 2)
  }
  expect(told(rig).slice(4)).toEqual([begins(halted)])
  expect((await rig.rows('sms')).at(-1)).toMatch(/^SUPPRESSED budget_used_up /)
  expect(await rig.ledger.budgets.leftFor('sms', 1)).toMatchObject({ kept: 1 })
  await rig.turn(jailed, true)
  await after(rig, 1)
  expect(told(rig).slice(4)).toEqual([begins(halted), begins(jailed)])
})
