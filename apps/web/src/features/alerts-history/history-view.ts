import {
  type AlertHistoryItem,
  alertSeverities,
  type AlertType,
  alertTypes,
} from '@roundsman/contract/alerts/alerts'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import {
  type HistoryFilter,
  historyPageSize,
  historyQuery,
  incidentIdOf,
  needsAcknowledgement,
  useAlertHistory,
} from '../../data/alerts/alert-history.ts'
import { type Incident, incidentsOf } from '../../data/alerts/incidents.ts'
import { type PagedFetch, usePages } from '../../data/api/operation.ts'
import { useServices } from '../../data/services/services.ts'
import type { Formats } from '../../i18n/formats.ts'
import type { HistorySearch } from './history-search.ts'

const periods = { '24h': 86_400_000, '7d': 7 * 86_400_000, '30d': 30 * 86_400_000 } as const
export type Period = keyof typeof periods
type Severity = (typeof alertSeverities)[number]

/** The view of the history that its address carries. */
export interface HistoryView {
  q: string
  severity: Severity | null
  type: AlertType | null
  validator: number | null
  bridge: number | null
  since: Period | null
  /** Only what nobody has acknowledged. */
  open: boolean
  /** The alert that is open. */
  alert: number | null
  /** Only these, by their ids, such as those of one message (P822); none: all. */
  alerts: readonly number[]
}

export const wholeHistory: HistoryView = {
  q: '',
  severity: null,
  type: null,
  validator: null,
  bridge: null,
  since: null,
  open: false,
  alert: null,
  alerts: [],
}

export function viewOf(search: HistorySearch): HistoryView {
  const { q = '', validator, bridge, alert } = search
  return {
    q,
    severity: alertSeverities.find((known) => known === search.severity) ?? null,
    type: alertTypes.find((known) => known === search.type) ?? null,
    validator: numberOf(validator),
    bridge: numberOf(bridge),
    since: periodNames.find((known) => known === search.since) ?? null,
    open: search.open !== undefined,
    alert: numberOf(alert),
    alerts: search.alerts?.split('.').map(Number) ?? [],
  }
}

export const periodNames = ['24h', '7d', '30d'] as const satisfies readonly Period[]

/** What differs from the default; the rest stays out of the address. */
export function searchOf(view: HistoryView): HistorySearch {
  const { q, severity, type, validator, bridge, since, open, alert, alerts } = view
  return {
    ...(q === '' ? {} : { q: q.slice(0, 120) }),
    ...(severity && { severity }),
    ...(type && { type }),
    ...(validator !== null && { validator: String(validator) }),
    ...(bridge !== null && { bridge: String(bridge) }),
    ...(since && { since }),
    ...(open && { open: '1' }),
    ...(alert !== null && { alert: String(alert) }),
    ...(alerts.length > 0 && { alerts: alerts.join('.') }),
  }
}

/** Whether the view leaves anything out. */
export function isFiltered(view: HistoryView): boolean {
  return Object.keys(searchOf({ ...view, alert: null })).length > 0
}

/** The part of the view that the server filters by; the rest is filtered here. */
export function filterOf({ type, validator, bridge, alerts }: HistoryView): HistoryFilter {
  return {
    ...(type && { type }),
    ...(validator !== null && { validator }),
    ...(bridge !== null && { bridge }),
    ...(alerts.length > 0 && { upTo: Math.max(...alerts) }),
  }
}

/** Those that the view shows of what was read, apart from their severity. */
export function matching(
  items: readonly AlertHistoryItem[],
  { q, open, since, alerts }: HistoryView,
  now: number,
): AlertHistoryItem[] {
  const term = q.trim().toLowerCase()
  const from = since === null ? Number.NEGATIVE_INFINITY : now - periods[since]
  return items.filter(
    (item) =>
      (alerts.length === 0 || alerts.includes(item.id)) &&
      (!open || needsAcknowledgement(item)) &&
      Date.parse(item.at) >= from &&
      (term === '' ||
        [item.title, item.message, item.target_name, String(item.height ?? '')].some((text) =>
          text?.toLowerCase().includes(term),
        )),
  )
}

/** Of what was read, the incidents with an alert that the view shows, apart from their severity: all of each. */
function foundIncidents(
  items: readonly AlertHistoryItem[],
  view: HistoryView,
  { now, unreadBelow }: { now: number; unreadBelow: number | null },
): Incident[] {
  return incidentsOf(items, unreadBelow).filter(({ steps }) => matching(steps, view, now).length > 0)
}

/** Those that the view shows of what was read, those first to which something happened last. */
export function shownIncidents(
  items: readonly AlertHistoryItem[],
  view: HistoryView,
  now: number,
): Incident[] {
  return ofSeverity(foundIncidents(items, view, { now, unreadBelow: null }), view)
}

function ofSeverity(incidents: Incident[], { severity }: Pick<HistoryView, 'severity'>): Incident[] {
  return severity === null ? incidents : incidents.filter(({ lead }) => lead.severity === severity)
}

/** Whether pages that were not read yet can have anything that the view shows. */
export function mayGoOn(
  items: readonly AlertHistoryItem[],
  { since, alerts }: HistoryView,
  now: number,
): boolean {
  const oldest = items.at(-1)
  if (alerts.length > 0 && oldest !== undefined && oldest.id <= Math.min(...alerts)) return false
  return since === null || oldest === undefined || Date.parse(oldest.at) >= now - periods[since]
}

export type SeverityCounts = Record<Severity | 'all', number>

/** Of what is not loaded yet nothing is known: none so far is no number (P640). */
export function countText(count: number, isMore: boolean, formats: Pick<Formats, 'integer'>): string {
  if (isMore && count === 0) return '–'
  return `${formats.integer(count)}${isMore ? '+' : ''}`
}

