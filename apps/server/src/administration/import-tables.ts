import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../platform/db/database.ts'
import type { BackupLine } from './backup-file.ts'
import { plainTexts, tableNames } from './export-tables.ts'

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
