import { sql } from 'drizzle-orm'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { secretFiles } from '../platform/config/secrets.ts'
import type { AdminCommand } from '../platform/process/module.ts'
import type { Database } from '../platform/db/database.ts'
import { migrate, type Migration } from '../platform/db/migrate.ts'
import { type BackupHeader, readBackupLines, verifyBackupFile } from './backup-file.ts'
import { importTables } from './backup-tables.ts'

interface RestoreDeps {
  /** Opens the database that the configuration names; nothing else runs on it. */
  open(): Promise<Database>
  migrations: readonly Migration[]
  dataDir: string
  cwd: string
}

/** `restore <file>` into an empty database; the server must not run. */
export function restoreCommand(deps: RestoreDeps): AdminCommand {
  return {
    name: 'restore',
    async run(args, terminal) {
      const [name, ...others] = args
      if (name === undefined || others.length > 0) {
        terminal.complain('restore expects one file name.')
        return 2
      }
      const file = resolve(deps.cwd, name)
      if (file.endsWith('.age')) {
        terminal.complain(
          'The backup is encrypted. Decrypt it first: age --decrypt -i <key file> <file>.age > <file>',
        )
        return 2
      }
      const header = await verifyBackupFile(file)
      const migrations = migrationsOf(header, deps.migrations)
      const db = await deps.open()
      try {
        const rows = await restore(db, file, migrations, deps.migrations)
        const held = await holdQueue(db)
        await numberOnward(db)
        const { present, other } = secretFiles(deps.dataDir)
        for (const [file, secret] of [
          [present, header.secret],
          [other, header.other_secret ?? null],
        ] as const)
          if (secret !== null) writeFileSync(file, secret, { mode: 0o600, flush: true })
        terminal.print(`Restored: ${rows} rows from ${file}`)
        if (held > 0)
          terminal.print(
            `Not sent: ${held} messages that were waiting when the backup was made. They are kept as SUPPRESSED.`,
          )
        return 0
      } finally {
        await db.close()
      }
    },
  }
}

/**
 * Fills an empty database and brings it to the present; gives the rows of the backup.
 * @param migrations of the backup
 * @param all of this program
 */
export async function restore(
  db: Database,
  file: string,
  migrations: readonly Migration[],
  all: readonly Migration[],
): Promise<number> {
  const { rows } = await db.orm.execute(
    sql`select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1`,
  )
  if (rows.length > 0)
    throw new Error(
      'The database is not empty; nothing was changed. Restore into an empty data directory or database.',
    )
  // As it was when the backup was made, then on to the present.
  await migrate(db, migrations)
  const count = await db.transaction((tx) => importTables(tx, readBackupLines(file)))
  await migrate(db, all)
  return count
}

/** Nobody knows what became of what was waiting when the backup was made: nothing of it is sent (D33). Gives how many. */
async function holdQueue(db: Database): Promise<number> {
  const { rows } = await db.orm.execute(sql`
    update delivery
    set state = 'SUPPRESSED', detail = 'it was waiting when the backup was made', payload = null, claimed_by = null,
        lease_until = null, updated_at = ${db.now()}
    where state in ('QUEUED', 'SENDING') returning id`)
  return rows.length
}

/**
 * More than any site makes between two backups. Ids of alerts fit an int, and still do after two thousand restores; those
 * of deliveries, of which one alert may have a million, fit a bigint and a number of JSON.
 */
const numbersLeftOut = { delivery: 1_000_000_000, alert: 1_000_000 }

/**
 * What was sent since the backup bears numbers that the database does not know of: a link of such a message, or what a
 * provider reports of it, must find nothing, and never another message with the same number (D101).
 */
async function numberOnward(db: Database): Promise<void> {
  for (const [table, count] of Object.entries(numbersLeftOut)) {
    const sequence = sql`pg_get_serial_sequence(${table}, 'id')`
    await db.orm.execute(sql`select setval(${sequence}, nextval(${sequence}) + ${count}::bigint - 1)`)
  }
}

/** The migrations the backup was made at, which this program must know. */
export function migrationsOf(
  { migrations }: BackupHeader,
  known: readonly Migration[],
): readonly Migration[] {
  migrations.forEach(({ name, checksum }, index) => {
    const mine = known[index]
    if (!mine) throw new Error(`The backup is newer than this program: it has the migration ${name}.`)
    if (mine.name !== name || mine.checksum !== checksum)
      throw new Error(`Migration ${name} in the backup differs from this program’s.`)
  })
  return known.slice(0, migrations.length)
}
