import { type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../platform/db/database.ts'
import type { BackupLine } from './backup-file.ts'

/** Rows fetched and written at a time; also bounds the memory that restoring needs. */
const rowsAtATime = 500

/** Settings that make text of a value read back as the same value, whatever the server's own are. */
const plainTexts: readonly SQL[] = [
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

interface ForeignKey extends Record<string, unknown> {
  table: string
  name: string
  definition: string
}

type TableLine = Extract<BackupLine, { table: string }>

/** Puts exported lines into the tables of the same migrations, all or nothing. What migrations put there gives way. */
export async function importTables(tx: Tx, lines: AsyncIterable<BackupLine>): Promise<number> {
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
        throw new Error(`The backup has a table that this program does not know: ${line.table}.`)
      insert = inserter(line)
    } else if ('rows' in line) {
      if (!insert) throw new Error('The backup has rows that belong to no table.')
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
