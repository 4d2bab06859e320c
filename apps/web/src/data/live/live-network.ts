import type { LiveEvent } from '@roundsman/contract/live'
import type { Clock } from '../clock.ts'
import type { LateEventName, LineNews, LinePhase, LiveLine } from './live-line.ts'

/** What the page knows of the stream of one network. Times are of this machine's clock. */
export interface LiveState {
  line: LinePhase
  /** When the line was last heard; null before the first time. */
  lastHeardAt: number | null
  outdated: boolean
}

export interface LiveNetwork {
  /** Joins the stream; returns how to leave it. */
  start(): () => void
  get(): LiveState
  subscribe(listener: () => void): () => void
  /** Tries the line at once, from whichever tab holds it. */
  connectNow(): void
}

export const notConnected: LiveState = { line: { phase: 'connecting' }, lastHeardAt: null, outdated: false }

interface Deps {
  clock: Clock
  join: (tell: (news: LineNews, leads: boolean) => void) => LiveLine
  /** `leads`: this tab holds the line, and is the one to announce what happened. */
  onEvent: (event: LiveEvent, leads: boolean) => void
  /** An event whose schema comes later than the page, as text. */
  onLate: (event: LateEventName, data: string, leads: boolean) => void
  /** Something may have been missed: what is cached has to be asked for again, once. */
  onMissed: () => void
  onSignedOut: () => void
}

/** The stream of one network in this tab: turns what it tells into state for the page and events for the cache. */
export function createLiveNetwork({
  clock,
  join,
  onEvent,
  onLate,
  onMissed,
  onSignedOut,
}: Deps): LiveNetwork {
  const listeners = new Set<() => void>()
  let state = notConnected
  let line: LiveLine | null = null

  const set = (change: Partial<LiveState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const hear = (news: LineNews, leads: boolean) => {
    switch (news.kind) {
      case 'beat':
        set({ line: { phase: 'open' }, lastHeardAt: clock.now() })
        break
      case 'event':
        set({ line: { phase: 'open' }, lastHeardAt: clock.now() })
        onEvent(news.event, leads)
        break
      case 'late':
        set({ line: { phase: 'open' }, lastHeardAt: clock.now() })
        onLate(news.event, news.data, leads)
        break
      case 'resumed':
        onMissed()
        break
      case 'outdated':
        set({ outdated: true })
        break
      case 'phase':
        set(news.line.phase === 'open' ? { line: news.line, lastHeardAt: clock.now() } : { line: news.line })
        if (news.line.phase === 'refused' && news.line.status === 401) onSignedOut()
    }
  }

  return {
    start() {
      const joined = join(hear)
      line = joined
      return () => {
        line = null
        joined.stop()
      }
    },
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    connectNow: () => line?.connectNow(),
  }
}
