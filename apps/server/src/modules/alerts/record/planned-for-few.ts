import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'

/** What is told to many is planned for going through whole tables: not this, which looks up a few of them. */
export async function plannedForFew<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { rows } = await tx.execute<{ before: string }>(sql`
    SELECT current_setting('enable_nestloop') AS before, set_config('enable_nestloop', 'on', true)`)
  const found = await work()
  await tx.execute(sql`SELECT set_config('enable_nestloop', ${rows[0]?.before ?? 'on'}, true)`)
  return found
}
