import type { NetworkProfile } from '../network-profile.ts'
import type { ValidatorEvent } from './chain-event.ts'
import type { CyclePlan } from './cycle-plan.ts'
import type { RosterEntry } from './roster.ts'
import type { SlashingLimits } from './signing-info.ts'

/** What the rules of a chain are applied to: everything but the state. */
export interface ChainWorld {
  seed: string
  profile: NetworkProfile
  roster: readonly RosterEntry[]
  limits: SlashingLimits | null
  /** false: nothing happens but what a script says. */
  natural: boolean
  planOf(cycle: number): CyclePlan
  /** Events of the script at one height. */
  scriptedAt(height: number): readonly ValidatorEvent[]
  indexOf(ref: number | string): number
  /** Unix ms of a block's header. */
  timeOf(height: number): number
  /** Mean distance of blocks in header time, ms. */
  blockTimeMs: number
}
