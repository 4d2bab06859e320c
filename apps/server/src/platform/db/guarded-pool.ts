import pg from 'pg'
import type { TransactionScopes } from './transaction-scope.ts'

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
