import { ChainReadError } from './errors.ts'
import type { NodeClient } from './node-client.ts'
import type { ProvenSets } from './proven-sets.ts'
import { proveBlocks } from './proof/block-proof.ts'
import { asTrusted } from './proof/light.ts'
import { ProofError } from './proof/proof-error.ts'
import type { CheckSignature } from './proof/signature.ts'
import type { SignedHeader } from './proof/signed-header.ts'
import type { Trusted } from './proof/trusted.ts'

export interface CloserTrustInput {
  node: NodeClient
  sets: ProvenSets
  chainId: string
  check: CheckSignature
  trusted: Trusted
  /** A block of which too little of the trusted set is a signer. */
  target: SignedHeader
}

/** Sets that change wholly within a few blocks are a chain of tests, not one to be followed at any cost. */
const MOST_STEPS = 200

/**
 * A trusted block from which the target can be proven: by halving, until more than a third of each set signed the
 * next one.
 *
 * @throws ProofError; `expired` where the blocks in between are not kept any more
 */
export async function closerTrust(input: CloserTrustInput): Promise<Trusted> {
  const { node, sets, chainId, check, target } = input
  let trusted = input.trusted
  let high = target
  for (let step = 0; step < MOST_STEPS; step++) {
    const set = await sets.of(high.header.validatorsHash, high.header.height)
    if (proveBlocks({ chainId, signed: [high], set, trusted, previousHash: null, check })) {
      if (high === target) return trusted
      const nextSet = await sets.of(high.header.nextValidatorsHash, high.header.height + 1)
      trusted = asTrusted(high, nextSet, trusted)
      high = target
      continue
    }
    const middle = Math.floor((trusted.height + high.header.height) / 2)
    if (middle <= trusted.height)
      throw new ProofError('power', `too little of the trusted set signed block ${high.header.height}`)
    high = await between(node, middle)
  }
  throw new ProofError('power', `${MOST_STEPS} steps were not enough to prove block ${target.header.height}`)
}

async function between(node: NodeClient, height: number): Promise<SignedHeader> {
  try {
    return await node.commit(height)
  } catch (error) {
    if (!(error instanceof ChainReadError) || error.kind !== 'pruned') throw error
    throw new ProofError('expired', `block ${height} on the way from the trusted one is not kept any more`)
  }
}
