import type { LiveEvent } from '@roundsman/contract/live'

/** Up to which change batch the stream of each network has come in this tab. */
export interface StreamSeq {
  observe(blockchainId: number, event: LiveEvent): void
  /** 0 where there was no event yet. */
  of(blockchainId: number): number
  clear(): void
}

export function createStreamSeq(): StreamSeq {
  const newest = new Map<number, number>()
  return {
    observe(blockchainId, event) {
      // A stream begins anew with `hello`, also at a server that was put back.
      if (event.event === 'hello') newest.set(blockchainId, event.data.seq)
      else if ('seq' in event.data)
        newest.set(blockchainId, Math.max(event.data.seq, newest.get(blockchainId) ?? 0))
    },
    of: (blockchainId) => newest.get(blockchainId) ?? 0,
    clear: () => newest.clear(),
  }
}
