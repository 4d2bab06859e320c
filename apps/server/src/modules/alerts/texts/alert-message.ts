import { type AlertFacts, createWriting, type Reader, type Writing } from './writing.ts'

/** What is told of an alert, in the order of its weight. */
export interface AlertText {
  /** Whose it is, as it may be shown. */
  name: string
  network: string
  /** Where and when. */
  place: string
  /** How bad it is, you or the network, what was before. */
  facts: string[]
  /** What to do about it. */
  advice: string[]
  /** How it is known. */
  basis: string[]
}

export function alertText(facts: AlertFacts, reader: Reader): AlertText {
  const writing = createWriting(reader)
  const { phrases, number, time } = writing
  const { evidence, at, height, isNetwork, targetName } = facts
  const network = cleanName(facts.network)
  const named = targetName === null ? '' : cleanName(targetName)
  const own = named === '' ? phrases.validator : named
  return {
    name: isNetwork ? network : own,
    network,
    place: phrases.place(network, height === null ? null : number(height), time(at)),
    facts: [
      ...missesOf(facts, writing),
      ...changesOf(facts, writing),
      ...(evidence.flaps
        ? [phrases.flaps(number(evidence.flaps.count), time(new Date(evidence.flaps.since)))]
        : []),
      ...held(phrases.heldBack, evidence.held_back),
      ...held(phrases.held, facts.heldBack),
    ],
    advice: adviceOf(facts, writing),
    basis: basisOf(facts, writing),
  }
}

const begins = ({ trigger }: AlertFacts) => trigger === 'FALSE_TO_TRUE'
const held = (sentences: Readonly<Record<string, string>>, reason: string | null | undefined): string[] =>
  reason == null ? [] : [sentences[reason] ?? reason]

/** How much is missed, how far jail is, and what part of the power missed as well. */
function missesOf(facts: AlertFacts, { phrases, number, percent, span }: Writing): string[] {
  const { evidence, subject } = facts
  if (!begins(facts) || !['window_missed', 'missed_in_a_row', 'jail_near'].includes(subject)) return []
  const { consecutive_missed: inARow, missed_blocks: missed, signed_blocks_window: window } = evidence
  const { seconds_to_jail: toJail, missed_with_you: others, missed_power_share: all } = evidence
  return [
    ...(inARow ? [phrases.missedInARow(number(inARow), evidence.consecutive_missed_exact !== false)] : []),
    ...(missed != null && window != null ? [phrases.missedOfWindow(number(missed), number(window))] : []),
    ...(toJail != null ? [phrases.jailIn(span(toJail))] : []),
    ...(inARow && others != null
      ? [others < 1e-9 ? phrases.missedAlone : phrases.missedWithYou(percent(others))]
      : []),
    ...(!inARow && all != null && all > 0 ? [phrases.networkMissed(percent(all))] : []),
  ]
}

/** What was and what is; stakes by their share only, since what a token is differs from chain to chain. */
function changesOf({ evidence, subject }: AlertFacts, { phrases, number, percent }: Writing): string[] {
  const { before, after, value, upgrade, signed_power_share: signed } = evidence
  switch (subject) {
    case 'commission_raised':
    case 'commission_lowered':
      return before != null && after != null
        ? [phrases.change(percent(Number(before)), percent(Number(after)))]
        : []
    case 'stake_fell':
    case 'stake_rose':
    case 'slashed':
      return value === null ? [] : [phrases.stake(percent(value))]
    case 'low_power':
      return signed == null ? [] : [phrases.signedPower(percent(signed))]
    case 'upgrade_near':
      return upgrade ? [phrases.upgrade(cleanName(upgrade.name), number(upgrade.height))] : []
    default:
      return []
  }
}

function adviceOf(facts: AlertFacts, { phrases, time }: Writing): string[] {
  if (facts.subject !== 'jailed' || !begins(facts)) return []
  const { jailedUntil, unjailCommand } = facts
  return [
    phrases.unjail(jailedUntil === null ? null : time(jailedUntil)),
    ...(unjailCommand === null ? [] : [phrases.unjailBy(unjailCommand)]),
  ]
}

function basisOf({ evidence, height }: AlertFacts, { phrases, number }: Writing): string[] {
  switch (evidence.assurance) {
    case 'PROVEN':
      return [phrases.proven(height === null ? null : number(height))]
    case 'AGREED':
      return [phrases.agreed]
    case 'SINGLE':
      return [phrases.single(evidence.host === null ? null : cleanName(evidence.host, 80))]
    case null:
      return []
  }
}

/** Longest name that a message shows; monikers may have 70 characters and more. */
const longestName = 40

/**
 * A name that somebody chose, as it is safe to show in any message: one line without control and format characters
 * (those turn the direction of writing or hide), few marks on a letter, and cut.
 */
export function cleanName(name: string, longest = longestName): string {
  const line = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\ufffd]+/gu, ' ')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...line]
  return letters.length <= longest
    ? line
    : `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
}
