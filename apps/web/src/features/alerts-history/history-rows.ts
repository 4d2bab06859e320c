import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { Validator } from '@roundsman/contract/networks/validators'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { GroupHead } from '../../ui/table/grouped-rows.ts'
import { dayKind, type HistoryTimes } from './alert/alert-times.ts'

/** What both forms of the list are given. */
export interface HistoryRows {
  items: readonly AlertHistoryItem[]
  /** The first of them was asked for by a link, and stands apart. */
  linkedId: number | null
  openId: number | null
  rowOf: (id: number | null) => Validator | undefined
  onAcknowledge: (ids: readonly number[]) => void
  /** Opens an alert, or closes the open one. */
  onToggle: (id: number) => void
  onInteraction: (held: boolean) => void
  renderOpen: (item: AlertHistoryItem) => ReactNode
}

/** The entries, each day under its name; a linked alert stands above all of them, with its day where that is not today (P818). */
export function groupByDay<R>(
  entries: readonly R[],
  {
    itemOf,
    linkedId,
    now,
    times,
    t,
  }: {
    itemOf: (entry: R) => AlertHistoryItem
    linkedId: number | null
    now: number
    times: HistoryTimes
    t: TFunction<'history'>
  },
): (R | GroupHead)[] {
  const today = times.day(now)
  let last = ''
  return entries.flatMap((entry) => {
    const { id, at } = itemOf(entry)
    const day = id === linkedId ? 'linked' : times.day(Date.parse(at))
    if (day === last) return [entry]
    last = day
    const kind = dayKind(times.day(Date.parse(at)), today)
    if (day === 'linked') {
      const group = kind === 'today' ? t('linked') : t('linkedOn', { day: times.dayName(at, now) })
      return [{ id: day, group }, entry]
    }
    return [{ id: day, group: kind === 'earlier' ? times.dayName(at, now) : t(kind) }, entry]
  })
}
