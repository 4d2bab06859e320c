import type { AlertEntry } from '@roundsman/contract/alerts'
import type { EntryRow } from '../alerts.schema.ts'

/**
 * Entries as they are answered. One whose target has no row anywhere is left out: without its id it would read as one
 * of the whole network.
 */
export function entriesView(
  rows: readonly EntryRow[],
  validatorIds: ReadonlyMap<string, number>,
): AlertEntry[] {
  return rows.flatMap((row) => {
    const { id, validatorKey, bridgeKey, settingId, channels, mutedUntil } = row
    const validatorId = validatorKey === null ? null : (validatorIds.get(validatorKey) ?? null)
    const isLost = bridgeKey !== null || (validatorKey !== null && validatorId === null)
    if (isLost) return []
    const target = { blockchain_validator_id: validatorId, bridge_id: null }
    return [
      { id, ...target, setting_id: settingId, channels, muted_until: mutedUntil?.toISOString() ?? null },
    ]
  })
}
