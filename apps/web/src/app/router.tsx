import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { Services } from '../data/services.ts'
import { ensureUser } from '../data/session.ts'
import { parseListSearch } from '../features/validators/list-search.ts'
import { ErrorPage } from './error-page.tsx'
import { type Detour, guestsOnly, membersOnly } from './guards.ts'
import { HalvesLayout } from './halves-layout.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { RouteProgress } from './route-progress.tsx'
import { parseNext, parseToken } from './route-search.ts'

interface Context {
  services: Services
}

function follow(detour: Detour): void {
  if (detour === null) return
  if ('href' in detour) throw redirect({ href: detour.href, replace: true })
  throw redirect({ ...detour, replace: true })
}

const root = createRootRouteWithContext<Context>()({
  component: () => (
    <>
      <RouteProgress />
      <Outlet />
    </>
  ),
  notFoundComponent: NotFoundPage,
})

const guests = createRoute({
  getParentRoute: () => root,
  id: 'guests',
  component: HalvesLayout,
})
const login = createRoute({
  getParentRoute: () => guests,
  path: '/login',
  validateSearch: parseNext,
  beforeLoad: async ({ context: { services }, search }) =>
    follow(guestsOnly(await ensureUser(services.queries, services.client), search.next)),
  component: lazyRouteComponent(() => import('../features/accounts/sign-in-page.tsx'), 'SignInPage'),
})
const register = createRoute({
  getParentRoute: () => guests,
  path: '/register',
  validateSearch: parseNext,
  beforeLoad: async ({ context: { services }, search }) =>
    follow(guestsOnly(await ensureUser(services.queries, services.client), search.next)),
  component: lazyRouteComponent(() => import('../features/accounts/register-page.tsx'), 'RegisterPage'),
})
const confirm = createRoute({
  getParentRoute: () => guests,
  path: '/register/confirm',
  validateSearch: parseToken,
  component: lazyRouteComponent(() => import('../features/accounts/confirm-page.tsx'), 'ConfirmPage'),
})

const members = createRoute({
  getParentRoute: () => root,
  id: 'members',
  beforeLoad: async ({ context: { services }, location }) =>
    follow(membersOnly(await ensureUser(services.queries, services.client), location.href)),
  component: lazyRouteComponent(() => import('./frame.tsx'), 'Frame'),
})
const validators = createRoute({
  getParentRoute: () => members,
  path: '/',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(() => import('../features/validators/validators-page.tsx'), 'ValidatorsPage'),
})

const notFound = createRoute({ getParentRoute: () => root, path: '/404', component: NotFoundPage })
const broken = createRoute({ getParentRoute: () => root, path: '/500', component: () => <ErrorPage /> })

const tree = root.addChildren([
  guests.addChildren([login, register, confirm]),
  members.addChildren([validators]),
  notFound,
  broken,
])

/** Every page of the site with its guard, its layout and the query it understands. */
export function createAppRouter(services: Services) {
  return createRouter({
    routeTree: tree,
    context: { services },
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
