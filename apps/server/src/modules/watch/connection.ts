import { createEndpointPool } from '@roundsman/cometbft/endpoint-pool'
import { createSetCache } from '@roundsman/cometbft/set-cache'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Connection } from './read-chain.ts'

export interface ConnectDeps {
  clock: Clock
  ids: Ids
  fetch: typeof globalThis.fetch
  urls: readonly string[]
  /** What the catalogue says; held to until an epoch has a chain id of its own. */
  chainId: string | null
}

/** Makes the endpoints of a network ready for a chain; `signal` ends every request under way. */
export type Connect = (chainId: string | null, signal: AbortSignal) => Connection

export function createConnect({ clock, ids, fetch, urls, chainId }: ConnectDeps): Connect {
  return (known, stopping) => ({
    sets: createSetCache(),
    pool: createEndpointPool({
      urls,
      chainId: known ?? chainId,
      clock,
      timeoutSignal: clock.timeoutSignal,
      random: ids.fraction,
      fetch: (url, init) => {
        const signal = init.signal ? AbortSignal.any([init.signal, stopping]) : stopping
        return fetch(url, { ...init, signal })
      },
    }),
  })
}
