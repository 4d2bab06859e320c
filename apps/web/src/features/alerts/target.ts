import type { AlertEntry, AlertSetting, ManageAlertsBody } from '@roundsman/contract/alerts'
import type { AlertsSearch } from './alerts-search.ts'

/** What the settings on the page are of. What is said of several validators is said of the first, and given to all. */
export type Target =
  | { kind: 'validators'; first: number; ids: readonly number[] }
  | { kind: 'every' }
  | { kind: 'network' }
  | { kind: 'bridges' }

/** What an address chooses; null where it chooses nothing. */
export function targetOf({ validator = [], target }: AlertsSearch): Target | null {
  const ids = validator.map(Number)
  const [first] = ids
  if (first !== undefined) return { kind: 'validators', first, ids }
  return target === undefined ? null : { kind: target }
}

export function searchOf(target: Target): AlertsSearch {
  return target.kind === 'validators' ? { validator: target.ids.map(String) } : { target: target.kind }
}

/**
 * Tells the settings that are edited together: those of the network and of every validator are kept as one, and are
 * changed as one. Other validators that get the same are not part of it.
 */
export function draftNameOf(target: Target): string {
  return target.kind === 'validators' ? `alerts:${target.first}` : `alerts:${target.kind}`
}

/** True if the page shows a setting for such a target. */
export function suits(target: Target, { target_type }: Pick<AlertSetting, 'target_type'>): boolean {
  if (target.kind === 'network') return target_type === 'ANY'
  return target_type === (target.kind === 'bridges' ? 'BRIDGE' : 'VALIDATOR')
}

/** Entries that a change of the target replaces: those of the first validator, or all without a target of their own. */
export function entriesOn(target: Target, entries: readonly AlertEntry[]): AlertEntry[] {
  return target.kind === 'validators'
    ? entriesOfValidator(target.first, entries)
    : entriesOfValidator(null, entries)
}

export function entriesOfValidator(id: number | null, entries: readonly AlertEntry[]): AlertEntry[] {
  return entries.filter((entry) => entry.bridge_id === null && entry.blockchain_validator_id === id)
}

/** As the call names what is changed. */
export function bodyTargetsOf(target: Target): NonNullable<ManageAlertsBody['targets']> {
  return target.kind === 'validators' ? target.ids.map((id) => ({ blockchain_validator_id: id })) : [{}]
}
