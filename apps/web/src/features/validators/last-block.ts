import { isActive } from '@roundsman/contract/validator-state'
import type { Validator } from '@roundsman/contract/validators'

/** How much of the power signed the newest block; null while no letter of it is known. */
export interface LastBlock {
  share: number
  signed: number
  voters: number
}

export function lastBlockOf(rows: readonly Validator[]): LastBlock | null {
  let share = 0
  let total = 0
  let signed = 0
  let voters = 0
  for (const row of rows) {
    const letter = row.recent_signatures.at(-1)
    if (!isActive(row) || letter === undefined || letter === '-') continue
    voters += 1
    total += row.voting_power_share
    if (letter === 'm') continue
    signed += 1
    share += row.voting_power_share
  }
  return voters === 0 || total === 0 ? null : { share: share / total, signed, voters }
}
