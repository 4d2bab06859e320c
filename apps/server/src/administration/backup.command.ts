import { sql, type SQL } from 'drizzle-orm'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AdminCommand } from '../platform/module.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Queryable, Tx } from '../platform/db/database.ts'
import { type BackupLine, writeBackupFile } from './backup-file.ts'

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

/** Rows fetched and written at a time; also bounds the memory that restoring needs. */
const rowsAtATime = 500

/** Settings that make text of a value read back as the same value, whatever the server's own are. */
export const plainTexts: readonly SQL[] = [
  sql`set local timezone = 'UTC'`,
  sql`set local datestyle = 'ISO, YMD'`,
  sql`set local intervalstyle = 'postgres'`,
  sql`set local bytea_output = 'hex'`,
  sql`set local extra_float_digits = 1`,
  sql`set local statement_timeout = 0`,
]

/** Every table and sequence of ours as one moment saw them. `tx` must be new: it becomes a snapshot. */
async function* exportTables(tx: Tx): AsyncGenerator<BackupLine> {
  for (const setting of plainTexts) await tx.execute(setting)
  for (const table of await tableNames(tx)) {
    const columns = await columnsOf(tx, table)
    yield { table, columns }
    const values = sql.join(
      columns.map(({ name }) => sql`${sql.identifier(name)}::text`),
      sql`, `,
    )
    await tx.execute(
      sql`declare backup no scroll cursor for select array[${values}] as row from ${sql.identifier(table)}`,
    )
    for (;;) {
      const { rows } = await tx.execute<{ row: (string | null)[] }>(
        sql.raw(`fetch ${rowsAtATime} from backup`),
      )
      if (rows.length === 0) break
      yield { rows: rows.map(({ row }) => row) }
    }
    await tx.execute(sql`close backup`)
  }
  for (const sequence of await sequenceNames(tx)) {
    const { rows } = await tx.execute<{ last_value: bigint; is_called: boolean }>(
      sql`select last_value, is_called from ${sql.identifier(sequence)}`,
    )
    for (const row of rows) yield { sequence, last_value: String(row.last_value), is_called: row.is_called }
  }
}

/** Our tables but the list of migrations, which the program that restores writes itself. */
export async function tableNames(orm: Queryable): Promise<string[]> {
  const { rows } = await orm.execute<{ name: string }>(
    sql`select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migration'
        order by relname`,
  )
  return rows.map(({ name }) => name)
}

async function sequenceNames(orm: Queryable): Promise<string[]> {
  const { rows } = await orm.execute<{ name: string }>(
    sql`select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  return rows.map(({ name }) => name)
}

/** Columns that are written, in order; what is computed from others computes itself again. */
async function columnsOf(orm: Queryable, table: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await orm.execute<{ name: string; type: string }>(
    sql`select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
        where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum`,
  )
  return rows
}
