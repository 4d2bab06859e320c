import { keyframes } from '@mui/material/styles'
import { isAllowed } from '@roundsman/contract/accounts/abilities'
import type { Profile } from '@roundsman/contract/accounts/users'
import {
  createBrowserHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  redirect,
  type RouterHistory,
  useRouterState,
} from '@tanstack/react-router'
import type { i18n } from 'i18next'
import type { FunctionComponent } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { validatorsQuery } from '../data/network/validators.ts'
import { preferencesQuery } from '../data/services/preferences.ts'
import { sitePath } from '../data/services/provider-sign-in.ts'
import type { Services } from '../data/services/services.ts'
import type { PageTexts } from '../i18n/page-language.ts'
import { SplitLayout } from './split-layout.tsx'
import { ErrorPage } from './pages/error-page.tsx'
import { LoadingScreen } from './pages/loading-screen.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { type PageRules, pages, parseNext } from './pages/pages.ts'
import {
  canonicalSearch,
  parseSearch,
  type RawSearch,
  sameSearch,
  stringifySearch,
} from './pages/search-text.ts'
import { styled } from '../ui/theme/styled.tsx'

/** Where to go instead; null means: stay. */
type Detour = { to: '/login'; search: { next?: string } } | { href: string } | null

/** Pages for members: somebody who is not signed in goes to the sign-in page, which remembers where they wanted to go. */
export function membersOnly(user: Profile | null, wanted: string): Detour {
  if (user) return null
  return { to: '/login', search: wanted === '/' ? {} : { next: wanted } }
}

/** Pages for guests: somebody who is signed in goes where `next` says, or to the root. */
export function guestsOnly(user: Profile | null, next: string | undefined): Detour {
  return user ? { href: sitePath(next) } : null
}

/** The screens of faults belong to the program, because what is broken may be the way to a file. */
const faults: Readonly<Record<string, object>> = {
  'app/pages/error-page.tsx': { ErrorPage },
  'app/pages/not-found-page.tsx': { NotFoundPage },
}
const files = import.meta.glob<Record<string, unknown>>([
  '../features/*/*-page.tsx',
  '../features/accounts/sign-in/*-page.tsx',
])

/**
 * The component of a screen, loaded when it is first needed.
 *
 * @param screen file below src/: `features/accounts/sign-in/sign-in-page.tsx` exports SignInPage
 */
export function componentOf(screen: string) {
  const load = files[`../${screen}`]
  const fault = faults[screen]
  if (load === undefined && fault === undefined) throw new Error(`There is no screen ${screen}.`)
  const name = nameOf(screen)
  return lazyRouteComponent(async () => {
    const exported: Readonly<Record<string, unknown>> = { ...fault, ...(await load?.()) }
    const component = exported[name]
    if (typeof component !== 'function') throw new Error(`${screen} exports no ${name}.`)
    return { default: component as FunctionComponent }
  })
}

function nameOf(screen: string): string {
  const parts = screen.slice(screen.lastIndexOf('/') + 1, -'.tsx'.length).split('-')
  return parts.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
}

const run = keyframes({ from: { transform: 'scaleX(0)' }, to: { transform: 'scaleX(.9)' } })

const Bar = styled('div')(({ theme }) => ({
  position: 'fixed',
  insetInline: 0,
  top: 0,
  height: 3,
  zIndex: 2000,
  transformOrigin: 'left',
  backgroundColor: theme.vars.palette.primary.main,
  animation: `${run} 8s cubic-bezier(0, .7, .1, 1) forwards`,
}))

/** Runs while a route is being changed. */
function RouteProgress() {
  const { t } = useTranslation()
  const pending = useRouterState({ select: (state) => state.status === 'pending' })
  return pending ? <Bar role="progressbar" aria-label={t('app.loading')} /> : null
}

interface Context {
  services: Services
  texts: Promise<i18n>
  /** The query that the page was opened with, letter by letter. */
  arrivedWith: string
}
interface Arrival {
  context: Context
  location: ParsedLocation
}

/** What happens before a page is opened: values that it does not understand leave the address, and its guard decides. */
function beforeLoad(page: PageRules) {
  return async ({ context, location }: Arrival) => {
    const raw = parseSearch(location.searchStr)
    if (page.search !== 'as-is') {
      const wanted = canonicalSearch(raw, page.search)
      const search = stringifySearch(wanted)
      if (!sameSearch(raw, wanted))
        throw redirect({
          href: `${location.pathname}${search}${location.hash && `#${location.hash}`}`,
          replace: true,
        })
    }
    if (page.guard === 'none') return
    const user = await context.services.session.known()
    const detour =
      page.guard === 'guests' ? guestsOnly(user, parseNext(raw).next) : membersOnly(user, location.href)
    if (detour === null) return
    if ('href' in detour) throw redirect({ href: detour.href, replace: true })
    throw redirect({ ...detour, replace: true })
  }
}

