import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { StartError } from '../errors.ts'
import { takeLock } from './advisory-locks.ts'
import type { Database, Queryable } from './database.ts'
import { expandingUnsaid } from './expanding-migrations.data.ts'

interface Applied extends Record<string, unknown> {
  number: number
  name: string
  checksum: string
  isExpanding: boolean
}

/**
 * Brings the database up to the newest migration, each in a transaction of its own under an advisory lock, so that
 * processes that start together do it once. Gives the names applied now.
 */
export async function migrate(db: Database, migrations: readonly Migration[]): Promise<string[]> {
  const applied: string[] = []
  for (;;) {
    const name = await db.transaction((tx) => applyNext(tx, migrations))
    if (name === null) return applied
    applied.push(name)
  }
}

/**
 * What `migrate` would apply to a database that has something in it; nothing where it is new, and where it is up to date.
 * @throws StartError as `migrate` does
 */
export async function waitingMigrations(
  db: Database,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  return db.transaction(async (tx) => {
    await createTable(tx)
    const applied = await countApplied(tx, migrations)
    return applied === 0 ? [] : migrations.slice(applied)
  })
}

async function applyNext(tx: Queryable, migrations: readonly Migration[]): Promise<string | null> {
  await createTable(tx)
  const next = migrations[await countApplied(tx, migrations)]
  if (!next) return null
  await tx.execute(sql.raw(next.sql)).catch((error: unknown) => {
    throw isDenied(error) ? mayNotMigrate(next.name) : error
  })
  await tx.execute(sql`
    insert into schema_migration (number, name, checksum, is_expanding)
    values (${next.number}, ${next.name}, ${next.checksum}, ${next.isExpanding})`)
  return next.name
}

async function createTable(tx: Queryable): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`)
  await takeLock(tx, 'migrations')
  // Asked first: an account that may not create tables is refused also where there is nothing to create (B265).
  const { rows } = await tx.execute(sql`
    select from pg_attribute where attrelid = to_regclass('schema_migration') and attname = 'is_expanding'`)
  if (rows.length > 0) return
  await tx.execute(sql`
    create table if not exists schema_migration (
      number int primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  await tx.execute(
    sql`alter table schema_migration add column if not exists is_expanding boolean not null default false`,
  )
}

/** PostgreSQL's `insufficient_privilege`. */
export function isDenied(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && 'code' in cause && cause.code === '42501'
}

function mayNotMigrate(name: string): StartError {
  return new StartError(
    `The database needs the migration ${name}, which the account of DATABASE_URL may not make. Run \`roundsman migrate\` with the account that owns the tables, then start again.`,
  )
}

/** How many are applied, after checking that they are the ones this program knows, or newer ones beside which it can run. */
async function countApplied(tx: Queryable, migrations: readonly Migration[]): Promise<number> {
  const { rows } = await tx.execute<Applied>(
    sql`select number, name, checksum, is_expanding as "isExpanding" from schema_migration order by number`,
  )
  rows.forEach((row, index) => {
    const known = migrations[index]
    if (!known && row.isExpanding) return
    if (!known)
      throw new StartError(
        `The database is newer than this program: it has migration ${row.name}, and the newest one known here is ${migrations.at(-1)?.name ?? 'none'}. Start the newer program.`,
      )
    if (row.number !== known.number)
      throw new StartError(`The database is missing migration ${known.name}, although it has ${row.name}.`)
    if (row.name !== known.name || row.checksum !== known.checksum)
      throw new StartError(
        `The migration ${known.name} has been changed since it was applied to this database. An applied migration is never edited: put it back and add a new one.`,
      )
  })
  return rows.length
}

export interface Migration {
  number: number
  /** Of the file, without `.sql`. */
  name: string
  checksum: string
  /**
   * It adds, and takes nothing away that the program of the release before reads or writes: that one goes on beside it, and can
   * be gone back to. Its file begins with `-- expand`, or is in `expandingUnsaid`.
   */
  isExpanding: boolean
  sql: string
}

const fileName = /^(\d{4})-([a-z0-9]+(?:-[a-z0-9]+)+)\.sql$/

/** Reads `NNNN-<module>-<what>.sql` in order; a gap, a number used twice or another name is an error of the build. */
export function readMigrations(directory: URL): Migration[] {
  const files = readdirSync(directory)
    .filter((file) => !file.startsWith('.'))
    .sort()
  const migrations = files.map((file) => {
    const match = fileName.exec(file)
    if (!match) throw new StartError(`The migration ${file} is not named NNNN-<module>-<what>.sql.`)
    const text = readFileSync(new URL(file, directory), 'utf8')
    return {
      number: Number(match[1]),
      name: file.slice(0, -'.sql'.length),
      checksum: createHash('sha256').update(text).digest('hex'),
      isExpanding: text.startsWith('-- expand') || expandingUnsaid.has(file),
      sql: text,
    }
  })
  migrations.forEach((migration, index) => {
    if (migration.number !== index + 1)
      throw new StartError(
        `The migrations have a gap or a duplicate number: ${migration.name} is number ${index + 1} in order.`,
      )
  })
  return migrations
}
