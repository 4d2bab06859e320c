import { sql, type SQL } from 'drizzle-orm'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AdminCommand } from '../platform/module.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import { migrate, type Migration } from '../platform/db/migrate.ts'
import { type BackupHeader, type BackupLine, readBackupLines, verifyBackupFile } from './backup-file.ts'
import { plainTexts, tableNames } from './backup.command.ts'

export interface RestoreDeps {
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
    usage: '<file>',
    summary: 'Reads a backup into an empty database; the server has to be stopped.',
    async run(args, terminal) {
      const [name, ...others] = args
      if (name === undefined || others.length > 0) {
        terminal.complain('restore takes one file name.')
        return 2
      }
      const file = resolve(deps.cwd, name)
      const header = await verifyBackupFile(file)
      const migrations = migrationsOf(header, deps.migrations)
      const db = await deps.open()
      try {
        const rows = await restore(db, file, migrations, deps.migrations)
        if (header.secret !== null)
          writeFileSync(join(deps.dataDir, 'secret'), header.secret, { mode: 0o600, flush: true })
        terminal.print(`Restored: ${rows} rows from ${file}`)
        return 0
      } finally {
        await db.close()
      }
    },
  }
}

async function restore(
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

/** The migrations the backup was made at, which this program must know. */
function migrationsOf({ migrations }: BackupHeader, known: readonly Migration[]): readonly Migration[] {
  migrations.forEach(({ name, checksum }, index) => {
    const mine = known[index]
    if (!mine) throw new Error(`The backup is newer than this program: it has the migration ${name}.`)
    if (mine.name !== name || mine.checksum !== checksum)
      throw new Error(`The backup has another migration ${name} than this program.`)
  })
  return known.slice(0, migrations.length)
}

interface ForeignKey extends Record<string, unknown> {
  table: string
  name: string
  definition: string
}

type TableLine = Extract<BackupLine, { table: string }>

/** Puts exported lines into the tables of the same migrations, all or nothing. What migrations put there gives way. */
async function importTables(tx: Tx, lines: AsyncIterable<BackupLine>): Promise<number> {
  for (const setting of plainTexts) await tx.execute(setting)
  const known = new Set(await tableNames(tx))
  // Without them the order of tables and rows does not matter; made again below, they check everything.
  const keys = await dropForeignKeys(tx)
  for (const table of known) await tx.execute(sql`delete from ${sql.identifier(table)}`)
  let count = 0
  let insert: ((rows: unknown) => SQL) | null = null
  for await (const line of lines) {
    if ('table' in line) {
      if (!known.has(line.table))
        throw new Error(`The backup has a table ${line.table}, which there is none of here.`)
      insert = inserter(line)
    } else if ('rows' in line) {
      if (!insert) throw new Error('The backup has rows of no table.')
      await tx.execute(insert(line.rows))
      count += line.rows.length
    } else {
      const name = `public.${line.sequence}`
      await tx.execute(sql`select setval(${name}::regclass, ${line.last_value}::bigint, ${line.is_called})`)
    }
  }
  for (const { table, name, definition } of keys)
    await tx.execute(
      sql`alter table ${sql.identifier(table)} add constraint ${sql.identifier(name)} ${sql.raw(definition)}`,
    )
  return count
}

function inserter({ table, columns }: TableLine): (rows: unknown) => SQL {
  const names = sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  const values = sql.join(
    columns.map(({ type }, index) => sql.raw(`(r.value ->> ${index})::${type}`)),
    sql`, `,
  )
  return (rows) =>
    sql`insert into ${sql.identifier(table)} (${names}) overriding system value
        select ${values} from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as r(value)`
}

async function dropForeignKeys(tx: Tx): Promise<ForeignKey[]> {
  const { rows } = await tx.execute<ForeignKey>(
    sql`select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
        from pg_constraint k join pg_class c on c.oid = k.conrelid
        where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of rows)
    await tx.execute(sql`alter table ${sql.identifier(table)} drop constraint ${sql.identifier(name)}`)
  return rows
}
