import type { SetMember } from '../domain.ts'
import { checkSet } from '../proof/block-proof.ts'
import type { NodeClient } from '../rpc/node-client.ts'

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

/** Validator sets by `validators_hash`, bounded; one for each network, kept between walks. */
export interface SetCache {
  get(validatorsHash: string): readonly SetMember[] | undefined
  put(validatorsHash: string, set: readonly SetMember[]): void
  drop(validatorsHash: string): void
}

/** Keeps the `most` sets used last. */
export function createSetCache(most = 16): SetCache {
  const sets = new Map<string, readonly SetMember[]>()

  function put(validatorsHash: string, set: readonly SetMember[]): void {
    sets.delete(validatorsHash)
    sets.set(validatorsHash, set)
    for (const oldest of sets.keys()) {
      if (sets.size <= most) break
      sets.delete(oldest)
    }
  }

  function get(validatorsHash: string): readonly SetMember[] | undefined {
    const set = sets.get(validatorsHash)
    if (set !== undefined) put(validatorsHash, set)
    return set
  }

  return { get, put, drop: (validatorsHash) => void sets.delete(validatorsHash) }
}
