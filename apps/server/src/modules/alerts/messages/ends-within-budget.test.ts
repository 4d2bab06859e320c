import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { after, begins, createFlapping, ends, type Flapping } from '../testing/flapping.ts'

/** Ten missed in a row, jailed, what is INFO. */
const [ten, jailed, moved] = [114, 201, 401]
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

test('D327: no end takes what is kept for the gravest', async () => {
  const rig = await createFlapping(database, { SMS: [begins(jailed), ends(jailed)] }, { sms: 4 })
  for (const _ of [1, 2, 3]) {
    await rig.turn(jailed, true)
    await rig.dispatch()
    await rig.ledger.clock.advance(24 * 60_000)
  }
  // The last of four is kept, and an end leaves it there.
  await rig.turn(jailed, false)
  await after(rig, 2)
  expect(told(rig)).toEqual([begins(jailed), begins(jailed), begins(jailed)])
  expect((await rig.rows('sms')).at(-1)).toMatch(/^SUPPRESSED budget_used_up .*2012$/)
  await rig.turn(jailed, true)
  await rig.dispatch()
  expect(told(rig)).toHaveLength(4)
})
