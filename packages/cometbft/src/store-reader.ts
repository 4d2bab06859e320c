import { abciRequest, decodeAbciQuery } from './abci-query.decode.ts'
import { ChainReadError } from './errors.ts'
import type { StateClaim, StateKey } from './proof/state.ts'
import { saysStatePruned } from './pruned.ts'
import type { CallOptions, RpcClient } from './rpc-client.ts'
import { decodeAs } from './shape-error.ts'

export interface StoreReader {
  /**
   * What the node says of each key at `height`, with its proof, in batches and in their order. Nothing of it is
   * checked: `checkState` does. Rejects where one of them is not answered (`/store` may be forbidden, the height
   * pruned or not there yet).
   */
  storeValues(keys: readonly StateKey[], height: number): Promise<StateClaim[]>
}

export interface StoreReaderOptions extends CallOptions {
  /** The newest block that this node has shown; null while it is not known. */
  newest: () => number | null
}

/** Single keys of the application's stores, with proofs: `/store/<name>/key` answers the same in every Cosmos SDK. */
export function createStoreReader(rpc: RpcClient, options: StoreReaderOptions): StoreReader {
  function toClaim({ store, key }: StateKey, height: number, result: unknown): StateClaim {
    const source = { host: rpc.host, method: `abci_query ${pathOf(store)}` }
    const answer = decodeAs(source, () => decodeAbciQuery(result))
    if (answer.code === 0) {
      return { store, key, value: answer.value.length === 0 ? null : answer.value, ops: answer.ops }
    }
    const kind = saysStatePruned(answer.log, height, options.newest()) ? 'pruned' : 'abci'
    const reason = rpc.redact(answer.log === '' ? `code ${answer.code}` : answer.log)
    throw new ChainReadError({ kind, ...source, reason, code: answer.code })
  }

  return {
    async storeValues(keys, height) {
      const requests = keys.map(({ store, key }) =>
        abciRequest({ path: pathOf(store), data: key, height, prove: true }),
      )
      const outcomes = await rpc.batch(requests, options)
      return keys.map((key, index) => {
        const outcome = outcomes[index]
        if (outcome?.ok === true) return toClaim(key, height, outcome.result)
        const source = { host: rpc.host, method: `abci_query ${pathOf(key.store)}` }
        throw outcome?.error ?? new ChainReadError({ kind: 'schema', ...source, reason: 'no answer' })
      })
    },
  }
}

function pathOf(store: string): string {
  return `/store/${store}/key`
}