function countBySeverity(incidents: readonly Incident[]): SeverityCounts {
  const counts = { all: incidents.length, CRITICAL: 0, WARNING: 0, INFO: 0 }
  for (const { lead } of incidents) counts[lead.severity] += 1
  return counts
}

function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The alert that the address names was opened in the list, and not by a link. */
    isOpenedHere?: boolean
  }
}

interface HistoryAddress {
  view: HistoryView
  change: (change: Partial<HistoryView>) => void
  /** The alert that a link led to, also once it is closed; null: none did since the page was opened. */
  linkedId: number | null
}

/** The view of the history, carried by the address; what changes while typing does not fill the browser's history. */
export function useHistoryView(): HistoryAddress {
  const search = useSearch({ from: '/members/alerts-history' })
  const isOpenedHere = useLocation({ select: ({ state }) => state.isOpenedHere === true })
  const view = useMemo(() => viewOf(search), [search])
  const [linkedId, setLinkedId] = useState(isOpenedHere ? null : view.alert)
  if (view.alert !== null && !isOpenedHere && view.alert !== linkedId) setLinkedId(view.alert)
  const navigate = useNavigate({ from: '/alerts-history' })
  const change = useCallback(
    (to: Partial<HistoryView>) =>
      void navigate({
        search: searchOf({ ...view, ...to }),
        replace: 'q' in to || 'alert' in to,
        resetScroll: false,
        state: { isOpenedHere: 'alert' in to || isOpenedHere },
      }),
    [navigate, view, isOpenedHere],
  )
  return { view, change, linkedId }
}

export interface HistoryList {
  history: PagedFetch<AlertHistoryItem>
  /** Those that the view shows, newest first. */
  shown: readonly Incident[]
  /** That of the alert that a link led to, wherever in the history it is; it stands apart, above those shown. */
  linked: Incident | null
  /** Which of its alerts that is; null: there is none. */
  linkedStep: number | null
  /** The alert that a link led to is none of the user's. */
  isLinkDead: boolean
  /** The alert that a link led to could not be read; asks once more. */
  retryLinked: (() => void) | null
  /** Of what was read so far; null before anything was. */
  counts: SeverityCounts | null
  /** There may be older ones that the view shows. */
  hasMore: boolean
  /** The oldest id that was read, where there are older ones; null: all was read. */
  unreadBelow: number | null
}

/** As long as fewer alerts are read, the rest of an incident is read by itself: three pages after the first one (P1035). */
const readByItself = 4 * historyPageSize

/** What was read of the history, as the view shows it. */
export function useHistoryList(view: HistoryView, linkedId: number | null): HistoryList {
  const { serverTime } = useServices()
  const history = useAlertHistory(useMemo(() => filterOf(view), [view]))
  const { known, hasMore } = history
  const unreadBelow = hasMore ? (known?.at(-1)?.id ?? null) : null
  const found = useMemo(
    () => foundIncidents(known ?? [], view, { now: serverTime.now(), unreadBelow }),
    [known, view, serverTime, unreadBelow],
  )
  useRestOfIncidents(
    history,
    found.some(({ isPartial }) => isPartial),
  )
  const { severity } = view
  const shown = useMemo(() => ofSeverity(found, { severity }), [found, severity])
  // One that was opened in the list may be gone from it: a reload reads the newest only, and filters are set afterwards.
  const isShown =
    view.alert === null || view.alert === linkedId || shown.some((incident) => isIn(incident, view.alert))
  const wanted = known === undefined ? null : isShown ? linkedId : view.alert
  const read = known?.find(({ id }) => id === wanted) ?? null
  const { linked: one, ...fetched } = useLinkedAlert(read === null ? wanted : null)
  const alone = read ?? one
  const linked = useMemo(() => {
    if (alone === null) return null
    const others = (known ?? []).filter((item) => incidentIdOf(item) === incidentIdOf(alone))
    return incidentsOf([...others.filter(({ id }) => id !== alone.id), alone], unreadBelow)[0] ?? null
  }, [alone, known, unreadBelow])
  return {
    history,
    shown,
    linked,
    linkedStep: alone?.id ?? null,
    ...(read === null ? fetched : { isLinkDead: false, retryLinked: null }),
    counts: known ? countBySeverity(found) : null,
    hasMore: hasMore && mayGoOn(known ?? [], view, serverTime.now()),
    unreadBelow,
  }
}

/** Reads on while an incident that is shown lacks its first alert, within bounds; after a fault somebody has to ask. */
function useRestOfIncidents(
  { known, loadingMore, moreError, fetchMore }: HistoryList['history'],
  isPartial: boolean,
): void {
  const isWanted = isPartial && !loadingMore && moreError === null && (known?.length ?? 0) < readByItself
  useEffect(() => {
    if (isWanted) fetchMore()
  }, [isWanted, fetchMore, known])
}

function isIn({ steps }: Incident, alert: number | null): boolean {
  return steps.some(({ id }) => id === alert)
}

/** One alert by its id, wherever in the history it is; null asks for none. */
function useLinkedAlert(
  id: number | null,
): Pick<HistoryList, 'isLinkDead' | 'retryLinked'> & { linked: AlertHistoryItem | null } {
  const { client, network } = useServices()
  const { known, loaded, error, fetch } = usePages({
    ...historyQuery(client, network.blockchain_id, { only: id ?? 0 }),
    enabled: id !== null,
  })
  if (id === null) return { linked: null, isLinkDead: false, retryLinked: null }
  return {
    linked: known?.[0] ?? null,
    isLinkDead: loaded && known?.length === 0,
    retryLinked: error !== null && known === undefined ? fetch : null,
  }
}
