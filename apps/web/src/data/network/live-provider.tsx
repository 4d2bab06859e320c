import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { focusManager, notifyManager } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import { readAlertsAgain } from '../alerts/live-alerts.ts'
import { createRecount, silencesKey, unacknowledgedKey } from '../alerts/unacknowledged.ts'
import type { LineUpdate, LinePhase, LiveLine, StreamEvent } from '../api/live-line.ts'
import { browserNotifications } from '../browser/browser.ts'
import type { Clock } from '../browser/clock.ts'
import { type Services, useServices } from '../services/services.ts'
import { bridgesKey } from './bridges.ts'
import { applyLiveEvent, liveEntries } from './live-entries.ts'
import { validatorsKey } from './validators.ts'

/** What the page knows of the stream of one network. Times are of this machine's clock. */
export interface LiveState {
  line: LinePhase
  /** When something was last received on the line; null before the first time. */
  lastReceivedAt: number | null
  outdated: boolean
}

interface LiveNetwork {
  /** Joins the stream; returns how to leave it. */
  start(): () => void
  get(): LiveState
  subscribe(listener: () => void): () => void
  /** Tries the line at once, from whichever tab holds it. */
  connectNow(): void
}

const notConnected: LiveState = { line: { phase: 'connecting' }, lastReceivedAt: null, outdated: false }

interface Deps {
  clock: Clock
  join: (onUpdate: (update: LineUpdate, leads: boolean) => void) => LiveLine
  /** `leads`: this tab holds the line, and is the one to announce what happened. */
  onEvent: (event: StreamEvent, leads: boolean) => void
  /** Something may have been missed: what is cached has to be asked for again, once. */
  onMissed: () => void
  onSignedOut: () => void
}

/** The stream of one network in this tab: turns its events into state for the page and events for the cache. */
function createLiveNetwork({ clock, join, onEvent, onMissed, onSignedOut }: Deps): LiveNetwork {
  const listeners = new Set<() => void>()
  let state = notConnected
  let line: LiveLine | null = null

  const notify = () => {
    for (const listener of listeners) listener()
  }
  const set = (change: Partial<LiveState>) => {
    state = { ...state, ...change }
    // With what the same events change in the cache, so that the page is drawn once for both.
    notifyManager.schedule(notify)
  }
  const receive = (update: LineUpdate, leads: boolean) => {
    switch (update.kind) {
      case 'beat':
        set({ line: { phase: 'open' }, lastReceivedAt: clock.now() })
        break
      case 'event':
        set({
          ...{ line: { phase: 'open' }, lastReceivedAt: clock.now() },
          // Of another tab that has taken the line over, and never was outdated.
          ...(update.event.event === 'hello' ? { outdated: false } : {}),
        })
        onEvent(update.event, leads)
        break
      case 'resumed':
        onMissed()
        break
      case 'outdated':
        set({ outdated: true })
        break
      case 'understood':
        set({ outdated: false })
        break
      case 'phase':
        set(
          update.line.phase === 'open'
            ? { line: update.line, lastReceivedAt: clock.now() }
            : { line: update.line },
        )
        if (update.line.phase === 'refused' && update.line.status === 401) onSignedOut()
    }
  }

  return {
    start() {
      const joined = join(receive)
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

const nothing = () => () => undefined
const LiveContext = createContext<LiveNetwork | null>(null)

interface Props {
  blockchainId: number
  /** False where nobody may read the network: then there is no stream. */
  enabled: boolean
  /** Shows the user an alert that is new. */
  onAlert: (item: AlertHistoryItem) => void
  children: ReactNode
}

/** Keeps what is cached of the network live while anything below is on the screen. */
export function LiveProvider({ blockchainId, enabled, onAlert, children }: Props) {
  const services = useServices()
  const live = useMemo(
    () => liveNetworkOf(services, blockchainId, onAlert),
    [services, blockchainId, onAlert],
  )
  useEffect(() => (enabled ? live.start() : undefined), [live, enabled])
  return <LiveContext value={live}>{children}</LiveContext>
}

/** How the line of the page's network is doing. */
export function useLiveState(): LiveState {
  const live = use(LiveContext)
  const get = () => live?.get() ?? notConnected
  return useSyncExternalStore(live?.subscribe ?? nothing, get, get)
}

/** Tries the line at once, from whichever tab holds it. */
export function useConnectNow(): () => void {
  const live = use(LiveContext)
  return () => live?.connectNow()
}

function liveNetworkOf(
  services: Services,
  blockchainId: number,
  onAlert: (item: AlertHistoryItem) => void,
): LiveNetwork {
  const { queries, streamSeq, clock, session, joinLive, storage, serverTime } = services
  const recount = createRecount({ queries, clock }, blockchainId)
  const means = { storage, now: serverTime.now, notifications: browserNotifications, toast: onAlert }
  return createLiveNetwork({
    clock,
    join: (onUpdate) => joinLive(blockchainId, onUpdate),
    onEvent(event, leads) {
      streamSeq.observe(blockchainId, event)
      if (event.event === 'alert') recount()
      applyLiveEvent(liveEntries, event, { queries, blockchainId, means: leads ? means : null })
    },
    // A tab that nobody sees asks when it is seen again.
    onMissed() {
      const refetchType = focusManager.isFocused() ? 'active' : 'none'
      for (const key of [validatorsKey, bridgesKey, unacknowledgedKey, silencesKey])
        void queries.invalidateQueries({ queryKey: key(blockchainId), refetchType })
      readAlertsAgain(queries, blockchainId, refetchType)
    },
    onSignedOut: () => session.lose(session.generation()),
  })
}
