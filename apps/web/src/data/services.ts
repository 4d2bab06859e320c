import type { Network, PageBoot } from '@roundsman/contract/networks'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { ApiClient } from './api-client.ts'
import type { BrowserStorage } from './browser-storage.ts'
import type { Clock } from './clock.ts'
import type { Drafts } from './drafts.ts'
import type { LineNews, LiveLine } from './live/live-line.ts'
import type { StreamSeq } from './live/stream-seq.ts'
import type { ServerTime } from './server-time.ts'
import type { Session } from './session.ts'
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
  joinLive: (blockchainId: number, tell: (news: LineNews, leads: boolean) => void) => LiveLine
}

export const ServicesContext = createContext<Services | null>(null)

export function useServices(): Services {
  const services = use(ServicesContext)
  if (!services) throw new Error('The page has no services above it.')
  return services
}
