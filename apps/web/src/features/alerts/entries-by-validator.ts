import { type AlertEntry, type AlertSettings, type AlertType, alertTypes } from '@roundsman/contract/alerts'

export type EntriesByType = Record<AlertType, AlertEntry[]>
/** Of the network, and of every one of it. */
export const wholeNetwork = 'network'
export type EntriesByValidator = ReadonlyMap<number | typeof wholeNetwork, EntriesByType>

/**
 * Entries grouped per validator id by setting type, each type an empty list where there is none (specification §3).
 * Entries on bridges are no validator's, and one whose setting is gone belongs to no type.
 */
export function entriesByValidator(
  entries: readonly AlertEntry[],
  settings: AlertSettings,
): EntriesByValidator {
  const typeOf = new Map(alertTypes.flatMap((type) => settings[type].map(({ id }) => [id, type] as const)))
  const grouped = new Map<number | typeof wholeNetwork, EntriesByType>()
  for (const entry of entries) {
    const type = typeOf.get(entry.setting_id)
    if (type === undefined || entry.bridge_id !== null) continue
    const key = entry.blockchain_validator_id ?? wholeNetwork
    const ofTarget = grouped.get(key) ?? noEntries()
    ofTarget[type].push(entry)
    grouped.set(key, ofTarget)
  }
  return grouped
}

export function noEntries(): EntriesByType {
  return {
    VOTING_POWER: [],
    UPTIME: [],
    COMISSION: [],
    JAILED: [],
    TOMBSTONED: [],
    BONDED: [],
    OTEL_UPDATE: [],
    SYNC_STATUS: [],
    NETWORK: [],
  }
}

export function countOf(ofTarget: EntriesByType | undefined): number {
  return ofTarget === undefined ? 0 : alertTypes.reduce((sum, type) => sum + ofTarget[type].length, 0)
}
