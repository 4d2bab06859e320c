import { AsyncLocalStorage } from 'node:async_hooks'

export interface Hint {
  channel: string
  payload: string
}

/** One transaction under way, as code deep inside it can find it. */
export interface TransactionScope {
  open: boolean
  /** Told after the commit, on the engine that has one process only. */
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
export type TransactionScopes = ReturnType<typeof createTransactionScopes>
