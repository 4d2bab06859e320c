import type { LiveEvent } from '@roundsman/contract/live'
import type { ValidatorsList } from '@roundsman/contract/validators'
import { applyLiveEvent } from './apply-live-event.ts'

/** What the stream told lately, for answers that were under way meanwhile. */
export interface LiveJournal {
  mark(): number
  add(blockchainId: number, event: LiveEvent): void
  /** The list with everything that came after the mark. */
  replay(mark: number, blockchainId: number, list: ValidatorsList): ValidatorsList
  clear(): void
}

/** Two minutes at one message a second and a height beside it; a call gives up after 15 s. */
const keep = 240

export function createLiveJournal(): LiveJournal {
  let entries: { at: number; blockchainId: number; event: LiveEvent }[] = []
  let count = 0
  return {
    mark: () => count,
    add(blockchainId, event) {
      count += 1
      entries.push({ at: count, blockchainId, event })
      if (entries.length > keep) entries = entries.slice(-keep / 2)
    },
    clear: () => {
      entries = []
    },
    replay: (mark, blockchainId, list) =>
      entries
        .filter((entry) => entry.at > mark && entry.blockchainId === blockchainId)
        .reduce((current, entry) => applyLiveEvent(current, entry.event), list),
  }
}
