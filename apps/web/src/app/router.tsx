import { isAllowed } from '@roundsman/contract/abilities'
import {
  createBrowserHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import type { i18n } from 'i18next'
import { nextTask } from '../data/next-task.ts'
import type { Services } from '../data/services.ts'
import { validatorsQuery } from '../data/validators-query.ts'
import { parseSettingsSearch } from '../features/settings/settings-search.ts'
import { parseListSearch } from '../features/validators/list-search.ts'
import { ErrorPage } from './error-page.tsx'
import { guestsOnly, membersOnly } from './guards.ts'
import { HalvesLayout } from './halves-layout.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { type PageRules, pages } from './pages.ts'
import { RouteProgress } from './route-progress.tsx'
import { parseNext, parseToken } from './route-search.ts'

interface Context {
  services: Services
  texts: Promise<i18n>
  /** The query that the page was opened with, letter by letter: the router reads `1e5` as a number. */
  arrivedWith: string
}

/** The guard of a page, as its rules say. */
function guard(page: PageRules) {
  return async ({ context, location }: { context: Context; location: ParsedLocation }) => {
    if (page.guard === 'none') return
    const user = await context.services.session.known()
    const { next } = parseNext(location.search)
    const detour = page.guard === 'guests' ? guestsOnly(user, next) : membersOnly(user, location.href)
    if (detour === null) return
    if ('href' in detour) throw redirect({ href: detour.href, replace: true })
    throw redirect({ ...detour, replace: true })
  }
}

/** The texts that pages have besides those of every page, known before they are drawn: nothing waits for them halfway. */
function withTexts(namespace: 'shell' | 'account') {
  return async ({ context }: { context: Context }) => {
    await (await context.texts).loadNamespaces(namespace)
  }
}

/** The list is on its way while the page that shows it is still being fetched and drawn. */
function askForList({ client, journal, network, queries, session }: Services): void {
  const abilities = session.user()?.abilities ?? []
  if (isAllowed(abilities, 'read', network.access))
    void queries.prefetchQuery(validatorsQuery(client, journal, network.blockchain_id))
}

/** Meanwhile the browser gets ready to write numbers, which takes it longer than drawing a screenful of rows. */
async function readyNumbers({ texts }: Context): Promise<void> {
  const { language } = await texts
  await nextTask()
  new Intl.NumberFormat(language).format(0)
}

const root = createRootRouteWithContext<Context>()({
  component: () => (
    <>
      <RouteProgress />
      <Outlet />
    </>
  ),
  notFoundComponent: () => <NotFoundPage />,
})

const guests = createRoute({
  getParentRoute: () => root,
  id: 'guests',
  component: HalvesLayout,
})
const login = createRoute({
  getParentRoute: () => guests,
  path: '/login',
  staticData: { page: pages['/login'] },
  validateSearch: parseNext,
  beforeLoad: guard(pages['/login']),
  component: lazyRouteComponent(() => import('../features/accounts/sign-in-page.tsx'), 'SignInPage'),
})
const callback = createRoute({
  getParentRoute: () => guests,
  path: '/login/callback',
  staticData: { page: pages['/login/callback'] },
  component: lazyRouteComponent(() => import('../features/accounts/callback-page.tsx'), 'CallbackPage'),
})
const register = createRoute({
  getParentRoute: () => guests,
  path: '/register',
  staticData: { page: pages['/register'] },
  validateSearch: parseNext,
  beforeLoad: guard(pages['/register']),
  component: lazyRouteComponent(() => import('../features/accounts/register-page.tsx'), 'RegisterPage'),
})
const confirm = createRoute({
  getParentRoute: () => guests,
  path: '/register/confirm',
  staticData: { page: pages['/register/confirm'] },
  validateSearch: parseToken,
  beforeLoad: guard(pages['/register/confirm']),
  component: lazyRouteComponent(() => import('../features/accounts/confirm-page.tsx'), 'ConfirmPage'),
})
const resetPassword = createRoute({
  getParentRoute: () => guests,
  path: '/reset-password',
  staticData: { page: pages['/reset-password'] },
  component: lazyRouteComponent(
    () => import('../features/accounts/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
})
const newPassword = createRoute({
  getParentRoute: () => guests,
  path: '/reset-password/confirm',
  staticData: { page: pages['/reset-password/confirm'] },
  validateSearch: parseToken,
  component: lazyRouteComponent(
    () => import('../features/accounts/new-password-page.tsx'),
    'NewPasswordPage',
  ),
})
const confirmEmail = createRoute({
  getParentRoute: () => guests,
  path: '/email-change/confirm',
  staticData: { page: pages['/email-change/confirm'] },
  validateSearch: parseToken,
  component: lazyRouteComponent(
    () => import('../features/accounts/confirm-email-page.tsx'),
    'ConfirmEmailPage',
  ),
})

const members = createRoute({
  getParentRoute: () => root,
  id: 'members',
  loader: withTexts('shell'),
  component: lazyRouteComponent(() => import('./frame.tsx'), 'Frame'),
})
const validators = createRoute({
  getParentRoute: () => members,
  path: '/',
  staticData: { page: pages['/'] },
  validateSearch: parseListSearch,
  beforeLoad: guard(pages['/']),
  loader({ context }) {
    askForList(context.services)
    void readyNumbers(context)
  },
  component: lazyRouteComponent(() => import('../features/validators/validators-page.tsx'), 'ValidatorsPage'),
})
const bridges = createRoute({
  getParentRoute: () => members,
  path: '/bridges',
  staticData: { page: pages['/bridges'] },
  beforeLoad: guard(pages['/bridges']),
  component: lazyRouteComponent(() => import('../features/bridges/bridges-page.tsx'), 'BridgesPage'),
})
const charts = createRoute({
  getParentRoute: () => members,
  path: '/charts',
  staticData: { page: pages['/charts'] },
  beforeLoad: guard(pages['/charts']),
  component: lazyRouteComponent(() => import('../features/charts/charts-page.tsx'), 'ChartsPage'),
})
const alerts = createRoute({
  getParentRoute: () => members,
  path: '/alerts',
  staticData: { page: pages['/alerts'] },
  beforeLoad: guard(pages['/alerts']),
  component: lazyRouteComponent(() => import('../features/alerts/alerts-page.tsx'), 'AlertsPage'),
})
const alertsHistory = createRoute({
  getParentRoute: () => members,
  path: '/alerts-history',
  staticData: { page: pages['/alerts-history'] },
  beforeLoad: guard(pages['/alerts-history']),
  component: lazyRouteComponent(
    () => import('../features/alerts-history/alerts-history-page.tsx'),
    'AlertsHistoryPage',
  ),
})
const settings = createRoute({
  getParentRoute: () => members,
  path: '/settings',
  staticData: { page: pages['/settings'] },
  validateSearch: parseSettingsSearch,
  beforeLoad: guard(pages['/settings']),
  loader: withTexts('account'),
  component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
})

const notFound = createRoute({
  getParentRoute: () => root,
  path: '/404',
  staticData: { page: pages['/404'] },
  component: () => <NotFoundPage />,
})
const broken = createRoute({
  getParentRoute: () => root,
  path: '/500',
  staticData: { page: pages['/500'] },
  component: () => <ErrorPage />,
})

const tree = root.addChildren([
  guests.addChildren([login, callback, register, confirm, resetPassword, newPassword, confirmEmail]),
  members.addChildren([validators, bridges, charts, alerts, alertsHistory, settings]),
  notFound,
  broken,
])

interface Deps {
  services: Services
  /** The texts of every page, on their way. */
  texts: Promise<i18n>
  /** Where the page was opened: the browser's address, unless said otherwise. */
  history?: RouterHistory
}

/** Every page of the site with its guard, its layout and the query it understands. */
export function createAppRouter({ services, texts, history = createBrowserHistory() }: Deps) {
  return createRouter({
    routeTree: tree,
    history,
    context: { services, texts, arrivedWith: history.location.search },
    defaultPreload: 'intent',
    defaultPendingComponent: LoadingScreen,
    defaultPendingMs: 150,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
