import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { DailyBudgets } from '../dispatching/budgets.ts'
import { insertFanOut } from '../ledger/enqueue.store.ts'
import { createLedger, type Ledger } from './ledger.ts'

/** An empty ledger for each test of the file, all on one database. */
export function withLedgers(begin: (ledger: Ledger) => void | Promise<void>, daily?: DailyBudgets): void {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())
  beforeEach(async () => begin(await createLedger(database, daily)))
}

/** One alert of the kind `jailed` to one user, CRITICAL unless said otherwise. */
export function alertOne(
  { db }: Ledger,
  {
    channel,
    recipient = '+12025550123',
    userId = 1,
    reference = '1',
    usefulForMs = 3_600_000,
    isCritical = true,
  }: {
    channel: string
    recipient?: string
    userId?: number
    reference?: string
    usefulForMs?: number
    isCritical?: boolean
  },
) {
  return db.transaction((tx) =>
    insertFanOut(tx, db.now(), {
      kind: 'jailed',
      usefulForMs,
      recipients: sql`SELECT ${channel}::text AS channel, ${userId}::int AS user_id, ${recipient}::text AS recipient, 'en' AS language,
                             ${reference}::text AS reference, ${isCritical}::boolean AS is_critical`,
    }),
  )
}
