import { sql } from 'drizzle-orm'
import type { Database } from '../platform/db/database.ts'
import { grantToProcesses } from '../platform/db/grants.ts'
import type { AdminCommand } from '../platform/process/module.ts'

/**
 * `migrate`: for who upgrades before new processes start. Each command brings the database up to date before it runs, as
 * each start does, so what is left is to say how it stands.
 */
export function migrateCommand(db: Database): AdminCommand {
  return {
    name: 'migrate',
    async run(args, terminal) {
      const [option, account, ...more] = args
      if (option !== undefined && (option !== '--grant' || account === undefined || more.length > 0)) {
        terminal.complain('Usage: migrate [--grant <account>]')
        return 2
      }
      const { rows } = await db.orm.execute<{ name: string }>(
        sql`select name from schema_migration order by number desc limit 1`,
      )
      terminal.print(`The database is up to date: ${rows[0]?.name ?? 'it has no migration'}`)
      if (account === undefined) return 0
      const problem = await grantToProcesses(db, account)
      if (problem !== null) {
        terminal.complain(problem)
        return 1
      }
      terminal.print(`The account ${account} may read and write, and change no table.`)
      return 0
    },
  }
}
