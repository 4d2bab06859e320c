import type { SetMember } from './domain.ts'

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
