import type { AlertEntry, AlertSetting, ManageAlertsBody } from '@roundsman/contract/alerts'
import type { AlertsSearch } from './alerts-search.ts'

/** Some validators or bridges, chosen one by one. What is said of them is said of the first, and given to all. */
export interface ChosenTarget {
  kind: 'validators' | 'bridges'
  first: number
  ids: readonly number[]
}

/** What the settings on the page are of. */
export type Target = ChosenTarget | { kind: 'every' | 'everyBridge' | 'network' }

/** What is chosen of all that there is. */
export type TargetKind = 'validators' | 'bridges' | 'network'

const wholes = { every: 'every', network: 'network', bridges: 'everyBridge' } as const

/** What an address chooses; null where it chooses nothing. */
export function targetOf({ validator = [], bridge = [], target }: AlertsSearch): Target | null {
  return (
    chosen('validators', validator) ??
    chosen('bridges', bridge) ??
    (target === undefined ? null : { kind: wholes[target] })
  )
}

function chosen(kind: ChosenTarget['kind'], texts: readonly string[]): ChosenTarget | null {
  const ids = texts.map(Number)
  const [first] = ids
  return first === undefined ? null : { kind, first, ids }
}

export function searchOf(target: Target): AlertsSearch {
  switch (target.kind) {
    case 'validators':
      return { validator: target.ids.map(String) }
    case 'bridges':
      return { bridge: target.ids.map(String) }
    default:
      return { target: target.kind === 'everyBridge' ? 'bridges' : target.kind }
  }
}

/** The validators or bridges that a target names; null: it names none. */
export function chosenOf(target: Target | null): ChosenTarget | null {
  return target?.kind === 'validators' || target?.kind === 'bridges' ? target : null
}

/** The list that a target is found in. */
export function kindOf(target: Pick<Target, 'kind'> | null): TargetKind {
  if (target?.kind === 'network') return 'network'
  return target?.kind === 'bridges' || target?.kind === 'everyBridge' ? 'bridges' : 'validators'
}

/** True for every validator and every bridge: no one thing, of which it could be said how it stands. */
export function isEvery({ kind }: Target): boolean {
  return kind === 'every' || kind === 'everyBridge'
}

/**
 * Tells the settings that are edited together: those of the network and of every validator or bridge are kept as one,
 * and are changed as one. Others that get the same are not part of it.
 */
export function draftNameOf(target: Target): string {
  if (target.kind === 'bridges') return `alerts:bridge:${target.first}`
  return target.kind === 'validators' ? `alerts:${target.first}` : `alerts:${target.kind}`
}

/** True if the page shows a setting for such a target. */
export function suits(target: Target, { target_type }: Pick<AlertSetting, 'target_type'>): boolean {
  return target_type === { network: 'ANY', bridges: 'BRIDGE', validators: 'VALIDATOR' }[kindOf(target)]
}

/** Entries that a change of the target replaces: those of the first one chosen, or all without a target of their own. */
export function entriesOn(target: Target, entries: readonly AlertEntry[]): AlertEntry[] {
  return entriesOfOne(target, chosenOf(target)?.first ?? null, entries)
}

/** Entries on one of the kind of a target; null: those without a target of their own. */
export function entriesOfOne(
  target: Target,
  id: number | null,
  entries: readonly AlertEntry[],
): AlertEntry[] {
  const [validator, bridge] = kindOf(target) === 'bridges' ? [null, id] : [id, null]
  return entries.filter((one) => one.blockchain_validator_id === validator && one.bridge_id === bridge)
}

/** As the call names what is changed. */
export function bodyTargetsOf(target: Target): NonNullable<ManageAlertsBody['targets']> {
  switch (target.kind) {
    case 'validators':
      return target.ids.map((id) => ({ blockchain_validator_id: id }))
    case 'bridges':
      return target.ids.map((id) => ({ bridge_id: id }))
    default:
      return [{}]
  }
}
