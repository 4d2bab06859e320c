import { sql } from 'drizzle-orm'
import { existsSync, readFileSync } from 'node:fs'
import { type Config, loadConfig } from '../platform/config/config.ts'
import { forgetOtherSecret, replaceSecret, secretFiles } from '../platform/config/secrets.ts'
import { createTextSeal, type SealedColumn, sealingOf, type TextSeal } from '../platform/config/text-seal.ts'
import type { Database } from '../platform/db/database.ts'
import { StartError } from '../platform/errors.ts'
import { type Ids, systemIds } from '../platform/ids.ts'
import type { AdminCommand, AdminTerminal } from '../platform/process/module.ts'

/** Rows that one transaction seals anew. */
const atOnce = 500

interface ResealDeps {
  db: Database
  ids: Ids
  config: Config
  /** Of all modules. */
  columns: () => readonly SealedColumn[]
}

/**
 * `reseal`: seals with the present secret what was sealed with the one before (B210). What it has not come to yet is
 * opened with the other one, so it may be killed and run again, beside servers that have both.
 */
export function resealCommand({ db, ids, config, columns }: ResealDeps): AdminCommand {
  const seal = createTextSeal(sealingOf(config, (bytes) => ids.token(bytes)))
  return {
    name: 'reseal',
    async run(args, terminal) {
      if (args[0] === '--new-secret') {
        // `run-cli.ts` has made one, unless a server was asked.
        terminal.complain('Stop the server first: it would go on with the secret that it has.')
        return 1
      }
      if (args.length > 0) {
        terminal.complain('Usage: reseal [--new-secret]')
        return 2
      }
      return resealAll(columns(), { db, seal, dataDir: config.dataDir }, terminal)
    },
  }
}

async function resealAll(
  columns: readonly SealedColumn[],
  { db, seal, dataDir }: { db: Database; seal: TextSeal; dataDir: string },
  terminal: AdminTerminal,
): Promise<number> {
  let unreadable = 0
  for (const column of columns) {
    const done = await resealColumn(db, seal, column)
    unreadable += done.unreadable
    const left = done.unreadable === 0 ? '' : `, ${done.unreadable} cannot be read`
    terminal.print(`${column.table}.${column.column}: ${done.renewed} of ${done.all} encrypted anew${left}`)
  }
  if (unreadable > 0) {
    terminal.complain(
      `${unreadable} values were encrypted with a secret that is neither ROUNDSMAN_SECRET nor ROUNDSMAN_OTHER_SECRET, and were left as they are.`,
    )
    return 1
  }
  forgetOtherSecret(dataDir)
  terminal.print('Nothing needs the secret before this one any more.')
  return 0
}

interface Resealed {
  all: number
  renewed: number
  unreadable: number
}

/** In steps, so that nobody waits for all of it: each row is sealed with one of the two secrets at any time. */
async function resealColumn(db: Database, seal: TextSeal, of: SealedColumn): Promise<Resealed> {
  const [table, column, key] = [of.table, of.column, of.key.column].map((name) => sql.identifier(name))
  const done = { all: 0, renewed: 0, unreadable: 0 }
  let last: string | null = null
  for (;;) {
    const after = last === null ? sql`true` : sql`${key} > ${last}::text::${sql.raw(of.key.type)}`
    const keys: string[] = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ key: string; sealed: Uint8Array }>(sql`
        select ${key}::text as key, ${column} as sealed from ${table}
        where ${column} is not null and ${after} order by ${key} limit ${atOnce} for update`)
      for (const row of rows) {
        done.all += 1
        const renewed = renew(seal, of.rowName(row.key), Buffer.from(row.sealed))
        if (renewed === 'UNREADABLE') done.unreadable += 1
        if (renewed === null || renewed === 'UNREADABLE') continue
        await tx.execute(sql`
          update ${table} set ${column} = ${renewed}
          where ${key} = ${row.key}::text::${sql.raw(of.key.type)}`)
        done.renewed += 1
      }
      return rows.map((row) => row.key)
    })
    last = keys.at(-1) ?? null
    if (keys.length < atOnce || last === null) return done
  }
}

function renew(seal: TextSeal, rowName: string, sealed: Buffer): Buffer | null | 'UNREADABLE' {
  try {
    return seal.renew(rowName, sealed)
  } catch {
    return 'UNREADABLE'
  }
}

/**
 * Makes a new secret of the data directory, where no server runs, and gives the configuration with both. Whoever goes on
 * with it reseals.
 * @throws StartError where the secret is not the directory's own
 */
export function withNewSecret(
  environment: Readonly<Record<string, string | undefined>>,
  config: Config,
): Config {
  const { present } = secretFiles(config.dataDir)
  if (!existsSync(present) || !config.secret.equals(readFileSync(present)))
    throw new StartError(
      'The secret is that of ROUNDSMAN_SECRET. Set it to a new one, the one before as ROUNDSMAN_OTHER_SECRET, start, and run `roundsman reseal` (docs/operating.md).',
    )
  replaceSecret(config.dataDir, systemIds)
  return loadConfig(environment, systemIds)
}
