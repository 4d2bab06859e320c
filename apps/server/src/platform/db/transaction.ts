import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { Orm, Tx } from './database.ts'

interface TransactionDeps {
  pool: GuardedPool
  scopes: TransactionScopes
  clock: Clock
  ids: Ids
}

/** How a transaction sees what others commit meanwhile; the default is what PostgreSQL does by itself. */
type Mode = NonNullable<Parameters<Orm['transaction']>[1]>

/** As of one moment, and changing nothing. */
export const snapshotMode: Mode = { isolationLevel: 'repeatable read', accessMode: 'read only' }

/** Rows for a million readers take longer than any other statement may. Until the transaction ends. */
export async function allowLongStatements(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT set_config('statement_timeout', '10min', true)`)
}

/** What is told to many is planned for going through whole tables: not this, which looks up a few of them. */
export async function plannedForFew<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { rows } = await tx.execute<{ before: string }>(sql`
    SELECT current_setting('enable_nestloop') AS before, set_config('enable_nestloop', 'on', true)`)
  const found = await work()
  await tx.execute(sql`SELECT set_config('enable_nestloop', ${rows[0]?.before ?? 'on'}, true)`)
  return found
}

/** Tries in all, so that a conflict that repeats becomes an error after about a second. */
const attempts = 6
const firstPauseMs = 20

/** Runs the work in a transaction, again after a retryable failure; gives its result and the hints it left. */
export async function runTransaction<T>(
  deps: TransactionDeps,
  work: (tx: Tx) => Promise<T>,
  mode?: Mode,
): Promise<{ result: T; hints: readonly Hint[] }> {
  for (let attempt = 1; ; attempt++) {
    const progress = { worked: false }
    try {
      return await runOnce(deps, work, progress, mode)
    } catch (error) {
      const failure = failureOf(error)
      // A connection lost after COMMIT was sent leaves open whether it took place: never repeated blindly.
      const again = failure === 'conflict' || (failure === 'lost' && !progress.worked)
      if (!again || attempt === attempts) throw error
      await deps.clock.sleep(firstPauseMs * 2 ** (attempt - 1) * (0.5 + deps.ids.fraction()))
    }
  }
}

async function runOnce<T>(
  { pool, scopes }: TransactionDeps,
  work: (tx: Tx) => Promise<T>,
  progress: { worked: boolean },
  mode: Mode | undefined,
) {
  const client = await pool.connect()
  const scope = { open: true, hints: [] as Hint[] }
  let broken = false
  try {
    const result = await scopes.run(scope, () =>
      drizzle({ client }).transaction(async (tx) => {
        const value = await work(tx)
        progress.worked = true
        return value
      }, mode),
    )
    return { result, hints: scope.hints }
  } catch (error) {
    broken = failureOf(error) === 'lost'
    throw error
  } finally {
    scope.open = false
    client.release(broken)
  }
}

interface Hint {
  channel: string
  payload: string
}

/** One transaction under way, as code deep inside it can find it. */
interface TransactionScope {
  open: boolean
  /** Sent after the commit, on the engine that has one process only. */
  hints: Hint[]
}

/**
 * Knows whether the running code is inside a transaction of this database. On the embedded engine a query beside
 * the transaction would wait for the only connection, which waits for the query: it is refused instead, on both
 * engines, so that the tests of one find it for both.
 */
export function createTransactionScopes() {
  const storage = new AsyncLocalStorage<TransactionScope>()
  return {
    run<T>(scope: TransactionScope, work: () => Promise<T>): Promise<T> {
      return storage.run(scope, work)
    },
    current(): TransactionScope | null {
      const scope = storage.getStore()
      return scope?.open === true ? scope : null
    },
  }
}
type TransactionScopes = ReturnType<typeof createTransactionScopes>

// Drizzle asks the driver's table of parsers and takes none of ours, so this one place is global: int8 as BigInt,
// since a string for count(*) is a trap and a number loses digits beyond 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)

/** A pool that gives out no second connection to code inside a transaction. */
export class GuardedPool extends pg.Pool {
  readonly #scopes: TransactionScopes

  constructor(config: pg.PoolConfig, scopes: TransactionScopes) {
    super(config)
    this.#scopes = scopes
  }

  override connect(): Promise<pg.PoolClient>
  override connect(
    callback: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: Error | boolean) => void,
    ) => void,
  ): void
  override connect(
    callback?: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: Error | boolean) => void,
    ) => void,
  ): Promise<pg.PoolClient> | void {
    if (this.#scopes.current()) {
      const error = new Error(
        'A query through db.orm, or a transaction, inside a transaction: it would wait for itself. Use the tx handed to the work.',
      )
      if (callback === undefined) return Promise.reject(error)
      callback(error, undefined, () => undefined)
      return
    }
    return callback === undefined ? super.connect() : super.connect(callback)
  }
}

/** Classes of failure after which the same transaction may be run again from its beginning. */
const conflicts = new Set(['40001', '40P01'])
const lostConnections = new Set([
  '57P01',
  '57P02',
  '57P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])
/** node-postgres gives no code when the connection ended between two messages. */
const lostMessages = ['Connection terminated', 'Client has encountered a connection error']

/**
 * Classes of what the database says of itself and not of what it was asked: no room, no memory, no connection left (53), its
 * own files (58); and that it can only be read, as a replica.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const refusals = /^(53...|58...|25006)$/

/** `refused`: it takes nothing of anybody until it is mended. */
type Failure = 'conflict' | 'lost' | 'refused' | 'final'

/** What kind of failure it is, looking through the wrappers that libraries put around it. */
export function failureOf(error: unknown): Failure {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = codeOf(cause)
    if (conflicts.has(code)) return 'conflict'
    if (lostConnections.has(code) || code.startsWith('08')) return 'lost'
    if (refusals.test(code)) return 'refused'
    const { message } = cause
    if (lostMessages.some((lost) => message.startsWith(lost))) return 'lost'
  }
  return 'final'
}

/** The SQLSTATE of what the database refuses because of itself; null: it is something else. */
export function refusalOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (refusals.test(codeOf(cause))) return codeOf(cause)
  return null
}

/** It took longer than a statement may, which a slow database and too large a question both do. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && (codeOf(error) === '57014' || isTimeout(error.cause))
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')
