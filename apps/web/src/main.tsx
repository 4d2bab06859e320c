import { liveProtocol } from '@roundsman/contract/live/live'
import { networkOfHost } from '@roundsman/contract/networks/network-of-host'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Root } from './app/root.tsx'
import { createAppRouter } from './app/router.tsx'
import { createApiClient, livePath, loadBoot } from './data/api/api-client.ts'
import { createStreamSeq, startLiveLine } from './data/api/live-line.ts'
import { createQueries } from './data/api/operation.ts'
import { joinSharedLive } from './data/api/shared-live.ts'
import {
  browserRandom,
  browserVisibility,
  openBrowserChannel,
  openBrowserScreen,
} from './data/browser/browser.ts'
import { createServerTime, systemClock } from './data/browser/clock.ts'
import {
  browserFetch,
  commonHeaders,
  csrfTokenOf,
  withCommonHeaders,
  withEarlyAnswers,
} from './data/browser/http.ts'
import { browserStorage } from './data/browser/storage.ts'
import type { Services } from './data/services/services.ts'
import {
  clearUserData,
  createDrafts,
  createSession,
  type Session,
  watchSession,
} from './data/services/session.ts'
import { createSettings } from './data/services/settings.ts'
import { startI18n } from './i18n/i18n.ts'
import { notStarted } from './start/start-failure.ts'

function firstOutage(session: Session): Promise<void> {
  return new Promise((resolve) => {
    const stop = session.subscribe(() => {
      if (session.outageSince() === null) return
      stop()
      resolve()
    })
  })
}

async function start(): Promise<void> {
  // index.html has found out the language before the first paint.
  const texts = startI18n(document.documentElement.lang)
  const queries = createQueries()
  const serverTime = createServerTime(systemClock)
  const streamSeq = createStreamSeq()
  const drafts = createDrafts()
  const session = createSession({
    profile: (signal) => client.call('profile', { signal }),
    forget: (typed) => clearUserData({ queries, streamSeq, drafts }, typed),
    clock: systemClock,
  })
  const client = createApiClient({
    fetch: withEarlyAnswers(browserFetch, window.roundsmanAnswers),
    clock: systemClock,
    language: () => document.documentElement.lang,
    csrfToken: () => csrfTokenOf(browserStorage),
    onDate: serverTime.observe,
    generation: session.generation,
    onSignedOut: session.lose,
  })
  void session.ask()
  const boot = await loadBoot(document, client)
  const services: Services = {
    boot,
    network: networkOfHost(boot, window.location.hostname),
    client,
    queries,
    session,
    drafts,
    clock: systemClock,
    serverTime,
    storage: browserStorage,
    settings: createSettings({
      storage: browserStorage,
      root: document.documentElement,
      screen: openBrowserScreen((query) => window.matchMedia(query)),
      cookieDomain: boot.cookie_domain,
      path: window.location.pathname,
    }),
    streamSeq,
    joinLive: (blockchainId, onUpdate) =>
      joinSharedLive({
        name: `roundsman-live-${liveProtocol}-${blockchainId}`,
        // Locks exist on secure origins only (https, localhost).
        locks: 'locks' in navigator ? navigator.locks : null,
        openChannel: openBrowserChannel,
        startLine: (onLineUpdate) =>
          startLiveLine({
            url: livePath(blockchainId),
            fetch: withCommonHeaders(browserFetch, () =>
              commonHeaders(document.documentElement.lang, browserStorage),
            ),
            clock: systemClock,
            random: browserRandom,
            onUpdate: onLineUpdate,
          }),
        onUpdate,
      }),
  }
  const place = document.getElementById('root')
  if (!place) throw new Error('index.html has no #root.')
  const router = createAppRouter({ services, texts })
  // Until everything for the page is there the splash of index.html stands; then the page is drawn once. Where the
  // server does not answer, the loading screen of the program says so.
  const [language] = await Promise.all([texts, Promise.race([router.load(), firstOutage(session)])])
  // In small pieces, between which the browser answers who touches the page; it is shown at once, when all of it is there.
  startTransition(() =>
    createRoot(place).render(<Root services={services} texts={language} router={router} />),
  )
  watchSession({
    session,
    clock: systemClock,
    page: browserVisibility,
    channel: openBrowserChannel('roundsman-session'),
  })
}

start().catch((error: unknown) => {
  // The splash of index.html says so.
  window.dispatchEvent(new Event(notStarted))
  throw error
})
