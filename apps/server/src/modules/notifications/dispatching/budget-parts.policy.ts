import type { Urgency } from '../ledger/delivery.schema.ts'

/** So many messages of these urgencies a day; null: of all, codes included. */
export interface Part {
  count: number
  of: readonly Urgency[] | null
}

const mostKept = 3

/** Of a budget, what is kept for what is GRAVE (D271): three messages, fewer of a small one. */
export function keptForGrave(budget: number): number {
  return Math.min(mostKept, Math.floor((budget * 3) / 10))
}

/**
 * The parts that one more message of a user has to fit into: of what is INFO (ends are) a quarter of the budget, of what
 * is no more than WARNING half, so that what is CRITICAL has the other half to itself (D270). None is less than one message.
 * ASKED: a code or a test, which somebody asked for.
 */
export function partsOf(budget: number, urgency: Urgency | 'ASKED'): Part[] {
  const share = (divisor: number) => Math.max(1, Math.floor(budget / divisor))
  const isOpen = urgency !== 'GRAVE' && urgency !== 'ASKED'
  // Whatever comes near jail, the last message is left for who is in it (D300).
  const kept = urgency === 'NEAR_JAIL' ? Math.min(1, keptForGrave(budget)) : keptForGrave(budget)
  return [
    { count: isOpen ? budget - kept : budget, of: null },
    ...(urgency === 'INFO' || urgency === 'WARNING'
      ? [{ count: share(2), of: ['INFO', 'WARNING'] as const }]
      : []),
    ...(urgency === 'INFO' ? [{ count: share(4), of: ['INFO'] as const }] : []),
  ]
}
