import type { NewestHeader } from '@roundsman/cometbft/block-walk'
import { createEndpointPool, type EndpointPool, type Lie } from '@roundsman/cometbft/endpoint-pool'
import { createPlanReader, type PlanReader } from '@roundsman/cometbft/plan-reader'
import type { CheckSignature, NativeSignatures } from '@roundsman/cometbft/proof/signature'
import { createSetCache, type SetCache } from '@roundsman/cometbft/proven-sets'
import { createStateReader, type StateReader } from '@roundsman/cometbft/state-reader'
import { type ChainTrust, createChainTrust } from '@roundsman/cometbft/walk-request'
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
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
  fetch: typeof globalThis.fetch
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
        const signal = init.signal ? linkedSignal(init.signal, stopping).signal : stopping
        return fetch(url, { ...init, signal })
      },
    })
    const trust = createChainTrust({ check, clock, given })
    const readers = { states: createStateReader(pool), plans: createPlanReader(pool) }
    return { pool, trust, newest: null, sets: createSetCache(), ...readers }
  }
}

/** Key objects are made once for each key: making one takes as long as two checks. */
const mostKeys = 2_000

const prefixes = {
  ed25519: Buffer.from('302a300506032b6570032100', 'hex'),
  // A compressed point, as SPKI has it.
  secp256k1: Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex'),
} as const

/** Signatures checked by OpenSSL. False for whatever it does not take as a key or a signature. */
export function createNativeSignatures(): NativeSignatures {
  const keys = new Map<string, KeyObject>()

  function keyOf(kind: keyof typeof prefixes, key: Uint8Array): KeyObject {
    const name = Buffer.from(key).toString('base64')
    const known = keys.get(name)
    if (known !== undefined) return known
    const made = createPublicKey({ key: Buffer.concat([prefixes[kind], key]), format: 'der', type: 'spki' })
    if (keys.size >= mostKeys) keys.clear()
    keys.set(name, made)
    return made
  }

  return {
    ed25519: (key, data, signature) => quietly(() => verify(null, data, keyOf('ed25519', key), signature)),
    secp256k1: (key, data, signature) =>
      quietly(() =>
        verify('sha256', data, { key: keyOf('secp256k1', key), dsaEncoding: 'ieee-p1363' }, signature),
      ),
  }
}

function quietly(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
