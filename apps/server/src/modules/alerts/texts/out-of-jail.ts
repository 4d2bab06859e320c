import { alertText, sentence } from './alert-text.ts'
import type { Group } from './bundles/bundle-groups.ts'
import { leastAndMost } from './figures.ts'
import { type AlertFacts, type Reader, writingFor } from './writing.ts'

// What comes with the end of a jail: who waits for it waits to read that its validator signs.

/** Their ends say that it signs again. */
const signs: readonly AlertFacts['subject'][] = ['missed_in_a_row', 'jail_near']

export function isOutOfJail({ subject, trigger }: AlertFacts): boolean {
  return subject === 'jailed' && trigger === 'TRUE_TO_FALSE'
}

export function saysThatItSigns({ subject, trigger }: AlertFacts): boolean {
  return trigger === 'TRUE_TO_FALSE' && signs.includes(subject)
}

/** Who is out of jail and signs, as others of these say: nobody has to look at that. */
export function isOutAndSigns(facts: AlertFacts, all: readonly AlertFacts[]): boolean {
  return isOutOfJail(facts) && all.some((one) => one.target === facts.target && saysThatItSigns(one))
}

/** Where there is little room: without shares of the window that a jail has emptied, of which it says enough that it is over (E401). */
export function withoutEmptied(all: readonly AlertFacts[]): readonly AlertFacts[] {
  const isEmptied = ({ subject, trigger, target, evidence }: AlertFacts) =>
    subject === 'window_missed' &&
    trigger === 'TRUE_TO_FALSE' &&
    all.some(
      (one) =>
        one.target === target &&
        (isOutOfJail(one) || (evidence.ended_in_jail === true && saysThatItSigns(one))),
    )
  return all.filter((facts) => !isEmptied(facts))
}

/** That they sign first of what is as grave. */
export function signingFirst(alerts: readonly AlertFacts[]): readonly AlertFacts[] {
  const last = alerts.findLastIndex(isOutOfJail)
  const after = alerts.slice(last + 1)
  if (last < 0 || !after.every(({ severity }) => severity === alerts[last]?.severity)) return alerts
  return [
    ...alerts.slice(0, last + 1),
    ...after.filter(saysThatItSigns),
    ...after.filter((facts) => !saysThatItSigns(facts)),
  ]
}

/**
 * Of who is out of jail that it signs (E367), and how many blocks were missed, in an SMS.
 *
 * @param also what else is told of the same
 */
export function signingOf(
  facts: AlertFacts,
  also: readonly AlertFacts[],
  reader: Reader,
): { isOut: boolean; signing: readonly string[]; missed: readonly string[] } {
  const isOut = isOutOfJail(facts) && facts.watchedAs === 'OPERATOR'
  const ends = also.filter((one) => isOut && saysThatItSigns(one))
  return {
    isOut,
    signing: [...new Set(ends.map((one) => sentence(alertText(one, reader).whatInShort)))],
    missed: missedOf(ends, reader),
  }
}

/**
 * The same of several, where all that are out of jail sign: beside that, and with their names once; else all groups as they are.
 */
export function signingBeside(
  groups: readonly Group[],
  reader: Reader,
): { groups: readonly Group[]; signing: readonly string[]; missed: readonly string[] } {
  const [first, second, ...others] = groups
  const isBoth =
    first?.what != null &&
    second?.what != null &&
    first.facts.every(isOutOfJail) &&
    second.facts.every(saysThatItSigns)
  const targetsOf = (group: Group) => [...new Set(group.facts.map(({ target }) => target))].toSorted().join()
  if (!isBoth || targetsOf(first) !== targetsOf(second)) return { groups, signing: [], missed: [] }
  return {
    groups: [first, ...others],
    signing: [sentence(second.what ?? '')],
    missed: missedOf(second.facts, reader),
  }
}

/** "491–503 blocks missed.": when stands beside, since that led to the jail; nothing where nobody knows of all of them. */
export function missedOf(ends: readonly AlertFacts[], reader: Reader): string[] {
  const { phrases: own, written } = writingFor(reader)
  const counts = ends.flatMap(({ evidence }) => evidence.missed_since ?? [])
  const what = own.lastedWhat.missed_in_a_row?.(0, written)
  if (what === undefined || counts.length === 0 || counts.length < ends.length) return []
  return [own.lastedInShort(null, { span: null, what, ...leastAndMost(counts) }, written)]
}

/** Of an end of missed blocks: of who was in jail in between, when they were over and when it signed again are two times. */
export function signingSince(facts: AlertFacts): Date | null {
  if (!saysThatItSigns(facts)) return null
  const { at, evidence } = facts
  const ms = evidence.ended_in_jail === true ? evidence.signed_at : evidence.ended_at
  return new Date(ms ?? at)
}
