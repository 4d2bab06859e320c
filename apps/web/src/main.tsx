import { networkOfHost } from '@roundsman/contract/networks'
import { QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Root } from './app/root.tsx'
import { createAppRouter } from './app/router.tsx'
import { createApiClient } from './data/api-client.ts'
import { loadBoot } from './data/boot.ts'
import { openBrowserScreen } from './data/browser-screen.ts'
import { browserStorage } from './data/browser-storage.ts'
import { systemClock } from './data/clock.ts'
import { csrfTokenOf } from './data/csrf-token.ts'
import { createDrafts } from './data/drafts.ts'
import { withEarlyProfile } from './data/early-profile.ts'
import { forgetVisitor } from './data/forget-visitor.ts'
import { browserFetch } from './data/http.ts'
import { browserRandom } from './data/ids.ts'
import { openBrowserChannel } from './data/live/browser-channel.ts'
import { createLiveJournal } from './data/live/live-journal.ts'
import { startLiveLine } from './data/live/live-line.ts'
import { joinSharedLive } from './data/live/shared-live.ts'
import { livePath } from './data/live-path.ts'
import { nextTask } from './data/next-task.ts'
import { browserVisibility } from './data/page-visibility.ts'
import { createServerTime } from './data/server-time.ts'
import type { Services } from './data/services.ts'
import { createSession } from './data/session.ts'
import { createSettings } from './data/settings.ts'
import { startI18n } from './i18n/i18n.ts'
import { loadLtr } from './ui/theme/theme-root.tsx'

async function start(): Promise<void> {
  // index.html has found out the language before the first paint.
  const texts = startI18n(document.documentElement.lang)
  const queries = new QueryClient({ defaultOptions: { queries: { retry: 1 } } })
  const serverTime = createServerTime(systemClock)
  const journal = createLiveJournal()
  const drafts = createDrafts()
  const session = createSession({
    profile: (signal) => client.call('profile', { signal }),
    forget: (typed) => forgetVisitor({ queries, journal, drafts }, typed),
  })
  const client = createApiClient({
    fetch: withEarlyProfile(browserFetch, window.roundsmanProfile),
    clock: systemClock,
    language: () => document.documentElement.lang,
    csrfToken: () => csrfTokenOf(browserStorage),
    onDate: serverTime.observe,
    visit: session.visit,
    onSignedOut: session.lose,
  })
  void session.ask()
  await nextTask()
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
    }),
    journal,
    joinLive: (blockchainId, tell) =>
      joinSharedLive({
        name: `roundsman-live-${blockchainId}`,
        // Locks exist on secure origins only (https, localhost).
        locks: 'locks' in navigator ? navigator.locks : null,
        openChannel: openBrowserChannel,
        startLine: (tellLine) =>
          startLiveLine({
            url: livePath(blockchainId),
            fetch: browserFetch,
            clock: systemClock,
            random: browserRandom,
            tell: tellLine,
          }),
        tell,
      }),
  }
  const place = document.getElementById('root')
  if (!place) throw new Error('index.html has no #root.')
  await nextTask()
  const router = createAppRouter({ services, texts })
  // Both come after the first view: the calls that it does not make, and what nobody needs for ten seconds.
  const stop = router.subscribe('onRendered', () => {
    stop()
    void import('@roundsman/contract/endpoints')
    void import('./data/session-watch.ts').then(({ watchSession }) =>
      watchSession({
        session,
        clock: systemClock,
        page: browserVisibility,
        channel: openBrowserChannel('roundsman-session'),
      }),
    )
  })
  await nextTask()
  // With everything there the page is drawn once; until then the splash of index.html stands, or its first view.
  const loaded = Promise.all([texts, router.load()])
  await nextTask()
  loadLtr()
  const [language] = await loaded
  const page = <Root services={services} texts={language} router={router} />
  // A transition is drawn in small pieces: taps on the page that is there already are not held up.
  startTransition(() => createRoot(place).render(page))
}

start().catch((error: unknown) => {
  // The splash of index.html says so.
  window.dispatchEvent(new Event('roundsman:not-started'))
  throw error
})
