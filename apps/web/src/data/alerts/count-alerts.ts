import { alertTypeOf, conditionIdOf } from '@roundsman/contract/alerts/alerts'

/**
 * How many alerts some settings are: that something begins and that it ends are one, as they stand in one row of Manage
 * Alerts (P901). To be in the active set is no trouble: to enter it and to leave it are two (P784).
 */
export function countAlerts(settingIds: Iterable<number>): number {
  return new Set([...settingIds].map((id) => (alertTypeOf(id) === 'BONDED' ? -id : conditionIdOf(id)))).size
}
