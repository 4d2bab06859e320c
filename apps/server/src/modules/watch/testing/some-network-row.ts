import { nothingKnown } from '../recording/epoch.store.ts'
import type { NetworkRow } from '../model/watch.schema.ts'

/** When the row below was written, Unix ms. */
export const rowWrittenAt = 1_000_000
const now = rowWrittenAt

/** What is known of a network in batch 7 of its first epoch, with these differences. */
export function someNetworkRow(change: Partial<NetworkRow> = {}): NetworkRow {
  return {
    ...nothingKnown,
    networkId: 1,
    epoch: 1,
    chainId: 'celestia',
    seq: 7,
    startedAt: now - 60_000,
    observedAt: now - 1000,
    syncingAt: null,
    source: 'rpc.example.org',
    headHeight: 100,
    headAt: now - 2000,
    headAgeMs: 1000,
    height: 99,
    stateHeight: 99,
    stateAt: now - 1000,
    hasStaking: true,
    hasSlashing: true,
    signedBlocksWindow: 100,
    minSignedPerWindow: '0.5',
    bondedTokens: 10n,
    bondedValidators: 1,
    ...change,
  }
}
