import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { focusManager } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import type * as LiveAlerts from './alert-history/live-alerts.ts'
import { bridgesKey } from './bridges/bridges-key.ts'
import { applyLiveEvent, liveEntries } from './live/live-entries.ts'
import { createLiveNetwork, type LiveNetwork, type LiveState, notConnected } from './live/live-network.ts'
import { type Services, useServices } from './services.ts'
import { validatorsKey } from './validators-query.ts'

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
  const { queries, streamSeq, clock, session, joinLive } = services
  // Not part of the first view, nor of what it loads.
  const withAlerts = (run: (alerts: typeof LiveAlerts) => void) =>
    void import('./alert-history/live-alerts.ts').then(run, () => undefined)
  return createLiveNetwork({
    clock,
    join: (tell) => joinLive(blockchainId, tell),
    onEvent(event, leads) {
      streamSeq.observe(blockchainId, event)
      applyLiveEvent(liveEntries, event, { queries, blockchainId, leads })
    },
    onLate(event, data, leads) {
      if (event === 'alert')
        withAlerts(({ takeAlert }) => takeAlert(services, { data, blockchainId, leads, onAlert }))
      else if (queries.getQueryData(bridgesKey(blockchainId)) !== undefined)
        void import('./bridges/live-bridges.ts').then(
          ({ takeBridges }) => takeBridges(queries, blockchainId, data),
          () => undefined,
        )
    },
    // A tab that nobody sees asks when it is seen again.
    onMissed() {
      const refetchType = focusManager.isFocused() ? 'active' : 'none'
      for (const key of [validatorsKey, bridgesKey])
        void queries.invalidateQueries({ queryKey: key(blockchainId), refetchType })
      withAlerts(({ readAlertsAgain }) => readAlertsAgain(queries, blockchainId, refetchType))
    },
    onSignedOut: () => session.lose(session.generation()),
  })
}
