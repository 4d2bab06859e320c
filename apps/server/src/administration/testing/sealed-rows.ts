import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { createTextSeal, type SealedColumn, sealingOf } from '../../platform/config/text-seal.ts'
import type { Database } from '../../platform/db/database.ts'
import { systemIds } from '../../platform/ids.ts'

/** The seal of a site with these secrets. */
export const sealOf = (secret: Buffer, otherSecret: Buffer | null = null) =>
  createTextSeal(sealingOf({ secret, otherSecret }, (bytes) => systemIds.token(bytes)))

/** What is encrypted in every column, by its key; the text says which it is. */
export const textOf = ({ table, column }: SealedColumn, key: string) =>
  JSON.stringify({ of: `${table}.${column}/${key}` })

/** Rows with something encrypted in every column that there is, `count` of each kind. */
export async function fill(
  { orm }: Database,
  columns: readonly SealedColumn[],
  secret: Buffer,
  count: number,
) {
  await orm.execute(sql`
    insert into user_account (id, email, email_key, first_name, last_name, language, created_at)
    select n, 'u' || n, 'u' || n, 'A', 'B', 'en', now() from generate_series(1, ${count}::int) n`)
  await orm.execute(sql`
    insert into user_contact (user_id, channel, name, shown, sealed, webhook_secret, state, created_at)
    select n, 'SLACK', 'a', 'b', ''::bytea, ''::bytea, 'CONFIRMED', now() from generate_series(1, ${count}::int) n`)
  await orm.execute(sql`
    insert into user_totp (user_id, sealed, created_at)
    select n, ''::bytea, now() from generate_series(1, ${count}::int) n`)
  await orm.execute(sql`
    insert into delivery (channel, lane, purpose, recipient, language, dedupe_key, payload, due_at, give_up_at, created_at, updated_at)
    select 'email', 'other', 'account', 'x', 'en', n::text, ''::bytea, t, t, t, t
    from generate_series(1, ${count}::int) n, (select now() + interval '1 day' as t) as moment`)
  await orm.execute(
    sql`insert into web_push_key (sealed, created_at) values ('', now()) on conflict do nothing`,
  )
  const seal = sealOf(secret)
  for (const column of columns) {
    const [table, name, key] = [column.table, column.column, column.key.column].map((one) =>
      sql.identifier(one),
    )
    const { rows } = await orm.execute<{ key: string }>(
      sql`select ${key}::text as key from ${table} where ${name} is not null order by ${key}`,
    )
    for (const row of rows) {
      const sealed = seal.seal(column.rowName(row.key), textOf(column, row.key))
      await orm.execute(sql`update ${table} set ${name} = ${sealed} where ${key}::text = ${row.key}`)
    }
  }
}

/** Opens everything; gives how many there were. @throws where a value does not open, or is another one than it was */
export async function openAll(
  { orm }: Database,
  columns: readonly SealedColumn[],
  seal: ReturnType<typeof sealOf>,
): Promise<number> {
  let count = 0
  for (const column of columns) {
    const [table, name, key] = [column.table, column.column, column.key.column].map((one) =>
      sql.identifier(one),
    )
    const { rows } = await orm.execute<{ key: string; sealed: Uint8Array }>(
      sql`select ${key}::text as key, ${name} as sealed from ${table} where ${name} is not null`,
    )
    for (const row of rows) {
      count += 1
      expect(seal.open(column.rowName(row.key), Buffer.from(row.sealed))).toBe(textOf(column, row.key))
    }
  }
  return count
}
