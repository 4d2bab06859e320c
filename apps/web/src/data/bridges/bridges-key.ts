/** The bridges of one network in the cache of queries. */
export const bridgesKey = (blockchainId: number) => ['bridges', blockchainId] as const
