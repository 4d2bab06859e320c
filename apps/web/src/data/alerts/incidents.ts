import { type AlertHistoryItem, alertSeverities, conditionIdOf } from '@roundsman/contract/alerts/alerts'
import { missingBlocks } from '@roundsman/contract/networks/validator-state'
import * as z from 'zod/mini'
import { incidentIdOf, needsAcknowledgement } from './alert-history.ts'

/** What has become of one target from its first sign on: one row of the history, with its alerts as steps (decision 034). */
export interface Incident {
  id: number
  /** Newest first, each once; never empty. */
  steps: readonly AlertHistoryItem[]
  /** The gravest of them, which speaks for it. */
  lead: AlertHistoryItem
  /** When something last happened to it. */
  at: string
  /** Its first alert is not read yet, as others of it may not be: when it began, and how long it was, is not known. */
  isPartial: boolean
}

/**
 * Alerts by the incidents that they are steps of, those first of which the newest is. Of older ids than `unreadBelow` not all are
 * among them; null: there are no others. What is newer and is not there is not its reader's, or is gone: it is not waited for (P1035).
 */
export function incidentsOf(
  items: readonly AlertHistoryItem[],
  unreadBelow: number | null = null,
): Incident[] {
  const byIncident = new Map<number, AlertHistoryItem[]>()
  for (const item of byTime(items)) {
    const id = incidentIdOf(item)
    const steps = byIncident.get(id)
    if (steps) steps.push(item)
    else byIncident.set(id, [item])
  }
  return [...byIncident].flatMap(([id, steps]) => {
    const [first] = steps
    const isPartial = unreadBelow !== null && id < unreadBelow && !steps.some((step) => step.id === id)
    return first === undefined ? [] : [{ id, steps, lead: leadOf(steps) ?? first, at: first.at, isPartial }]
  })
}

/** In the order of when something last happened: what is told late, of blocks that were read late, is of before (P883). */
export function byTime(items: readonly AlertHistoryItem[]): AlertHistoryItem[] {
  return items.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id)
}

/** When it began: of missed blocks with the first of them, not when that was told; of a mere end when it was over (P880). Null: not known yet. */
export function beganIn({ steps, at, isPartial }: Incident): string | null {
  if (isPartial) return null
  const begun = steps.filter((item) => !isEnd(item))
  const times = (begun.length > 0 ? begun : steps).map((item) => {
    if (isEnd(item)) return item.began_at
    // What has no end happened at a moment.
    if (item.status === null) return item.at
    return isOfMisses(item) && !isShare(item) ? firstMissed(item) : item.began_at
  })
  return earliest(times) ?? at
}

/** Of its alerts, those that await that somebody has seen them. */
export function waitingIn(incident: Incident): AlertHistoryItem[] {
  return isOver(incident) ? [] : incident.steps.filter(needsAcknowledgement)
}

/** As the server has it (E386): whatever went on of it is over, and nobody has to do anything about it. */
export function isOver({ steps }: Incident): boolean {
  return steps.some((item) => item.is_over === true)
}

/** It says that something is over. Who left the active set is told of it as of something that began. */
export function isEnd({ trigger, type }: Pick<AlertHistoryItem, 'trigger' | 'type'>): boolean {
  return trigger === 'TRUE_TO_FALSE' && type !== 'BONDED'
}

/** The last word on a validator, before what led to it. */
const lastWords: readonly AlertHistoryItem['type'][] = ['JAILED', 'TOMBSTONED']

/** The gravest, of these the last word, of these what goes on, of these the newest: as the steps stand. An end speaks for nothing else. */
function leadOf(steps: readonly AlertHistoryItem[]): AlertHistoryItem | undefined {
  const rank = (item: AlertHistoryItem) => [
    isEnd(item) ? 0 : 1,
    alertSeverities.indexOf(item.severity),
    lastWords.indexOf(item.type),
    goesOn(item) ? 1 : 0,
  ]
  return steps.toSorted((a, b) => {
    const [here, there] = [rank(a), rank(b)]
    const at = here.findIndex((value, index) => value !== there[index])
    return at < 0 ? 0 : (there[at] ?? 0) - (here[at] ?? 0)
  })[0]
}

const Lag = z.object({ bridge: z.object({ lag: z.number() }) })

interface Missing {
  /** When that leads to jail, as the newest step that knew it reckoned; null: none did, or nobody sees it. */
  jailAt: string | null
}

interface Behind {
  /** By how many blocks, as the newest step that knew it had it; null: none did, or nobody sees it. */
  blocks: number | null
}

