import type { SigningTuple, ValidatorRecord } from './validator-facts.ts'
import type { NetworkRow } from './watch.schema.ts'
import type { WatchEvent } from './watch-event.ts'

/** Columns of the network that a batch may set; the rest belongs to the store. */
export type NetworkPatch = Partial<Omit<NetworkRow, 'networkId' | 'epoch' | 'chainId' | 'seq' | 'startedAt'>>

export interface KeptBlock {
  height: number
  /** Header time, Unix ms. */
  at: number
  /** As `packLetters` makes them. */
  letters: Uint8Array
}

/** Everything that one transaction makes known of a network. */
export interface Batch {
  networkId: number
  epoch: number
  network: NetworkPatch
  blocks: readonly KeptBlock[]
  validators: readonly ValidatorRecord[]
  events: readonly WatchEvent[]
  signing: { stateHeight: number; infos: readonly (SigningTuple | null)[] } | null
}
