import { type Ability, guestAbilities, isAllowed } from '@roundsman/contract/accounts/abilities'
import type { Network, PageBoot } from '@roundsman/contract/networks/networks'
import type { Profile } from '@roundsman/contract/accounts/users'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { ApiClient } from '../api/api-client.ts'
import type { LineUpdate, LiveLine, StreamSeq } from '../api/live-line.ts'
import type { Clock, ServerTime } from '../browser/clock.ts'
import type { BrowserStorage } from '../browser/storage.ts'
import type { Drafts, Session } from './session.ts'
import type { SettingsStore } from './settings.ts'

/** Everything that is made once, in main.tsx, and handed down. */
export interface Services {
  boot: PageBoot
  network: Network
  client: ApiClient
  queries: QueryClient
  session: Session
  drafts: Drafts
  clock: Clock
  serverTime: ServerTime
  storage: BrowserStorage
  settings: SettingsStore
  streamSeq: StreamSeq
  joinLive: (blockchainId: number, onUpdate: (update: LineUpdate, leads: boolean) => void) => LiveLine
}

export const ServicesContext = createContext<Services | null>(null)

export function useServices(): Services {
  const services = use(ServicesContext)
  if (!services) throw new Error('The page has no services above it.')
  return services
}

/** Who is signed in; null is nobody, undefined is not known yet. */
export function useUser(): Profile | null | undefined {
  const { session } = useServices()
  return useSyncExternalStore(session.subscribe, session.user, session.user)
}

/** What the user of the page may do; what a guest may where nobody is signed in. */
export function useMay(): (ability: Ability) => boolean {
  const abilities = useUser()?.abilities ?? guestAbilities
  return ({ action, subject }) => isAllowed(abilities, action, subject)
}

/** Since when the server has not answered (Unix milliseconds of this machine); null while it does. */
export function useOutage(): number | null {
  const { session } = useServices()
  return useSyncExternalStore(session.subscribe, session.outageSince, session.outageSince)
}

/**
 * The server's time (Unix milliseconds), for ages; renders once a second, or as seldom as is said. It stays as it is
 * while the page is drawn: were it read anew meanwhile, React would begin from the start and hold up the browser until
 * all is drawn (docs/decisions/022-slow-phone.md).
 *
 * @param seconds whole steps of the time, the same each time
 */
export function useNow(seconds = 1): number {
  const { clock, serverTime } = useServices()
  const step = seconds * 1_000
  const read = useCallback(() => Math.floor(serverTime.now() / step) * step, [serverTime, step])
  const [now, setNow] = useState(read)
  useEffect(() => clock.every(1_000, () => setNow(read())), [clock, read])
  return now
}

/** State that this browser keeps under a key; `read` turns what was kept (or null) into a value and never throws. */
export function usePersisted<T>(key: string, read: (text: string | null) => T): [T, (value: T) => void] {
  const { storage } = useServices()
  const [value, setValue] = useState(() => read(storage.read(key)))
  const write = useCallback(
    (next: T) => {
      setValue(next)
      storage.write(key, JSON.stringify(next))
    },
    [storage, key],
  )
  return [value, write]
}
