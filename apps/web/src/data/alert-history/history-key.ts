/** What the server filters the history by; what is left out is everything. */
export interface HistoryFilter {
  type?: string
  validator?: number
  bridge?: number
  /** One alert alone, by its id. */
  only?: number
}

/** Of every list of a network's alerts, whatever it is filtered by. */
export const networkHistoryKey = (blockchainId: number) => ['alert-history', blockchainId] as const
export type HistoryKey = readonly ['alert-history', number, HistoryFilter]

export function historyKey(blockchainId: number, filter: HistoryFilter): HistoryKey {
  return [...networkHistoryKey(blockchainId), filter]
}
