import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { after, begins, createFlapping, ends, type Flapping } from '../testing/flapping.ts'

const [three, ten] = [112, 114]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** What waits by SMS waits for a minute more, as where a budget looks at it again (D317). */
async function keepBack(rig: Flapping, alertId: number): Promise<void> {
  const { db } = rig.ledger
  await db.orm.execute(sql`
    update delivery set due_at = ${db.now()} + interval '3 minutes' where channel = 'sms' and reference = ${String(alertId)}`)
}
const told = ({ sent }: Flapping) => sent.sms.map(({ about }) => about.map(({ settingId }) => settingId))

test.each([
  ['its own', ten],
  ['that of another step of the outage', three],
])('E356: what is sent after its end was told, %s, is told no more', async (_which, ended) => {
  const rig = await createFlapping(database, { SMS: [begins(ten), ends(ended)] })
  const began_at = rig.ledger.clock.now()
  const late = await rig.turn(ten, true, { began_at })
  await keepBack(rig, late)
  for (const condition of new Set([ten, ended])) await rig.turn(condition, false, { began_at })
  await after(rig, 1)
  expect(told(rig)).toEqual([[ends(ended)]])
  await after(rig, 4)
  expect(told(rig)).toEqual([[ends(ended)]])
  expect(await rig.rows('sms')).toContain(`SUPPRESSED told_already ${begins(ten)}`)
})

test('E356: what began again after that end is told', async () => {
  const rig = await createFlapping(database, { SMS: [begins(ten), ends(ten), begins(three), ends(three)] })
  const { clock } = rig.ledger
  await rig.turn(three, true, { began_at: clock.now() })
  await rig.dispatch()
  await rig.turn(three, false, { began_at: clock.now() })
  await after(rig, 1)
  await rig.turn(ten, true, { began_at: clock.now() })
  await rig.dispatch()
  expect(told(rig)).toEqual([[begins(three)], [ends(three)], [begins(ten)]])
})
