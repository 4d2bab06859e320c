import type { PastEvent } from './past-events.ts'
import type { PastOutage } from './outages.ts'

/** An alert about a validator of the roster (null: the network), in the words of the product's file. */
export interface PastAlert {
  index: number | null
  setting_id: number
  at: number
  height: number | null
  ended_at: number | null
  acknowledged_at: number | null
  figures?: Record<string, number | string | null>
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Ids of the product's catalogue. */
const settings = {
  threeMissed: 1121,
  tenMissed: 1141,
  jailed: 2011,
  unjailed: 2012,
  leftSet: 4012,
  commissionRaised: 6011,
  haltedFor5: 9021,
}

/** Somebody out of jail who was in it within a week: the largest of them. Null: nobody. */
export function whoWasJailed(events: readonly (PastEvent & { at: number })[], now: number): number | null {
  const weekly = events.filter(({ at }) => at > now - 6.5 * DAY)
  const was = new Set(weekly.flatMap(({ kind, index }) => (kind === 'jailed' ? [index] : [])))
  const back = weekly.flatMap(({ kind, index, at }) =>
    kind === 'unjailed' && at < now - 60 * MINUTE ? [index] : [],
  )
  const free = back.filter((index) => {
    const last = weekly.findLast((event) => event.index === index && /jailed$/.test(event.kind))
    return was.has(index) && last?.kind === 'unjailed'
  })
  return free.length === 0 ? null : Math.min(...free)
}

/** What somebody would have been alerted of who follows these validators. In order of time. */
export function alertsAbout(
  followed: readonly number[],
  events: readonly (PastEvent & { at: number })[],
  outages: readonly PastOutage[],
  timeOf: (height: number) => number,
): PastAlert[] {
  const alerts: PastAlert[] = []
  for (const { index, height, at, kind, before, after } of events) {
    if (!followed.includes(index)) continue
    const about = { index, height, at, ended_at: null }
    if (kind === 'jailed') {
      const end = events.find((event) => event.index === index && event.kind === 'unjailed' && event.at > at)
      alerts.push(seen({ ...about, setting_id: settings.jailed, ended_at: end?.at ?? null }))
    } else if (kind === 'unjailed') alerts.push(seen({ ...about, setting_id: settings.unjailed }))
    else if (kind === 'unbonding') alerts.push(seen({ ...about, setting_id: settings.leftSet }))
    else if (kind === 'commission_changed' && Number(after) > Number(before))
      alerts.push(
        seen({
          ...about,
          setting_id: settings.commissionRaised,
          figures: { value: Number(after), before, after },
        }),
      )
  }
  for (const { index, firstHeight, lastHeight, tenth } of outages) {
    if (!followed.includes(index)) continue
    const ended_at = timeOf(lastHeight + 10)
    const third = firstHeight + 2
    const missed = (setting_id: number, height: number, count: number) =>
      seen({
        index,
        setting_id,
        height,
        at: timeOf(height),
        ended_at,
        figures: { value: count, consecutive_missed: count },
      })
    alerts.push(missed(settings.threeMissed, third, 3))
    if (tenth) alerts.push(missed(settings.tenMissed, tenth.height, 10))
  }
  return alerts.sort((a, b) => a.at - b.at)
}

/** That a network stands still. */
export function alertOfHalt(since: number): PastAlert {
  const figures = { value: 300 }
  return seen({
    index: null,
    setting_id: settings.haltedFor5,
    height: null,
    at: since + 5 * MINUTE,
    ended_at: null,
    figures,
  })
}

/** Some minutes later, as people do. */
function seen(alert: Omit<PastAlert, 'acknowledged_at'>): PastAlert {
  return { ...alert, acknowledged_at: alert.at + (2 + (Math.floor(alert.at / 1_000) % 11)) * MINUTE }
}
