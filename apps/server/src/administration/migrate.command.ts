import { sql } from 'drizzle-orm'
import type { Database } from '../platform/db/database.ts'
import type { AdminCommand } from '../platform/process/module.ts'

/**
 * `migrate`: for who upgrades before new processes start. Each command brings the database up to date before it runs, as
 * each start does, so what is left is to say how it stands.
 */
export function migrateCommand(db: Database): AdminCommand {
  return {
    name: 'migrate',
    async run(_args, terminal) {
      const { rows } = await db.orm.execute<{ name: string }>(
        sql`select name from schema_migration order by number desc limit 1`,
      )
      terminal.print(`The database is up to date: ${rows[0]?.name ?? 'it has no migration'}`)
      return 0
    },
  }
}
