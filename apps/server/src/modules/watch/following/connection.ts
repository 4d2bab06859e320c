import type { NewestHeader } from '@roundsman/cometbft/block-walk'
import { createEndpointPool, type EndpointPool, type Lie } from '@roundsman/cometbft/endpoint-pool'
import { createPlanReader, type PlanReader } from '@roundsman/cometbft/plan-reader'
import type { CheckSignature } from '@roundsman/cometbft/proof/signature'
import { createSetCache, type SetCache } from '@roundsman/cometbft/proven-sets'
import type { Fetch } from '@roundsman/cometbft/rpc-client'
import { createStateReader, type StateReader } from '@roundsman/cometbft/state-reader'
import { type ChainTrust, createChainTrust } from '@roundsman/cometbft/walk-request'
import { setMaxListeners } from 'node:events'
import type { Clock } from '../../../platform/clock.ts'
import { linkedSignal } from '../../../platform/clients/http-client.ts'
import type { Ids } from '../../../platform/ids.ts'

export interface Connection {
  pool: EndpointPool
  sets: SetCache
  trust: ChainTrust
  states: StateReader
  plans: PlanReader
  /** The newest header that a walk believed. */
  newest: NewestHeader | null
}

export interface ConnectDeps {
  clock: Clock
  ids: Ids
  fetch: Fetch
  urls: readonly string[]
  /** What the catalogue says; held to until an epoch has a chain id of its own. */
  chainId: string | null
  check: CheckSignature
  /** The block that the catalogue vouches for. */
  given: ChainTrust['given']
  onLie: (lie: Lie) => void
}

/** Makes the endpoints of a network ready for a chain; `signal` ends every request under way. */
export type Connect = (chainId: string | null, signal: AbortSignal) => Connection

export function createConnect(deps: ConnectDeps): Connect {
  const { clock, ids, fetch, urls, chainId, check, given, onLie } = deps
  return (known, stopping) => {
    // Each request of the last seconds listens to it.
    setMaxListeners(0, stopping)
    const pool = createEndpointPool({
      urls,
      chainId: known ?? chainId,
      clock,
      onLie,
      timeoutSignal: clock.timeoutSignal,
      random: ids.fraction,
      fetch: (url, init) => {
        // Its deadline ends it at the latest, and with it the link.
        const { signal } = linkedSignal(init.signal, stopping)
        return fetch(url, { ...init, signal })
      },
    })
    const trust = createChainTrust({ check, clock, given })
    const readers = { states: createStateReader(pool), plans: createPlanReader(pool) }
    return { pool, trust, newest: null, sets: createSetCache(), ...readers }
  }
}
