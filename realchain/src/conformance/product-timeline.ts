import type { ChainState } from '@roundsman/cometbft/domain'
import {
  consensusKeys,
  type ValidatorRecord,
} from '../../../apps/server/src/modules/watch/model/validator-facts.ts'
import { reconcile } from '../../../apps/server/src/modules/watch/recording/reconcile.ts'

export interface TimelineEvent {
  height: number
  operator: string
  kind: string
}

/** What the product's own timeline tells of these states, the first of which it takes as known. */
export function productTimeline(states: readonly ChainState[]): TimelineEvent[] {
  const records: ValidatorRecord[] = []
  const told: TimelineEvent[] = []
  for (const [at, state] of states.entries()) {
    const { changed, events } = reconcile({
      known: records,
      state,
      first: at === 0,
      keys: consensusKeys(records, []),
      now: state.time,
      since: states[at - 1]?.time ?? null,
      heightAt: () => null,
    })
    for (const record of changed) records[record.slot] = record
    for (const { slot, kind } of events) {
      const operator = slot === null ? 'the network' : (records[slot]?.operatorAddress ?? `slot ${slot}`)
      told.push({ height: state.height, operator, kind })
    }
  }
  return told
}