/** Texts besides those of every page, known before what has them is drawn: nothing waits for them halfway. */
async function loadTexts({ texts }: Context, namespaces: readonly (PageTexts | 'shell')[]): Promise<void> {
  const instance = await texts
  if (namespaces.length > 0) await instance.loadNamespaces([...namespaces])
}

/**
 * The list is on its way while the page that shows it, or its state in the bar, is still being fetched and drawn; and
 * with it the user's choices, for what stands above the list by them would move it if they came later.
 */
function askForList(services: Services): void {
  const { client, network, queries, session } = services
  const abilities = session.user()?.abilities ?? []
  if (!isAllowed(abilities, 'read', network.access)) return
  void queries.prefetchQuery(preferencesQuery(client))
  void queries.prefetchQuery(validatorsQuery(services, network.blockchain_id))
}

/** What a page understands of its query; the type goes on to `useSearch`. */
type SearchOf<P> = P extends { search: (raw: RawSearch) => infer S } ? S : object

/** A page as the router wants it, below whichever layout. */
function optionsOf<P extends PageRules>(page: P) {
  const understand = typeof page.search === 'function' ? page.search : () => ({})
  return {
    path: page.path as P['path'],
    staticData: { page },
    validateSearch: (raw: RawSearch) => understand(raw) as SearchOf<P>,
    beforeLoad: beforeLoad(page),
    loader: ({ context }: { context: Context }) => loadTexts(context, page.texts ?? []),
    component: componentOf(page.screen),
  }
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
const split = createRoute({ getParentRoute: () => root, id: 'guests', component: SplitLayout })
const shell = createRoute({
  getParentRoute: () => root,
  id: 'members',
  loader({ context }) {
    askForList(context.services)
    return loadTexts(context, ['shell'])
  },
  component: lazyRouteComponent(() => import('./frame.tsx'), 'Frame'),
})

const inShell = <P extends PageRules>(page: P) =>
  createRoute({ getParentRoute: () => shell, ...optionsOf(page) })
const inSplit = <P extends PageRules>(page: P) =>
  createRoute({ getParentRoute: () => split, ...optionsOf(page) })
const alone = <P extends PageRules>(page: P) =>
  createRoute({ getParentRoute: () => root, ...optionsOf(page) })

type Page = (typeof pages)[number]
type PageIn<L extends PageRules['layout']> = Extract<Page, { layout: L }>
const pagesIn = <L extends PageRules['layout']>(layout: L): PageIn<L>[] =>
  pages.filter((page): page is PageIn<L> => page.layout === layout)

/** Routes by path, each with the type of its page, which the compiler cannot follow through a loop. */
type ShellRoutes = { [P in PageIn<'shell'> as P['path']]: ReturnType<typeof inShell<P>> }
type SplitRoutes = { [P in PageIn<'split'> as P['path']]: ReturnType<typeof inSplit<P>> }
type PlainRoutes = { [P in PageIn<'plain'> as P['path']]: ReturnType<typeof alone<P>> }
const byPath = <P extends PageRules, R>(list: readonly P[], make: (page: P) => R) =>
  Object.fromEntries(list.map((page) => [page.path, make(page)]))

const tree = root.addChildren({
  split: split.addChildren(byPath(pagesIn('split'), inSplit) as unknown as SplitRoutes),
  shell: shell.addChildren(byPath(pagesIn('shell'), inShell) as unknown as ShellRoutes),
  ...(byPath(pagesIn('plain'), alone) as unknown as PlainRoutes),
})

interface Deps {
  services: Services
  /** The texts of every page, on their way. */
  texts: Promise<i18n>
  /** Where the page was opened: the browser's address, unless said otherwise. */
  history?: RouterHistory
}

/** Every page of the site with its guard, its layout and the query it understands (pages.ts). */
export function createAppRouter({ services, texts, history = createBrowserHistory() }: Deps) {
  return createRouter({
    routeTree: tree,
    history,
    context: { services, texts, arrivedWith: history.location.search },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: LoadingScreen,
    defaultPendingMs: 150,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: PageRules
  }
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
