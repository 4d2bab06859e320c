import { catalogue } from '@roundsman/alerting/catalogue'
import { deciding } from '@roundsman/alerting/deciding'
import { observationsOf } from '../../../apps/server/src/modules/alerts/deciding/observations.ts'
import { productPasses } from '../../../apps/server/src/modules/watch/testing/without-database.ts'
import type { Recorded } from './recording.ts'

interface ProductAlert {
  height: number
  /** Operator address, or `the network`. */
  target: string
  /** `BEGAN 3 blocks missed in a row`: what happened and the setting's English name. */
  what: string
}

/** What the product would report of these heights if somebody had subscribed to everything. */
export function productAlerts(heights: readonly Recorded[]): ProductAlert[] {
  let state: ReturnType<typeof deciding.begin> | null = null
  const alerts: ProductAlert[] = []
  for (const { before, after, change } of productPasses(heights)) {
    state ??= deciding.begin(before.row.epoch)
    for (const observation of observationsOf(change)) {
      const decision = deciding.step(state, observation)
      state = decision.state
      for (const { kind, settingId, target, height } of decision.outcomes) {
        // What only lets phones ring is reported already; which chain needs it is not what they agree on.
        if (settingId === null || kind === 'CONFIRMED') continue
        const record = after.records.find(({ id }) => id === target.id)
        alerts.push({
          height: height ?? after.row.height ?? 0,
          target: record?.operatorAddress ?? 'the network',
          what: `${kind} ${catalogue.setting(settingId, 'en')?.name ?? settingId}`,
        })
      }
    }
  }
  return alerts
}
