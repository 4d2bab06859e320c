import type { Formats } from './phrases.ts'
import { isBegun } from './time-left.ts'
import { type AlertFacts, cleanName, type Writing } from './writing.ts'

/** A time by the clock is of today. */
const farMs = 12 * 3_600_000

/** That it comes again and again, late, or not at all. */
export function notesOf(
  { evidence, heldBack, recurred, trigger, plannedUntil, readAt, at }: AlertFacts,
  { phrases }: Writing,
  formats: Formats,
): string[] {
  const { time } = formats
  const { held_back: late } = evidence
  // By the reader's other alerts of that outage, too (E314).
  const flaps = recurred ?? evidence.flaps
  const isOver = trigger === 'TRUE_TO_FALSE' || recurred?.isOver === true
  const often = isOver ? phrases.flapped : phrases.flaps
  const isFar = plannedUntil !== null && plannedUntil.getTime() - (readAt ?? at).getTime() > farMs
  return [
    ...(flaps && flaps.count > 1 ? [often(flaps.count, time(new Date(flaps.since)), formats)] : []),
    ...(late === undefined ? [] : [phrases.heldBack[late] ?? late]),
    ...(plannedUntil === null ? [] : [phrases.plannedWork((isFar ? formats.ownTime : time)(plannedUntil))]),
    ...(heldBack === null ? [] : [phrases.held[heldBack] ?? heldBack]),
  ]
}

/** How it is known. No block says anything of a bridge, nor of what nobody sees, nor that none comes (E141). */
export function basisOf(facts: AlertFacts, { phrases }: Writing): string[] {
  const { evidence, targetType, subject } = facts
  if (evidence.imported === true) return [phrases.imported]
  if (targetType === 'BRIDGE' || subject === 'unseen' || isBegun(facts, 'halted')) return []
  switch (evidence.assurance) {
    case 'PROVEN':
      return [phrases.proven]
    case 'AGREED':
      return [phrases.agreed]
    case 'SINGLE':
      return [phrases.single(evidence.host === null ? null : cleanName(evidence.host, 80))]
    case null:
      return []
  }
}
