import { sql } from 'drizzle-orm'
import type { CreateLoop, Loop } from '../loop.ts'
import type { Database } from './database.ts'

/** The engine writes no checkpoint by itself: after a day without any, reopening takes eight seconds. */
const everyMs = 3 * 60_000
/** Rows that were deleted or replaced before a table is worth cleaning. */
const manyDeadRows = 1_000

/** The background work of a PostgreSQL that the embedded engine lacks: checkpoints, and cleaning after deletes. */
export function createMaintenance(db: Database, createLoop: CreateLoop): Loop {
  return createLoop({
    name: 'database-maintenance',
    everyMs,
    pass: async (signal) => {
      for (const table of await tablesToClean(db)) {
        if (signal.aborted) return
        await db.orm.execute(sql`vacuum (analyze) ${sql.identifier(table)}`)
      }
      await db.checkpoint()
    },
  })
}

async function tablesToClean(db: Database): Promise<string[]> {
  // What the session itself did is counted with a delay otherwise.
  await db.orm.execute(sql`select pg_stat_force_next_flush()`)
  const { rows } = await db.orm.execute<{ name: string }>(
    sql`select relname as name from pg_stat_user_tables
        where schemaname = 'public' and n_dead_tup > ${manyDeadRows} order by relname`,
  )
  return rows.map(({ name }) => name)
}
