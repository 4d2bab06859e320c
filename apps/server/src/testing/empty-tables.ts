import { sql } from 'drizzle-orm'
import type { Database, Queryable } from '../platform/db/database.ts'

/** A migrated database that nobody has written to. */
export interface Template {
  /** Of everything that migrations make. */
  schema: string
  tables: readonly string[]
  /** Rows that migrations wrote, as JSON, by the name of their table. */
  rows: Readonly<Record<string, unknown[]>>
}

const ours = sql`(select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')`

/** What the database is made of: another digest as soon as anything was created, changed or dropped. */
async function schemaOf({ orm }: Database): Promise<string> {
  const { rows } = await orm.execute<{ digest: string }>(sql`
    select md5(string_agg(line, chr(10) order by line)) as digest from (
      select concat_ws(' ', 'relation', oid, relname, relkind, relnamespace) as line from pg_class where relnamespace in ${ours}
      union all select concat_ws(' ', 'column', a.attrelid, attnum, attname, atttypid, attnotnull, attisdropped, attidentity, atthasdef)
        from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace in ${ours}
      union all select concat_ws(' ', 'constraint', oid, conname) from pg_constraint where connamespace in ${ours}
      union all select concat_ws(' ', 'trigger', oid, tgname, tgenabled) from pg_trigger
      union all select concat_ws(' ', 'function', oid, proname, xmin) from pg_proc where pronamespace in ${ours}
      union all select concat_ws(' ', 'schema', oid, nspname) from pg_namespace
      union all select concat_ws(' ', 'role', oid, rolname) from pg_roles
    ) as lines`)
  return rows[0]?.digest ?? ''
}

/** The template that a database is, which nobody has written to. */
export async function templateOf(db: Database): Promise<Template> {
  const found = await db.orm.execute<{ name: string }>(
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const tables = found.rows.map(({ name }) => name)
  const rows: Record<string, unknown[]> = {}
  for (const table of await tablesWithRows(db.orm, tables)) {
    const kept = await db.orm.execute<{ row: unknown }>(
      sql`select to_json(t) as row from ${sql.identifier(table)} as t`,
    )
    rows[table] = kept.rows.map(({ row }) => row)
  }
  return { schema: await schemaOf(db), tables, rows }
}

/** Puts a database back to its template: rows, sequences, statistics. False where it is made of something else now. */
export async function emptyTables(db: Database, template: Template): Promise<boolean> {
  if ((await schemaOf(db)) !== template.schema) return false
  await db.transaction(async (tx) => {
    // References are not asked, since everything goes.
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const table of await tablesWithRows(tx, template.tables))
      await tx.execute(sql`delete from ${sql.identifier(table)}`)
    for (const [table, rows] of Object.entries(template.rows))
      await tx.execute(sql`
        insert into ${sql.identifier(table)} overriding system value
        select * from json_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(rows)}::json)`)
    await tx.execute(sql`select setval(seqrelid::regclass, seqstart, false) from pg_sequence`)
  })
  await db.orm.execute(sql`select pg_stat_reset()`)
  return true
}

/** Those that have a row at all. */
async function tablesWithRows(orm: Queryable, tables: readonly string[]): Promise<string[]> {
  const asked = tables.map(
    (name) => sql`select ${name} as name where exists (select from ${sql.identifier(name)})`,
  )
  const { rows } = await orm.execute<{ name: string }>(sql.join(asked, sql` union all `))
  return rows.map(({ name }) => name)
}
