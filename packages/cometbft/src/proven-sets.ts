import type { SetMember } from './domain.ts'
import type { NodeClient } from './node-client.ts'
import { checkSet } from './proof/light.ts'
import type { SetCache } from './set-cache.ts'

/** Validator sets by the hash that a header has: from the cache, else asked for and checked before they are kept. */
export interface ProvenSets {
  /**
   * The set of a height.
   *
   * @throws ChainReadError where it cannot be had, ProofError where it is not the one of that hash
   */
  of(validatorsHash: string, height: number): Promise<readonly SetMember[]>
}

export function createProvenSets(node: NodeClient, cache: SetCache): ProvenSets {
  const underWay = new Map<string, Promise<readonly SetMember[]>>()

  async function fetch(validatorsHash: string, height: number): Promise<readonly SetMember[]> {
    const set = await node.validatorSet(height)
    checkSet(set, validatorsHash)
    cache.put(validatorsHash, set)
    return set
  }

  return {
    of(validatorsHash, height) {
      const known = cache.get(validatorsHash)
      if (known !== undefined) return Promise.resolve(known)
      const running = underWay.get(validatorsHash) ?? fetch(validatorsHash, height)
      underWay.set(validatorsHash, running)
      return running
    },
  }
}
