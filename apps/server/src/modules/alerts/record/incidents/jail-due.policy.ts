import { missingBlocks } from '@roundsman/contract/networks/validator-state'

/**
 * When a validator is jailed that goes on missing, Unix ms; null: not known, or it is not to be: of one or two missed blocks in a
 * row nobody is jailed (E237).
 *
 * @param asOfMs of the figures
 */
export function jailDueAt(
  asOfMs: number,
  { secondsToJail, inARow }: { secondsToJail: number | null | undefined; inARow: number | null | undefined },
): number | null {
  return secondsToJail == null || (inARow ?? missingBlocks) < missingBlocks
    ? null
    : asOfMs + secondsToJail * 1000
}

/** Of what is reckoned by the mean time of blocks, so much comes and goes with that; or a tenth of what is left. */
const fluttersSeconds = 60
/** What is less is “any moment now”. */
const momentSeconds = 60

/**
 * What is left until jail as of now, Unix ms, of a row of missed blocks that goes on: each block of it is reckoned with, so jail stays where it
 * was said to be, unless it comes nearer, or is much further away (E366).
 *
 * @param said of the row, and as of when
 */
export function steadyToJail(
  now: { asOfMs: number; secondsToJail: number },
  said: { asOfMs: number; secondsToJail: number | null | undefined },
): number {
  if (said.secondsToJail == null) return now.secondsToJail
  const kept = said.secondsToJail - (now.asOfMs - said.asOfMs) / 1000
  const later = now.secondsToJail - kept
  const isFlutter = later > 0 && later <= Math.max(fluttersSeconds, now.secondsToJail / 10)
  if (kept <= 0 || !isFlutter) return now.secondsToJail
  // “Any moment now” is said of what is less than a minute away by all that is known (E245).
  return now.secondsToJail >= momentSeconds ? Math.max(momentSeconds, kept) : kept
}
