import type { Validator } from '@roundsman/contract/networks/validators'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { Incident } from '../../data/alerts/incidents.ts'
import type { GroupHead } from '../../ui/table/grouped-rows.ts'
import { dayKind, type HistoryTimes } from './alert/alert-times.ts'

/** Rem of the content of the page from which on the history is a table, and below which it is cards. */
export const tableFrom = 57

/** What both forms of the list are given. */
export interface HistoryRows {
  incidents: readonly Incident[]
  /** The first of them was asked for by a link, and stands apart. */
  linkedId: number | null
  /** The one that is open. */
  openId: number | null
  rowOf: (id: number | null) => Validator | undefined
  onAcknowledge: (ids: readonly number[]) => void
  /** Opens an incident, or closes the open one. */
  onToggle: (incident: Incident) => void
  onInteraction: (held: boolean) => void
  renderOpen: (incident: Incident) => ReactNode
}

/** The entries, each day under its name; a linked one stands above all of them, with its day where that is not today (P818). */
export function groupByDay<R>(
  entries: readonly R[],
  {
    incidentOf,
    linkedId,
    now,
    times,
    t,
  }: {
    incidentOf: (entry: R) => Incident
    linkedId: number | null
    now: number
    times: HistoryTimes
    t: TFunction<'history'>
  },
): (R | GroupHead)[] {
  const today = times.day(now)
  let last = ''
  // The first heading of the list says in which order it stands (P1042): not by the time that a row shows.
  let isNamed = false
  return entries.flatMap((entry) => {
    const { id, at } = incidentOf(entry)
    const day = id === linkedId ? 'linked' : times.day(Date.parse(at))
    if (day === last) return [entry]
    last = day
    const kind = dayKind(times.day(Date.parse(at)), today)
    if (day === 'linked') {
      const group = kind === 'today' ? t('linked') : t('linkedOn', { day: times.dayName(at, now) })
      return [{ id: day, group }, entry]
    }
    const name = kind === 'earlier' ? times.dayName(at, now) : t(kind)
    const group = isNamed ? name : t('sorted', { day: name })
    isNamed = true
    return [{ id: day, group }, entry]
  })
}
