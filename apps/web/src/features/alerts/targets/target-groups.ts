import {
  type AlertEntry,
  type AlertSetting,
  type AlertSettings,
  type AlertType,
  alertTypes,
  targetTypeOf,
} from '@roundsman/contract/alerts/alerts'
import type { Bridge } from '@roundsman/contract/bridges/bridges'
import { compareUrgency, stateOf } from '@roundsman/contract/networks/validator-state'
import type { Validator } from '@roundsman/contract/networks/validators'
import { countAlerts } from '../../../data/alerts/count-alerts.ts'
import { validatorMatcher } from '../../../parts/validator-matcher.ts'
import type { Target } from './target.ts'

export interface TargetGroup<Row> {
  kind: 'mine' | 'withAlerts' | 'all'
  rows: readonly Row[]
}

interface Options {
  /** A part of a moniker or of any address. */
  search: string
  mine: ReadonlySet<number>
  /** Ids of those with entries of their own. */
  withAlerts: ReadonlySet<number>
}

/** The validators that are found, each once: the user's own, those with alerts, then the others, by rank. */
export function groupTargets(
  validators: readonly Validator[],
  { search, mine, withAlerts }: Options,
): TargetGroup<Validator>[] {
  const found = validators.filter(validatorMatcher(search)).toSorted(byRank)
  return grouped(found, { isMine: ({ id }) => mine.has(id), withAlerts, urgency: byUrgency })
}

interface BridgeOptions {
  /** A part of a name or of a peer id. */
  search: string
  withAlerts: ReadonlySet<number>
  compareNames: (a: string, b: string) => number
}

/** The bridges that are found, each once: those of the user's tokens, those with alerts, then the others, by name. */
export function groupBridges(
  bridges: readonly Bridge[],
  { search, withAlerts, compareNames }: BridgeOptions,
): TargetGroup<Bridge>[] {
  const byName = (a: Bridge, b: Bridge) =>
    Number(a.name === null) - Number(b.name === null) ||
    compareNames(a.name ?? a.peer_id, b.name ?? b.peer_id)
  const found = bridges.filter(bridgeMatcher(search)).toSorted(byName)
  return grouped(found, { isMine: ({ owned }) => owned, withAlerts, urgency: byTrouble })
}

/** Whether a text is part of a bridge's name or peer id. */
function bridgeMatcher(search: string): (bridge: Pick<Bridge, 'name' | 'peer_id'>) => boolean {
  const wanted = search.trim().toLowerCase()
  return ({ name, peer_id }) => [name, peer_id].some((text) => text?.toLowerCase().includes(wanted))
}

interface Grouping<Row> {
  isMine: (row: Row) => boolean
  withAlerts: ReadonlySet<number>
  /** Whoever needs somebody first comes first. */
  urgency: (a: Row, b: Row) => number
}

/** Those found in groups, in the order that they have in none; the first two groups by urgency before that. */
function grouped<Row extends { id: number }>(
  found: readonly Row[],
  { isMine, withAlerts, urgency }: Grouping<Row>,
): TargetGroup<Row>[] {
  const hasAlerts = ({ id }: Row) => withAlerts.has(id)
  const groups: TargetGroup<Row>[] = [
    { kind: 'mine', rows: found.filter(isMine).toSorted(urgency) },
    { kind: 'withAlerts', rows: found.filter((row) => hasAlerts(row) && !isMine(row)).toSorted(urgency) },
    { kind: 'all', rows: found.filter((row) => !hasAlerts(row) && !isMine(row)) },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}

function byRank(a: Validator, b: Validator): number {
  return (a.rank ?? Number.MAX_VALUE) - (b.rank ?? Number.MAX_VALUE)
}

function byUrgency(a: Validator, b: Validator): number {
  return compareUrgency(stateOf(a), stateOf(b))
}

/** Of what is unknown nobody can say that it is well. */
const trouble: Record<Bridge['sync_status'], number> = { STALLED: 0, CATCHING_UP: 1, UNKNOWN: 2, SYNCED: 3 }

function byTrouble(a: Bridge, b: Bridge): number {
  return trouble[a.sync_status] - trouble[b.sync_status]
}

interface Known {
  validators: readonly Validator[]
  mine: ReadonlySet<number>
  entries: EntriesByValidator
}

/** What is shown where the address chooses nothing: the most urgent of the user's own, else one with alerts, else none. */
export function standardTarget({ validators, mine, entries }: Known): Target | null {
  const withAlerts = new Set([...entries.keys()].filter((key) => key !== 'network'))
  const first = groupTargets(validators, { search: '', mine, withAlerts }).find(({ kind }) => kind !== 'all')
    ?.rows[0]
  return first === undefined ? null : { kind: 'validators', first: first.id, ids: [first.id] }
}

type EntriesByType = Record<AlertType, AlertEntry[]>
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
    GOVERNANCE: [],
  }
}

export function countOf(ofTarget: EntriesByType | undefined): number {
  const entries = ofTarget === undefined ? [] : alertTypes.flatMap((type) => ofTarget[type])
  return countAlerts(entries.map(({ setting_id }) => setting_id))
}

/** How many alerts each bridge has of its own. */
export function countByBridge(entries: readonly AlertEntry[]): ReadonlyMap<number, number> {
  const settings = new Map<number, number[]>()
  for (const { bridge_id: id, setting_id } of entries)
    if (id !== null) settings.set(id, [...(settings.get(id) ?? []), setting_id])
  return new Map([...settings].map(([id, ids]) => [id, countAlerts(ids)]))
}

/** How many of the alerts without a target of their own are about every validator, every bridge, and the network itself. */
export function countOfEvery(
  whole: EntriesByType | undefined,
): Record<'validators' | 'bridges' | 'network', number> {
  const ids = alertTypes.flatMap((type) => (whole?.[type] ?? []).map(({ setting_id }) => setting_id))
  const count = (target: AlertSetting['target_type']) =>
    countAlerts(ids.filter((id) => targetTypeOf(id) === target))
  return { validators: count('VALIDATOR'), bridges: count('BRIDGE'), network: count('ANY') }
}
