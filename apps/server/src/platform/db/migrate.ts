import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { StartError } from '../errors.ts'
import { takeLock } from './advisory-locks.ts'
import type { Database, Queryable } from './database.ts'

interface Applied extends Record<string, unknown> {
  number: number
  name: string
  checksum: string
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

async function applyNext(tx: Queryable, migrations: readonly Migration[]): Promise<string | null> {
  await tx.execute(sql`set local statement_timeout = 0`)
  await takeLock(tx, 'migrations')
  await tx.execute(sql`
    create table if not exists schema_migration (
      number int primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  const next = migrations[await countApplied(tx, migrations)]
  if (!next) return null
  await tx.execute(sql.raw(next.sql))
  await tx.execute(
    sql`insert into schema_migration (number, name, checksum) values (${next.number}, ${next.name}, ${next.checksum})`,
  )
  return next.name
}

/** How many are applied, after checking that they are the ones this program knows. */
async function countApplied(tx: Queryable, migrations: readonly Migration[]): Promise<number> {
  const { rows } = await tx.execute<Applied>(
    sql`select number, name, checksum from schema_migration order by number`,
  )
  rows.forEach((row, index) => {
    const known = migrations[index]
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
