import { drizzle } from 'drizzle-orm/node-postgres'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { Orm, Tx } from './database.ts'
import type { GuardedPool } from './guarded-pool.ts'
import { failureOf } from './retryable.ts'
import type { Hint, TransactionScopes } from './transaction-scope.ts'

export interface TransactionDeps {
  pool: GuardedPool
  scopes: TransactionScopes
  clock: Clock
  ids: Ids
}

/** How a transaction sees what others commit meanwhile; the default is what PostgreSQL does by itself. */
type Mode = NonNullable<Parameters<Orm['transaction']>[1]>

/** As of one moment, and changing nothing. */
export const asOfOneMoment: Mode = { isolationLevel: 'repeatable read', accessMode: 'read only' }

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
