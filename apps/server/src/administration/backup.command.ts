import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import type { AdminCommand } from '../platform/admin-command.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { writeBackupFile } from './backup-file.ts'
import { exportTables } from './export-tables.ts'

export interface BackupDeps {
  db: Database
  clock: Clock
  dataDir: string
  /** Directory that a file name is relative to. */
  cwd: string
}

/** `backup <file>`: every table of ours as one moment saw them, in one file that either engine can restore. */
export function backupCommand({ db, clock, dataDir, cwd }: BackupDeps): AdminCommand {
  return {
    name: 'backup',
    usage: '<file>',
    summary:
      'Writes everything the database holds into one file. It holds secrets: keep it as safe as the data.',
    async run(args, terminal) {
      const [name, ...others] = args
      if (name === undefined || others.length > 0) {
        terminal.complain('backup takes one file name.')
        return 2
      }
      const file = resolve(cwd, name)
      await db.transaction(async (tx) => {
        await tx.execute(sql`set transaction isolation level repeatable read, read only`)
        const { rows } = await tx.execute<{ name: string; checksum: string }>(
          sql`select name, checksum from schema_migration order by number`,
        )
        const header = {
          format: 'roundsman-backup',
          version: 1,
          made_at: new Date(clock.now()).toISOString(),
          migrations: rows,
          secret: keptSecret(dataDir),
        } as const
        await writeBackupFile(file, header, exportTables(tx))
      })
      terminal.print(`Backup: ${file}`)
      return 0
    },
  }
}

function keptSecret(dataDir: string): string | null {
  const file = join(dataDir, 'secret')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
