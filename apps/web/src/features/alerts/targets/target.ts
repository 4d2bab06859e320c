import type { AlertEntry, AlertSetting, ManageAlertsBody } from '@roundsman/contract/alerts/alerts'
import type { Bridge } from '@roundsman/contract/bridges/bridges'
import type { Validator } from '@roundsman/contract/networks/validators'
import type { TFunction } from 'i18next'
import type { About } from '../../../data/alerts/offered-alerts.ts'
import { shortPeerId } from '../../../parts/bridges/bridge-facts.ts'
import { validatorName } from '../../../parts/validator-name.ts'
import type { AlertsSearch } from '../alerts-search.ts'

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

/** Of which its conditions are: of several the first; null: the network. */
export function aboutOf(target: Target): About | null {
  const chosen = chosenOf(target)
  if (chosen === null) return null
  return chosen.kind === 'bridges' ? { bridge: chosen.first } : { validator: chosen.first }
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
export function draftNameOf(target: Target, teamId: number | null): string {
  const alerts = teamId === null ? 'alerts' : `alerts:team:${teamId}`
  if (target.kind === 'bridges') return `${alerts}:bridge:${target.first}`
  return target.kind === 'validators' ? `${alerts}:${target.first}` : `${alerts}:${target.kind}`
}

/** True if the page shows a setting for such a target. */
export function suits(target: Target, { target_type }: Pick<AlertSetting, 'target_type'>): boolean {
  return target_type === { network: 'ANY', bridges: 'BRIDGE', validators: 'VALIDATOR' }[kindOf(target)]
}

type Place = Pick<AlertEntry, 'blockchain_validator_id' | 'bridge_id'>

/** Entries that a change of the target replaces: those of the first one chosen, or all without a target of their own. */
export function entriesOn<E extends Place>(target: Target, entries: readonly E[]): E[] {
  return entriesOfOne(target, chosenOf(target)?.first ?? null, entries)
}

/** Entries on one of the kind of a target; null: those without a target of their own. */
export function entriesOfOne<E extends Place>(target: Target, id: number | null, entries: readonly E[]): E[] {
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

/** What there is to set alerts for by name. */
export interface Choices {
  validators: readonly Validator[]
  /** One for each peer id; none where they are not known. */
  bridges: readonly Bridge[]
  /** That the bridges are judged by. */
  networkHeight: number | null
}

/**
 * The bridges that alerts can be set for. Settings belong to the peer id: of two with the same one, which stand beside
 * each other while a claim is contested, it is the one that pushes, under whose id the server answers them (P235).
 */
export function bridgesToChoose(listed: readonly Bridge[]): Bridge[] {
  const byPeer = new Map<string, Bridge>()
  for (const bridge of listed)
    if (bridge.source !== 'SCRAPE' || !byPeer.has(bridge.peer_id)) byPeer.set(bridge.peer_id, bridge)
  return [...byPeer.values()]
}

/** The target with each bridge under the id that its settings have. */
export function withOwnIds(target: Target, listed: readonly Bridge[]): Target {
  if (target.kind !== 'bridges') return target
  const own = new Map(bridgesToChoose(listed).map(({ peer_id, id }) => [peer_id, id]))
  const known = new Map(listed.map(({ id, peer_id }) => [id, own.get(peer_id) ?? id]))
  const ownOf = (id: number) => known.get(id) ?? id
  return { ...target, first: ownOf(target.first), ids: [...new Set(target.ids.map(ownOf))] }
}

/** The validator that is shown of a target; undefined: it is none, or is not known. */
export function validatorOf(target: Target | null, { validators }: Choices): Validator | undefined {
  return target?.kind === 'validators' ? validators.find(({ id }) => id === target.first) : undefined
}

/** The bridge that is shown of a target; undefined: it is none, or is not known. */
export function bridgeOf(target: Target | null, { bridges }: Choices): Bridge | undefined {
  return target?.kind === 'bridges' ? bridges.find(({ id }) => id === target.first) : undefined
}

/** True where a target names a bridge that there is none of. */
export function isGone(target: Target, choices: Choices): boolean {
  return target.kind === 'bridges' && bridgeOf(target, choices) === undefined
}

/** What one of a target's kind, validators or bridges, is called; one that is gone has its number. */
export function nameOf(target: Target, id: number, choices: Choices): string {
  const name =
    kindOf(target) === 'bridges'
      ? bridgeName(choices.bridges.find((one) => one.id === id))
      : choices.validators.filter((one) => one.id === id).map(validatorName)[0]
  return name ?? `#${id}`
}

function bridgeName(bridge: Bridge | undefined): string | undefined {
  return bridge && (bridge.name ?? shortPeerId(bridge.peer_id))
}

/** What a target is called: of several validators or bridges the first, and how many more. */
export function targetText(target: Target | null, choices: Choices, t: TFunction<'alerts'>): string {
  if (target === null) return t('target.choose')
  const chosen = chosenOf(target)
  return chosen === null ? t(`target.${wholeOf(target)}`) : chosenText(chosen, choices, t)
}

function chosenText(chosen: ChosenTarget, choices: Choices, t: TFunction<'alerts'>): string {
  const name = nameOf(chosen, chosen.first, choices)
  const more = chosen.ids.length - 1
  return more === 0 ? name : t('target.andMore', { name, count: more })
}

function wholeOf({ kind }: Target): 'every' | 'everyBridge' | 'network' {
  return kind === 'everyBridge' || kind === 'network' ? kind : 'every'
}
