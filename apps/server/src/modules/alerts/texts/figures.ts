import type { Figures } from './phrases.ts'
import { type AlertFacts, cleanName } from './writing.ts'

/** Their figure is how long it has been so, in seconds. */
export const lasting: readonly string[] = ['no_update', 'stalled', 'halted', 'unseen']
/** What is sent so soon has the figures of the alert, as its subject and its history have (E220). */
const atOnceMs = 30_000

/** What the words of an alert may name, as of when it is read. */
export function figuresOf({
  evidence,
  windowSeconds,
  readAt,
  height,
  subject,
  trigger,
}: AlertFacts): Figures {
  const { seconds_to_jail: toJail, seconds_to_jail_at_most: atMost, upgrade } = evidence
  const laterMs = readAt === null ? 0 : Math.max(0, readAt.getTime() - evidence.observed_at)
  const sinceMs = laterMs < atOnceMs ? 0 : laterMs
  return {
    inARow: evidence.consecutive_missed ?? null,
    isExact: evidence.consecutive_missed_exact !== false,
    missed: evidence.missed_blocks ?? null,
    window: evidence.signed_blocks_window ?? null,
    secondsToJail: toJail == null ? null : asWritten(Math.max(0, toJail - sinceMs / 1000)),
    isJailExact: toJail == null || asWritten(atMost ?? toJail) <= asWritten(toJail),
    isMissedExact: evidence.missed_blocks_exact !== false,
    // What goes on is told as of now (E196).
    value:
      evidence.value !== null && trigger === 'FALSE_TO_TRUE' && lasting.includes(subject)
        ? evidence.value + sinceMs / 1000
        : evidence.value,
    threshold: evidence.threshold,
    windowSeconds,
    before: evidence.before == null ? null : Number(evidence.before),
    after: evidence.after == null ? null : Number(evidence.after),
    signedShare: evidence.signed_power_share ?? null,
    upgrade: upgrade ? { name: cleanName(upgrade.name), height: upgrade.height } : null,
    isReached:
      upgrade && height !== null && subject === 'upgrade_near' && trigger === 'TRUE_TO_FALSE'
        ? height >= upgrade.height
        : null,
  }
}

/** Cut and not rounded, in the units that it is written in, as on the page (E219): “at least” is never too much. */
function asWritten(seconds: number): number {
  const unit = seconds < 60 ? 1 : seconds < 2 * 86_400 ? 60 : 3_600
  return Math.floor(seconds / unit) * unit
}
