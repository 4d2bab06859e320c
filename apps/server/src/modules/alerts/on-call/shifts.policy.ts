import { weekdays } from '@roundsman/contract/accounts/quiet-hours'
import type { Rotation } from '@roundsman/contract/alerts/on-call'
import { instantOf, offsetAt } from '../../../platform/zone-time.ts'

/** Who of a team is on call when, as the team set it. Times are Unix ms. */
export interface Schedule {
  /** Of the IANA database. */
  timeZone: string
  rotation: Rotation | null
  /** Instead of whoever the rotation says, of several the last. */
  overrides: readonly { userId: number; from: number; to: number }[]
  /** Who is in the team now: nobody else is on call. */
  members: ReadonlySet<number>
}

export interface PlannedShift {
  userId: number
  from: number
  to: number
  isOverride: boolean
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The shifts of which a part lies between two moments, whole, one after the other: where there is none, nobody is on call. */
export function shiftsBetween(schedule: Schedule, from: number, to: number): PlannedShift[] {
  const overrides = schedule.overrides.filter(({ userId }) => schedule.members.has(userId))
  let shifts = turnsBetween(schedule, from, to)
  for (const override of overrides) {
    const others = shifts.flatMap((shift) => without(shift, override))
    shifts = [...others, { ...override, isOverride: true }]
  }
  return shifts.filter((one) => one.from < to && from < one.to).sort((a, b) => a.from - b.from)
}

/** Who is on call at a moment; null: nobody is. */
export function onCallAt(schedule: Schedule, at: number): number | null {
  return shiftsBetween(schedule, at, at + 1)[0]?.userId ?? null
}

/** What is left of a shift beside another span. */
function without(shift: PlannedShift, { from, to }: { from: number; to: number }): PlannedShift[] {
  const before = { ...shift, to: Math.min(shift.to, from) }
  const behind = { ...shift, from: Math.max(shift.from, to) }
  return [before, behind].filter((one) => one.from < one.to)
}

/** What the rotation alone says. */
function turnsBetween({ timeZone, rotation, members }: Schedule, from: number, to: number): PlannedShift[] {
  if (rotation === null) return []
  const turns = turnsOf(rotation)
  const beginOf = (turn: number) => instantOf(timeZone, turns.localBegin(turn))
  // A turn may begin on the next day by then, where the clocks skip one.
  let turn = turns.ofDay(Math.floor((from + offsetAt(timeZone, from)) / dayMs)) + 1
  while (turn > 0 && beginOf(turn) > from) turn -= 1
  const shifts: PlannedShift[] = []
  turn = Math.max(0, turn)
  for (let begin = beginOf(turn); begin < to; turn += 1) {
    const userId = whoseTurn(rotation.members, members, turn)
    if (userId === null) return []
    const end = beginOf(turn + 1)
    // A day that the clocks skip has no turn.
    if (begin < end) shifts.push({ userId, from: begin, to: end, isOverride: false })
    begin = end
  }
  return shifts
}

/**
 * Turns from 0 on: each begins at the hand-over time of its day, the first one on the day on which the rotation starts, also
 * where that is not the day of the week on which it hands over.
 */
function turnsOf({ every, hand_over: { day, at }, starts_on }: Rotation) {
  const [hours = '', minutes = ''] = at.split(':')
  const time = (Number(hours) * 60 + Number(minutes)) * minuteMs
  const first = Math.floor(Date.parse(starts_on) / dayMs)
  const days = every === 'DAY' ? 1 : 7
  // 1970-01-01 was a Thursday.
  const weekday = (((first + 3) % 7) + 7) % 7
  const ahead = every === 'DAY' || day == null ? days : (weekdays.indexOf(day) - weekday + 7) % 7 || 7
  const second = first + ahead
  return {
    /** As if it were of UTC. */
    localBegin: (turn: number) => (turn === 0 ? first : second + (turn - 1) * days) * dayMs + time,
    /** The one that begins on a day, or the last one that began before. */
    ofDay: (one: number) => (one < second ? 0 : Math.floor((one - second) / days) + 1),
  }
}

/** Who left is passed over: their turns are the next one's, and nobody else's turn moves. Null: all have left. */
function whoseTurn(order: readonly number[], members: ReadonlySet<number>, turn: number): number | null {
  for (let index = 0; index < order.length; index += 1) {
    const one = order[(turn + index) % order.length]
    if (one !== undefined && members.has(one)) return one
  }
  return null
}
