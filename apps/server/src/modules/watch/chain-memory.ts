import type { Trusted } from '@roundsman/cometbft/proof/trusted'
import type { Batch } from './batch.ts'
import { type ChainModel, modelAfter } from './model/chain-model.ts'
import { type ConsensusKeys, consensusKeys, type OldKey } from './model/consensus-keys.ts'
import type { ValidatorRecord } from './model/validator-facts.ts'
import type { NetworkRow } from './watch.schema.ts'

/**
 * What the follower of one network keeps between passes. Only what the database says: it is thrown away and read
 * again whenever a commit did not succeed.
 */
export interface ChainMemory {
  model: ChainModel
  /** Whose key is which, rotated ones included. */
  keys: ConsensusKeys & { old: readonly OldKey[] }
  readonly row: NetworkRow
  /** By slot. */
  readonly records: readonly ValidatorRecord[]
  /** Where proofs go on, as it is stored. */
  trusted: Trusted | null
  /** When a state was last asked for, monotonic ms, and how many tries failed in a row. */
  stateTriedAt: number | null
  stateFailures: number
  /** When something was last committed, monotonic ms. */
  committedAt: number
}

export function createChainMemory(stored: {
  model: ChainModel
  oldKeys: readonly OldKey[]
  trusted: Trusted | null
  monotonic: number
}): ChainMemory {
  const memory = {
    model: stored.model,
    keys: consensusKeys(stored.model.records, stored.oldKeys),
    get row() {
      return memory.model.row
    },
    get records() {
      return memory.model.records
    },
    trusted: stored.trusted,
    stateTriedAt: null,
    stateFailures: 0,
    committedAt: stored.monotonic,
  }
  return memory
}

/** Takes in what was committed, and the model after it. */
export function remember(memory: ChainMemory, { trusted }: Batch, model: ChainModel): void {
  memory.trusted = trusted ?? memory.trusted
  const rotated = memory.records.flatMap(({ consensusAddress, slot }) =>
    model.records[slot]?.consensusAddress === consensusAddress ? [] : [{ address: consensusAddress, slot }],
  )
  if (model.records !== memory.records || rotated.length > 0)
    memory.keys = consensusKeys(model.records, [...memory.keys.old, ...rotated])
  memory.model = model
}

/** The same with another row of the network; of another epoch nothing else is known. */
export function inEpoch(memory: ChainMemory, row: NetworkRow): void {
  memory.model = modelAfter(memory.model, { row, records: [], blocks: [], signing: null })
  memory.keys = consensusKeys([], [])
  memory.trusted = null
}
