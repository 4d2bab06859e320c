import type { Trusted } from '@roundsman/cometbft/proof/trusted'
import type { LetterBlock, StoredSigning } from './model/chain-model.ts'
import type { ValidatorRecord } from './model/validator-facts.ts'
import type { NetworkRow } from './watch.schema.ts'
import type { WatchEvent } from './watch-event.ts'

/** Columns of the network that a batch may set; the rest belongs to the store. */
export type NetworkPatch = Partial<
  Omit<NetworkRow, 'networkId' | 'epoch' | 'chainId' | 'seq' | 'startedAt' | 'trusted'>
>

/** A block as it is stored: with who told it. */
export interface KeptBlock extends LetterBlock {
  host: string | null
}

/** Everything that one transaction makes known of a network. */
export interface Batch {
  networkId: number
  epoch: number
  /** The database's clock, Unix ms. */
  now: number
  /** An endpoint in step answered. */
  observed: boolean
  network: NetworkPatch
  gap: { from: number; to: number } | null
  /** The state that was read: its height and its header time, Unix ms. */
  state: { height: number; at: number } | null
  blocks: readonly KeptBlock[]
  validators: readonly ValidatorRecord[]
  events: readonly WatchEvent[]
  signing: StoredSigning | null
  /** The block that proofs go on from, where it has moved; null: as before. */
  trusted: Trusted | null
  /** Its set is another one than is stored. */
  isNewSet: boolean
  /** Rows of blocks up to this height are old; null: none can be. */
  oldUpTo: number | null
}

/** A batch that says something about reaching a chain, and nothing about the chain. */
export function noteOf(
  row: Pick<NetworkRow, 'networkId' | 'epoch'>,
  network: NetworkPatch,
  now: number,
): Batch {
  return {
    networkId: row.networkId,
    epoch: row.epoch,
    now,
    observed: false,
    network,
    gap: null,
    state: null,
    blocks: [],
    validators: [],
    events: [],
    signing: null,
    trusted: null,
    isNewSet: false,
    oldUpTo: null,
  }
}

/** Channel of the hint that a network has a newer batch; the payload is its id. */
export const batchChannel = 'watch_batch'
