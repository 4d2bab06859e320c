import type { SigningTuple, ValidatorRecord } from './validator-facts.ts'
import type { NetworkRow } from './watch.schema.ts'

/**
 * What the follower of one network keeps between passes. Only what the database says: it is thrown away and read
 * again whenever a commit did not succeed.
 */
export interface ChainMemory {
  row: NetworkRow
  /** By slot. */
  records: ValidatorRecord[]
  /** By slot, of the last state read. */
  signing: readonly (SigningTuple | null)[]
  /** Consensus address to slot, addresses of keys that were rotated away included while this process lives. */
  slots: Map<string, number>
  /** Rotated consensus address to the operator it belonged to. */
  oldKeys: Map<string, string>
  /** Misses of each slot since the last state read. */
  missedSince: Map<number, number>
  /** When a state was last asked for, monotonic ms, and how many tries failed in a row. */
  stateTriedAt: number | null
  stateFailures: number
  /** When something was last committed, monotonic ms. */
  committedAt: number
  /** The last walk ended in front of the newest settled block: there is more to read at once. */
  behind: boolean
}

export function createChainMemory(stored: {
  row: NetworkRow
  records: readonly ValidatorRecord[]
  signing: readonly (SigningTuple | null)[]
  monotonic: number
}): ChainMemory {
  return {
    row: stored.row,
    records: [...stored.records],
    signing: stored.signing,
    slots: new Map(stored.records.map((record) => [record.consensusAddress, record.slot])),
    oldKeys: new Map(),
    missedSince: new Map(),
    stateTriedAt: null,
    stateFailures: 0,
    committedAt: stored.monotonic,
    behind: false,
  }
}

/** Takes in what was committed. */
export function remember(memory: ChainMemory, records: readonly ValidatorRecord[]): void {
  for (const record of records) {
    const before = memory.records[record.slot]
    memory.records[record.slot] = record
    memory.slots.set(record.consensusAddress, record.slot)
    if (before && before.consensusAddress !== record.consensusAddress && record.operatorAddress !== null)
      memory.oldKeys.set(before.consensusAddress, record.operatorAddress)
  }
}
