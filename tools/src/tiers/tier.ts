/** What a tier's tests came to, read from a reporter's JSON or from exit codes, never from prose. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** What failed: where, its name and the beginning of its error, for the end of a log that may be cut before it. */
  failures?: readonly string[]
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
   * The line it stands in: tiers of one line run one after the other, lines beside each other. What a line beside the
   * first prints comes in one piece at the end of each of its tiers. Without a name it is the first line.
   */
  line?: string
  /** The tier whose end it waits for, also one of another line, if that was chosen too. */
  after?: string
  /** Only run where `--tier` names it. */
  onRequest?: boolean
  /** @param output file for what it prints; without one, the terminal */
  run(output?: string): Promise<Outcome>
}

export interface TierResult {
  tier: string
  outcome: Outcome
  seconds: number
}