/** How an incident stands. */
export type IncidentState =
  | {
      is: 'ONGOING' | 'UNKNOWN'
      since: string
      /** A row of missed blocks goes on, since then; null: none does. */
      missing: Missing | null
      /** A bridge is behind, or its height stands; null: none is. */
      behind: Behind | null
    }
  | {
      is: 'OVER'
      from: string
      to: string
      /** Of missed blocks: how many; null: they are none, or nobody knows. */
      missed: number | null
      /** A bridge was behind, or its height stood: more than one step of that. */
      wasBehind: boolean
      endedInJail: boolean
    }

/** How an incident stands; null: nothing of it goes on, or is over. */
export function stateOf({ steps, lead }: Incident): IncidentState | null {
  const begun = steps.filter((item) => item.status !== null && !isEnd(item))
  const open = begun.filter(goesOn)
  // Blocks are missed in a row no more, though a share of the window is for hours: the outage is over.
  const rows = begun.filter((item) => isOfMisses(item) && !isShare(item))
  const isSigning = rows.length > 0 && rows.every((item) => !goesOn(item))
  const on = isSigning ? open.filter((item) => !isShare(item)) : open
  if (on.length > 0) {
    const is = on.some(({ status }) => status === 'ONGOING') ? 'ONGOING' : 'UNKNOWN'
    const missing = on.filter((item) => isOfMisses(item) && !isShare(item))
    // Each step of a row knows when that began, and a share of the window only when it was passed (P1011).
    const first = on.every(isOfMisses) ? earliest(missing.map(firstMissed)) : undefined
    if (first !== undefined)
      return { is, since: first, missing: { jailAt: is === 'ONGOING' ? jailAt(on) : null }, behind: null }
    const behindSince = on.every(isOfLag) ? earliest(on.map((item) => item.began_at)) : undefined
    const blocks = is === 'ONGOING' ? lagIn(on) : null
    if (behindSince !== undefined && blocks !== 0)
      return { is, since: behindSince, missing: null, behind: { blocks } }
    // Of a jailing since it was jailed, not since the first block that was missed.
    const since = on.includes(lead) ? lead.began_at : earliest(on.map((item) => item.began_at))
    return since === undefined ? null : { is, since, missing: null, behind: null }
  }
  const misses = rows.length > 0 ? rows : begun.filter(isOfMisses)
  const over = misses.length > 0 ? misses : begun
  const from = earliest(over.map((item) => item.began_at))
  const to = latest(over.map((item) => item.jailed_at ?? item.ended_at))
  if (from === undefined || to === undefined) return null
  const ends = steps.filter((item) => isEnd(item) && isOfMisses(item) && !isShare(item))
  const missed = ends
    .map(({ evidence }) => evidence['missed_since'])
    .filter((count) => typeof count === 'number')
  return {
    ...{ is: 'OVER', from, to },
    missed: missed.length === 0 ? null : Math.max(...missed),
    wasBehind: over.every(isOfLag),
    endedInJail: misses.some((item) => item.jailed_at !== undefined),
  }
}

/** Not what was left for jail. */
function goesOn({ status, jailed_at: jailed }: AlertHistoryItem): boolean {
  return jailed === undefined && (status === 'ONGOING' || status === 'UNKNOWN')
}

function isOfMisses({ type }: AlertHistoryItem): boolean {
  return type === 'UPTIME'
}

function isOfLag({ type }: AlertHistoryItem): boolean {
  return type === 'SYNC_STATUS'
}

/** Of steps, the newest first. */
function lagIn(steps: readonly AlertHistoryItem[]): number | null {
  for (const { evidence } of steps) {
    const lag = Lag.safeParse(evidence)
    if (lag.success) return lag.data.bridge.lag
  }
  return null
}

/** By the tens of a condition's id, which are for ever (E1): of missed blocks, a share of the window. */
function isShare({ type, setting_id: setting }: AlertHistoryItem): boolean {
  return type === 'UPTIME' && Math.floor(conditionIdOf(setting) / 10) === 10
}

function firstMissed({ evidence, began_at: began }: AlertHistoryItem): string {
  const first = evidence['began_at']
  return typeof first === 'number' ? new Date(first).toISOString() : began
}

/** Of steps, the newest first. Of one or two blocks in a row nobody is jailed (E237). */
function jailAt(steps: readonly AlertHistoryItem[]): string | null {
  for (const { evidence } of steps) {
    const { seconds_to_jail: left, observed_at: asOf, consecutive_missed: inARow } = evidence
    const isOfRow = typeof inARow !== 'number' || inARow >= missingBlocks
    if (typeof left === 'number' && typeof asOf === 'number' && isOfRow)
      return new Date(asOf + left * 1000).toISOString()
  }
  return null
}

function earliest(times: readonly string[]): string | undefined {
  return times.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0]
}

function latest(times: readonly (string | null)[]): string | undefined {
  return times.filter((time) => time !== null).toSorted((a, b) => Date.parse(b) - Date.parse(a))[0]
}
