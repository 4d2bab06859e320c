import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createLedger, type Ledger } from '../testing/ledger.ts'
import { insertFanOut } from './enqueue.store.ts'
import { dueLanesQuery } from './delivery.store.ts'
import { oldAlertDeliveries } from './history.store.ts'
import { rivals } from './receipt.store.ts'

let database: TestDatabase
let ledger: Ledger
beforeAll(async () => {
  database = await createTestDatabase()
  ledger = await createLedger(database)
})
afterAll(() => database.drop())

/** How the database goes about it where reading the whole table is out of the question. */
async function planOf(query: SQL): Promise<string> {
  return database.db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL enable_seqscan = off`)
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`EXPLAIN ${query}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

test('D34: deliveries of which nobody knows what became of them are found by their index', async () => {
  const plan = await planOf(
    rivals(ledger.db.orm, ledger.db.now(), { id: 1, channel: 'voice', recipient: 'x' }).getSQL(),
  )
  expect(plan).toContain('delivery_unknown')
})

test('B138: whether anything is due in a lane is two look-ups in its indexes', async () => {
  const plan = await planOf(dueLanesQuery(ledger.db.now(), [{ channel: 'sms', lane: 'critical' }]))
  expect(plan).toContain('delivery_queued')
  expect(plan).toContain('delivery_sending')
  expect(plan).not.toContain('Seq Scan')
})

test('D34: what is old enough to be forgotten is found from the oldest id on', async () => {
  const plan = await planOf(sql`SELECT id FROM delivery WHERE ${oldAlertDeliveries(ledger.db.now(), 1_000)}`)
  expect(plan.match(/delivery_pkey/g)).toHaveLength(2)
  expect(plan).not.toContain('Seq Scan')
})

test('D34: rows for any number of readers have ten minutes, those of a storm too', async () => {
  const timeout = await ledger.db.transaction(async (tx) => {
    await insertFanOut(tx, ledger.db.now(), {
      kind: 'jailed',
      usefulForMs: 1_000,
      storm: ['1', '2'],
      recipients: sql`SELECT 'email' AS channel, 1 AS user_id, 'x' AS recipient, 'en' AS language, '1' AS reference,
                             true AS is_critical`,
    })
    const { rows } = await tx.execute<{ timeout: string }>(
      sql`SELECT current_setting('statement_timeout') AS timeout`,
    )
    return rows[0]?.timeout
  })
  expect(timeout).toBe('10min')
})

test('D42: every lane where something new for very many waits is woken, found by look-ups and not by reading what waits', async () => {
  const added = await ledger.db.transaction(async (tx) => {
    await tx.execute(sql`truncate delivery cascade`)
    return insertFanOut(tx, ledger.db.now(), {
      kind: 'jailed',
      usefulForMs: 1_000,
      isNew: true,
      hasStates: true,
      recipients: sql`
        SELECT channel, n AS user_id, channel || n AS recipient, 'en' AS language, '1' AS reference, n < 3 AS is_critical,
               CASE WHEN channel = 'voice' THEN 'FAILED' ELSE 'QUEUED' END AS state, NULL AS detail
        FROM unnest(ARRAY['sms', 'email', 'voice']) AS channel, generate_series(1, 9) AS n
        WHERE channel <> 'sms' OR n < 3`,
    })
  })
  expect(added).toEqual([
    { channel: 'email', lane: 'critical' },
    { channel: 'email', lane: 'other' },
    { channel: 'sms', lane: 'critical' },
  ])
})
