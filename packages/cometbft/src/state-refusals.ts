import type { ChainState } from './domain.ts'
import { ChainReadError } from './errors.ts'
import { headerHash } from './proof/block-hash.ts'
import { setHash } from './proof/set-hash.ts'
import type { FullHeader } from './proof/signed-header.ts'

/** A state as one host says it, with the header of its height. */
export interface Lists {
  state: ChainState
  header: FullHeader
}

/** What a host said that another one's answer refutes. */
export interface Lie {
  host: string
  reason: string
}

/** @throws ChainReadError proof, where there is a refutation; the lie is written down. */
export function refuse(host: string, lies: Lie[], refutation: string | null): void {
  if (refutation === null) return
  lies.push({ host, reason: refutation })
  throw stateFailure('proof', host, refutation)
}

/** The block below a proven one is known by its hash, and its set by the hash in it. */
export function differsFromHeader({ state, header }: Lists, above: FullHeader): string | null {
  if (headerHash(header) !== above.lastBlockId.hash)
    return `its block ${header.height} is not the one that block ${above.height} follows`
  const hash = setHash(state.set)
  if (hash !== null && hash !== header.validatorsHash)
    return `its validator set of height ${header.height} is not that of the block`
  return null
}

export function stateFailure(kind: 'schema' | 'proof', host: string, reason: string): ChainReadError {
  return new ChainReadError({ kind, host, method: 'state', reason })
}
