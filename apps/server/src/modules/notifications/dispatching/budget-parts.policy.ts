import type { Urgency } from '../ledger/delivery.schema.ts'

/** Where a message is taken from: what is open to all, or what is kept for the gravest. */
export type Pot = 'open' | 'kept'

/** So many messages of this pot and of these urgencies a day; null: of all, codes included. */
export interface Part {
  count: number
  pot: Pot | null
  of: readonly Urgency[] | null
}

/** A pot that a message may be taken from, and the parts that it has to fit into there. */
export interface Way {
  pot: Pot
  parts: readonly Part[]
}

/** As what a message counts. `isPaidEnd`: it is the end of what was told by this channel, whose price was taken with that (D334). */
export interface Cost {
  urgency: Urgency
  isPaidEnd: boolean
}

/** Ends that are still to be told of what was, by the pot that their beginnings were taken from. */
export type OwedEnds = Readonly<Record<Pot, number>>

const mostKept = 3

/**
 * Of a budget, what is kept for what is GRAVE (D271): three messages, fewer of a small one, and `last`, what of that is not for what
 * comes near jail (D300). Of SMS there are twice as many, since each has its end (D334), but for the very last (D343); calls have none.
 */
export function keptForGrave(budget: number, channel: string): { all: number; last: number } {
  const each = channel === 'sms' ? 2 : 1
  const all = Math.min(mostKept * each, Math.floor((budget * 3) / 10))
  return { all, last: Math.min(each, all) }
}

/**
 * Where one more message of a user may be taken from: the first way that has room. Of what is INFO (ends are) there is a quarter of the
 * budget, of what is no more than WARNING half, so that what is CRITICAL has the other half to itself (D270). None is less than one
 * message. ASKED: a code or a test, which somebody asked for.
 */
export function waysOf(
  { budget, channel }: { budget: number; channel: string },
  cost: Cost | 'ASKED',
  owed: OwedEnds,
): readonly [Way, ...Way[]] {
  const whole: Part = { count: budget, pot: null, of: null }
  if (cost === 'ASKED') return [{ pot: 'open', parts: [whole] }]
  const kept = keptForGrave(budget, channel)
  const { urgency, isPaidEnd } = cost
  const allOpen = budget - kept.all
  // Of a budget of nothing there is nothing.
  const count = isPaidEnd ? allOpen : Math.max(Math.min(1, allOpen), allOpen - owed.open)
  const open: Part = { count, pot: 'open', of: null }
  if (isPaidEnd || urgency === 'GRAVE') {
    // The very last one is not for an end (D343), unless of so few none is kept.
    const butOne: Part = { ...whole, count: budget - Math.min(1, kept.all) }
    return [
      { pot: 'open', parts: [open] },
      { pot: 'kept', parts: [urgency === 'GRAVE' ? whole : butOne] },
    ]
  }
  if (urgency === 'NEAR_JAIL') {
    const near: Part = { count: Math.max(0, kept.all - kept.last - owed.kept), pot: 'kept', of: null }
    // Whatever the others were taken from: a budget that was lowered has more taken from what is open than that has room for.
    const butLast: Part = { count: Math.max(0, budget - kept.last), pot: null, of: null }
    return [
      { pot: 'open', parts: [open] },
      { pot: 'kept', parts: [butLast, near] },
    ]
  }
  const share = (divisor: number) => Math.max(1, Math.floor(budget / divisor))
  const shares: Part[] = [
    ...(urgency === 'INFO' || urgency === 'WARNING'
      ? [{ count: share(2), pot: null, of: ['INFO', 'WARNING'] as const }]
      : []),
    ...(urgency === 'INFO' ? [{ count: share(4), pot: null, of: ['INFO'] as const }] : []),
  ]
  return [{ pot: 'open', parts: [open, ...shares] }]
}
