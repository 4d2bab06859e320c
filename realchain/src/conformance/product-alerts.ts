import { catalogue } from '@roundsman/alerting/catalogue'
import { deciding } from '@roundsman/alerting/deciding'
import { observationsOf } from '../../../apps/server/src/modules/alerts/deciding/observations-of.ts'
import { batchOf } from '../../../apps/server/src/modules/watch/batch-of.ts'
import type { Batch } from '../../../apps/server/src/modules/watch/batch.ts'
import type { Stored } from '../../../apps/server/src/modules/watch/batch.store.ts'
import { changeOf } from '../../../apps/server/src/modules/watch/change-of.ts'
import { createChainMemory, remember } from '../../../apps/server/src/modules/watch/chain-memory.ts'
import { modelAfter } from '../../../apps/server/src/modules/watch/model/chain-model.ts'
import type { NetworkRow } from '../../../apps/server/src/modules/watch/watch.schema.ts'
import { someNetworkRow } from '../../../apps/server/src/modules/watch/testing/some-network-row.ts'
import type { Recorded } from './recording.ts'

export interface ToldAlert {
  height: number
  /** Operator address, or `the network`. */
  target: string
  /** `BEGAN 3 blocks missed in a row`: what happened and the setting's English name. */
  what: string
}

/**
 * What the product would tell of these heights if somebody had subscribed to everything: its own way from what was read
 * to what is decided, without its database. The first height is taken as known.
 */
export function productAlerts(heights: readonly Recorded[]): ToldAlert[] {
  const model = modelAfter(null, { row: someNetworkRow(), records: [], blocks: [], signing: null })
  const memory = createChainMemory({ model, oldKeys: [], trusted: null, monotonic: 0 })
  let state = deciding.begin(memory.row.epoch)
  const told: ToldAlert[] = []
  for (const { block, state: chainState } of heights) {
    const now = chainState.time
    const head = { height: block.height + 1, time: now, observedAt: now, host: block.host }
    const batch = batchOf(memory, {
      head: { ...head, inStep: true },
      ...{ blocks: [block], gap: null, assurance: block.assurance, headAgeMs: 0 },
      ...{ state: chainState, trusted: null, now },
    })
    const stored = storedOf(memory.row, batch)
    const { blocks, signing } = batch
    const next = modelAfter(memory.model, { ...stored, blocks, signing: signing ?? memory.model.signing })
    for (const observation of observationsOf(changeOf(memory.model, next, { batch, stored, now }))) {
      const decision = deciding.step(state, observation)
      state = decision.state
      for (const { kind, settingId, target, height } of decision.outcomes) {
        // What only lets phones ring is told already; which chain needs it is not what they agree on.
        if (settingId === null || kind === 'CONFIRMED') continue
        const record = next.records.find(({ id }) => id === target.id)
        told.push({
          height: height ?? block.height,
          target: record?.operatorAddress ?? 'the network',
          what: `${kind} ${catalogue.setting(settingId, 'en')?.name ?? settingId}`,
        })
      }
    }
    remember(memory, batch, next)
  }
  return told
}

/** What the database would answer: the patched row under the next number, and an id for each validator. */
function storedOf(row: NetworkRow, { network, validators, events }: Batch): Stored {
  const idOf = (slot: number) => slot + 1
  return {
    seq: row.seq + 1,
    row: { ...row, ...network, seq: row.seq + 1 },
    records: validators.map((record) => ({ ...record, id: idOf(record.slot) })),
    events: events.map((event) => ({ ...event, validatorId: event.slot === null ? null : idOf(event.slot) })),
  }
}
