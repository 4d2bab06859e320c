import type { QueryClient } from '@tanstack/react-query'
import type { Drafts } from './drafts.ts'
import type { LiveJournal } from './live/live-journal.ts'

interface Memory {
  queries: QueryClient
  journal: LiveJournal
  drafts: Drafts
}

/** Empties the page's memory of whoever was here; with `typed`, also of what stood in their forms. */
export function forgetVisitor({ queries, journal, drafts }: Memory, typed: boolean): void {
  queries.clear()
  journal.clear()
  if (typed) drafts.clear()
}
