import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import type { TFunction } from 'i18next'
import type { GroupHead } from '../../ui/table/group-rows.ts'
import { dayKind, type HistoryTimes } from './history-times.ts'

/** The entries, each day under its name; a linked alert stands above all of them. */
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
    if (day === 'linked') return [{ id: day, group: t('linked') }, entry]
    const kind = dayKind(day, today)
    return [{ id: day, group: kind === 'earlier' ? times.dayName(at, now) : t(kind) }, entry]
  })
}
