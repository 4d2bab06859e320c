import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createSimRig, type SimRig } from '../testing/sim-rig.ts'

let database: TestDatabase
let rig: SimRig
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => rig.close())
afterAll(() => database.drop())

const count = async (table: string) => {
  const { rows } = await database.db.orm.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(table)}`,
  )
  return rows[0]?.n
}

test('W60: letters whose validators only an older state could name are not held back on a chain that has halted', async () => {
  rig = await createSimRig({
    database,
    script: [
      { at: 5, what: 'leave', validator: 4 },
      { at: 115, what: 'join', validator: 4, tokens: 70_000n * 10n ** 9n },
      { at: 119, what: 'leave', validator: 4 },
    ],
  })
  await rig.clock.advance(rig.chain.shownAt(170) - rig.clock.now())
  rig.chain.halt()
  for (let second = 0; second < 5; second++) await rig.poll(1_000)
  expect((await rig.view()).list(rig.clock.now()).body).toMatchObject({
    network_height: 170,
    status: { height: 170 },
  })
  expect(await count('watch_block')).toBe(110)
  expect(await count('watch_validator')).toBe(6)
})
