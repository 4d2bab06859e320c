import type { QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '../api/api-client.ts'
import type { StreamSeq } from '../api/live-line.ts'
import type { Channel } from '../browser/browser.ts'
import type { Clock } from '../browser/clock.ts'
import { clearUserData, createDrafts, createSession, watchSession } from '../services/session.ts'

/** A tab that the test hides and shows. */
export function createFakeTab() {
  const watchers = new Set<() => void>()
  let shown = true
  return {
    visible: () => shown,
    watch(run: () => void) {
      watchers.add(run)
      return () => watchers.delete(run)
    },
    show(now: boolean) {
      shown = now
      for (const run of watchers) run()
    },
  }
}

const alone: Channel = { post: () => undefined, listen: () => undefined, close: () => undefined }

interface Deps {
  client: () => ApiClient
  queries: QueryClient
  streamSeq: StreamSeq
  clock: Clock
  tab?: ReturnType<typeof createFakeTab>
  channel?: Channel
}

/** The session of a page as main.tsx makes it; it begins to ask when `begin` is called. */
export function startSession({ client, queries, streamSeq, clock, tab, channel }: Deps) {
  const drafts = createDrafts()
  const session = createSession({
    profile: (signal) => client().call('profile', { signal }),
    forget: (typed) => clearUserData({ queries, streamSeq, drafts }, typed),
    clock,
  })
  watchSession({ session, clock, page: tab ?? createFakeTab(), channel: channel ?? alone })
  return { session, drafts, begin: () => void session.ask() }
}
