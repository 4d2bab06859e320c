import { type Boot, type Network } from '@roundsman/contract/networks'
import type { Profile } from '@roundsman/contract/users'
import { QueryClient } from '@tanstack/react-query'
import { createApiClient } from '../data/api-client.ts'
import { createDrafts } from '../data/drafts.ts'
import { createLiveJournal } from '../data/live/live-journal.ts'
import { createServerTime } from '../data/server-time.ts'
import type { Services } from '../data/services.ts'
import { createSession } from '../data/session.ts'
import { defaultSettings } from '../data/settings-values.ts'

interface Deps {
  boot: Boot
  network: Network
  user: Profile | null
  /** Unix milliseconds. */
  now: number
}

const nothing = () => () => undefined
const never = () => new Promise<never>(() => undefined)

/** What a page needs to be drawn once, as whoever has just come would see it: nothing is asked, nothing changes. */
export function stillServices({ boot, network, user, now }: Deps): Services {
  const clock = { now: () => now, after: nothing, every: nothing, sleep: never }
  const session = createSession({ profile: never, forget: () => undefined })
  if (user) session.enter(user)
  else session.leave('elsewhere')
  return {
    boot,
    network,
    session,
    clock,
    queries: new QueryClient(),
    serverTime: createServerTime(clock),
    client: createApiClient({
      fetch: never,
      clock,
      language: () => 'en',
      csrfToken: () => null,
      onDate: () => undefined,
      visit: session.visit,
      onSignedOut: session.lose,
    }),
    drafts: createDrafts(),
    journal: createLiveJournal(),
    storage: { read: () => null, write: () => undefined, watch: nothing, cookie: () => null },
    settings: {
      get: () => defaultSettings,
      scheme: () => defaultSettings.mode,
      change: () => undefined,
      setMode: () => undefined,
      subscribe: nothing,
    },
    joinLive: () => ({ connectNow: () => undefined, stop: () => undefined }),
  }
}
