import type { AlertEntry } from '@roundsman/contract/alerts'
import type { EntryRow } from '../alerts.schema.ts'
import type { TargetIds } from './target-names.ts'

/**
 * Entries as they are answered. One whose target has no row anywhere is left out: without its id it would read as one
 * of the whole network.
 */
export function entriesView(rows: readonly EntryRow[], { validators, bridges }: TargetIds): AlertEntry[] {
  return rows.flatMap((row) => {
    const { id, validatorKey, bridgeKey, settingId, channels, mutedUntil } = row
    const validatorId = validatorKey === null ? null : (validators.get(validatorKey) ?? null)
    const bridgeId = bridgeKey === null ? null : (bridges.get(bridgeKey) ?? null)
    if ((bridgeKey !== null && bridgeId === null) || (validatorKey !== null && validatorId === null))
      return []
    const target = { blockchain_validator_id: validatorId, bridge_id: bridgeId }
    return [
      { id, ...target, setting_id: settingId, channels, muted_until: mutedUntil?.toISOString() ?? null },
    ]
  })
}
