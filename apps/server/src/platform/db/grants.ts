import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { isDenied } from './migrate.ts'

/**
 * Lets an account of the database read and write what processes do, and change nothing of the tables themselves. Gives
 * why it is not so; null: it is.
 */
export async function grantToProcesses(db: Database, account: string): Promise<string | null> {
  if (db.engine === 'embedded') return 'The embedded database has no accounts: it is for one process.'
  const { rows } = await db.orm.execute(sql`select from pg_roles where rolname = ${account}`)
  if (rows.length === 0) return `The database has no account ${account}.`
  try {
    await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ schema: string }>(sql`select current_schema() as schema`)
      const [schema, name] = [sql.identifier(rows[0]?.schema ?? 'public'), sql.identifier(account)]
      await tx.execute(sql`grant usage on schema ${schema} to ${name}`)
      await tx.execute(sql`grant select, insert, update, delete on all tables in schema ${schema} to ${name}`)
      await tx.execute(sql`grant usage, select on all sequences in schema ${schema} to ${name}`)
      await tx.execute(sql`revoke insert, update, delete on schema_migration from ${name}`)
    })
  } catch (error) {
    if (isDenied(error))
      return 'The account of DATABASE_URL does not own the tables, so it can grant nothing.'
    throw error
  }
  const mayCreate = await db.orm.execute<{ may: boolean }>(
    sql`select has_schema_privilege(${account}, current_schema(), 'create') as may`,
  )
  return mayCreate.rows[0]?.may === true
    ? `The account ${account} may still create tables: it is a superuser, or has that right on the schema. Make it with \`create role\`, and \`revoke create on schema public from public\`.`
    : null
}
