import type { QueryClient } from '@tanstack/react-query'
import type { Drafts } from './drafts.ts'
import type { StreamSeq } from './live/stream-seq.ts'

interface Memory {
  queries: QueryClient
  streamSeq: StreamSeq
  drafts: Drafts
}

/** Empties the page's memory of whoever was here; with `typed`, also of what stood in their forms. */
export function clearUserData({ queries, streamSeq, drafts }: Memory, typed: boolean): void {
  queries.clear()
  streamSeq.clear()
  if (typed) drafts.clear()
}
