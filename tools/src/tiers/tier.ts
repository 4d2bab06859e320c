/** What a tier's tests came to, read from a reporter's JSON or from exit codes, never from prose. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** Why a tier cannot run on this machine, and what to install so that it can. */
export interface NotRun {
  why: string
  install: string
}

export type Outcome = { ran: Counts } | { notRun: NotRun }

export interface Tier {
  name: string
  /**
   * It waits more than it works: it goes on beside the tiers that come after it, and what it prints comes in one piece
   * at its end.
   */
  beside?: true
  /** @param output file for what it prints; without one, the terminal */
  run(output?: string): Promise<Outcome>
}

export interface TierResult {
  tier: string
  outcome: Outcome
  seconds: number
}
