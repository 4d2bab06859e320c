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
