/**
 * What the suite's chains are made of: half-second blocks, a window of twenty blocks, and times in seconds where real
 * chains have hours, so that everything that can happen to a validator happens within a minute.
 */
export const chainParameters = {
  denomination: 'stake',
  /** Base units of one unit of consensus power. */
  powerReduction: 1_000_000n,
  /** Self-delegations in units of power. Nearly equal: any one of the four may be missing and the rest goes on. */
  stakes: [3000n, 3100n, 3200n, 3300n] as const,
  /** Units of power that each account has beside its stake. */
  spare: 20_000n,
  commissionRate: '0.1',
  timeoutCommit: '500ms',
  timeoutPropose: '700ms',
  slashing: {
    signed_blocks_window: '20',
    min_signed_per_window: '0.250000000000000000',
    downtime_jail_duration: '4s',
    slash_fraction_double_sign: '0.050000000000000000',
    slash_fraction_downtime: '0.010000000000000000',
  },
  unbondingTime: '15s',
  /** Long enough for what a suite does to a proposal, on a crowded machine as well; programs of a node take seconds. */
  votingMs: 60_000,
  /** From SDK 0.50 on. */
  expeditedVotingMs: 25_000,
  /** Both have to have passed before evidence is too old; nodes keep at least these blocks, whatever they prune. */
  evidenceMaxAgeBlocks: 30,
  evidenceMaxAgeNs: 20_000_000_000n,
  /** A commission may change once a day, counted from the genesis; so the genesis lies further back than that. */
  genesisAgeMs: 26 * 3_600_000,
} as const
