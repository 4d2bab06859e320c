import { type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../platform/db/database.ts'
import type { BackupLine } from './backup-file.ts'

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
export async function* exportTables(tx: Tx): AsyncGenerator<BackupLine> {
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
