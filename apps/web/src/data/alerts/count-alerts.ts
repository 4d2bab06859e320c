import { conditionIdOf } from '@roundsman/contract/alerts/alerts'

/** To be in the active set, which is no trouble: to enter it and to leave it are two (P784). */
const bonded = 401

/**
 * How many alerts some settings are: that something begins and that it ends are one, as they stand in one row of Manage
 * Alerts (P901).
 */
export function countAlerts(settingIds: Iterable<number>): number {
  return new Set(
    [...settingIds].map((id) => {
      const condition = conditionIdOf(id)
      return condition === bonded ? -id : condition
    }),
  ).size
}
