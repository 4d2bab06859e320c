/** The bridges of one network in the cache of queries. */
export const bridgesKey = (blockchainId: number) => ['bridges', blockchainId] as const

/** How often bridges are asked for again, ms: the stream keeps them true, and this what it might have left out. */
export const bridgesAgainMs = 60_000
