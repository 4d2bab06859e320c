import type { ValidatorsList } from '@roundsman/contract/validators'
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { applyLiveEvent } from './live/apply-live-event.ts'
import { type LiveNetwork, type LiveState, startLiveNetwork } from './live/live-network.ts'
import { type Services, useServices } from './services.ts'
import { setUser } from './session.ts'
import { validatorsKey } from './validators-query.ts'

const notYet: LiveState = { line: { phase: 'connecting' }, lastHeardAt: null, outdated: false }
const nothing = () => () => undefined
const LiveContext = createContext<LiveNetwork | null>(null)

interface Props {
  blockchainId: number
  /** False where nobody may read the network: then there is no stream. */
  enabled: boolean
  children: ReactNode
}

/** Keeps the cached list of the network live while anything below is on the screen. */
export function LiveProvider({ blockchainId, enabled, children }: Props) {
  const services = useServices()
  const [live, setLive] = useState<LiveNetwork | null>(null)

  useEffect(() => {
    if (!enabled) return undefined
    const started = start(services, blockchainId)
    setLive(started)
    return () => {
      started.stop()
      setLive(null)
    }
  }, [services, blockchainId, enabled])

  return <LiveContext value={live}>{children}</LiveContext>
}

/** How the line of the page's network is doing. */
export function useLiveState(): LiveState {
  const live = use(LiveContext)
  return useSyncExternalStore(live?.subscribe ?? nothing, () => live?.get() ?? notYet)
}

/** Tries the line at once, from whichever tab holds it. */
export function useConnectNow(): () => void {
  const live = use(LiveContext)
  return () => live?.connectNow()
}

function start({ queries, journal, clock, joinLive }: Services, blockchainId: number): LiveNetwork {
  const key = validatorsKey(blockchainId)
  return startLiveNetwork({
    clock,
    join: (tell) => joinLive(blockchainId, tell),
    onEvent(event) {
      journal.add(blockchainId, event)
      queries.setQueryData<ValidatorsList>(key, (list) => list && applyLiveEvent(list, event))
    },
    onMissed: () => void queries.invalidateQueries({ queryKey: key }),
    onSignedOut: () => setUser(queries, null),
  })
}
