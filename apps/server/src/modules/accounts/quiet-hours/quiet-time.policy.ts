import { type QuietWindow, weekdays } from '@roundsman/contract/accounts/quiet-hours'
import { instantOf, offsetAt } from '../../../platform/zone-time.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const weekMinutes = 7 * 24 * 60
/** One after the other without a pause; more than there are, and an end of what would never end. */
const chained = 64

/**
 * When the quiet hours end that it is at a moment, Unix ms; null: it is none. Windows that touch or overlap are one. Times
 * are those of the zone's clocks: of one that comes twice in a night the first counts, and one that is skipped comes as
 * much later as was skipped. What begins is quiet, what ends is not.
 *
 * @param zone of the IANA database
 */
export function quietUntil(windows: readonly QuietWindow[], zone: string, at: number): number | null {
  let until: number | null = null
  for (let step = 0; step < chained; step += 1) {
    const end = endOfWindow(windows, zone, until ?? at)
    if (end === null) return until
    until = end
  }
  return until
}

/** True where there is no minute of the week that is not quiet: nothing would ever be told. */
export function isNeverLoud(windows: readonly QuietWindow[]): boolean {
  const quiet = new Set<number>()
  for (const { days, ...times } of windows) {
    const [from, length] = spanOf(times)
    for (const day of days) {
      const begin = weekdays.indexOf(day) * 24 * 60 + from
      for (let minute = 0; minute < length; minute += 1) quiet.add((begin + minute) % weekMinutes)
    }
  }
  return quiet.size === weekMinutes
}

/** The latest end of the windows that a moment is in; null: it is in none. */
function endOfWindow(windows: readonly QuietWindow[], zone: string, at: number): number | null {
  const today = Math.floor((at + offsetAt(zone, at)) / dayMs)
  let latest: number | null = null
  for (const { days, ...times } of windows) {
    const [from, length] = spanOf(times)
    // One that began yesterday may still be; what a skipped hour moves over midnight began the day before.
    for (const day of [today - 2, today - 1, today]) {
      // 1970-01-01 was a Thursday.
      const name = weekdays[(((day + 3) % 7) + 7) % 7]
      if (name === undefined || !days.includes(name)) continue
      const begin = instantOf(zone, day * dayMs + from * minuteMs)
      const end = instantOf(zone, day * dayMs + (from + length) * minuteMs)
      if (begin <= at && at < end && (latest === null || end > latest)) latest = end
    }
  }
  return latest
}

/** In minutes: when it begins, of its day, and how long it is by the clocks on the wall. */
function spanOf({ from, to }: Pick<QuietWindow, 'from' | 'to'>): [from: number, length: number] {
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  return [begin, end > begin ? end - begin : end - begin + 24 * 60]
}

function minutesOf(time: string): number {
  const [hours = '', minutes = ''] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}
