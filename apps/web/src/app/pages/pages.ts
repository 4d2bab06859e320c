import type { SvgIconComponent } from '@mui/icons-material'
import HistoryRounded from '@mui/icons-material/HistoryRounded'
import HowToVoteOutlined from '@mui/icons-material/HowToVoteOutlined'
import HubOutlined from '@mui/icons-material/HubOutlined'
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import ShowChartRounded from '@mui/icons-material/ShowChartRounded'
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined'
import type { Ability } from '@roundsman/contract/accounts/abilities'
import type { PageSettings } from '../../data/services/settings-values.ts'
import { parseHistorySearch } from '../../features/alerts-history/history-search.ts'
import { parseAlertsSearch } from '../../features/alerts/alerts-search.ts'
import { parseBridgesSearch } from '../../features/bridges/bridges-view.ts'
import { parseChartsSearch } from '../../features/charts/charts-search.ts'
import { parseSettingsSearch } from '../../features/settings/settings-search.ts'
import { parseValidatorSearch } from '../../features/validator/validator-search.ts'
import { parseListSearch } from '../../features/validators/list/list-view.ts'
import type texts from '../../i18n/en.json'
import type { PageTexts } from '../../i18n/page-language.ts'
import type shellTexts from '../../i18n/shell.en.json'
import type { RawSearch } from './search-text.ts'

/** The query of pages that lead on to another one. */
interface NextSearch {
  next?: string
}

export function parseNext(search: Record<string, unknown>): NextSearch {
  return typeof search['next'] === 'string' ? { next: search['next'] } : {}
}

/** The query of pages that a mailed link leads to. */
interface TokenSearch {
  token?: string
}

function parseToken(search: Record<string, unknown>): TokenSearch {
  return typeof search['token'] === 'string' ? { token: search['token'] } : {}
}

/** A key of the catalogue under `nav`. */
export type NavTitle = keyof typeof shellTexts.nav

/** Everything that the site knows of one of its pages. */
export interface PageRules {
  /** With `$name` for what an address says in that place. */
  path: string
  /** Of pages in the shell, as in the navigation. */
  title?: NavTitle
  /** Of the window, for the other pages. */
  windowTitle?: keyof typeof texts.windowTitle
  /** shell: bar, navigation, footer; split: the sign-in layout; plain: nothing around it. */
  layout: 'shell' | 'split' | 'plain'
  /** Whom the page is for; the others are sent elsewhere (guards.ts). */
  guard: 'members' | 'guests' | 'none'
  /** The file of its component below src/, loaded when the page is opened. `sign-in-page.tsx` exports SignInPage. */
  screen: string
  /** Without it the page is refused. Pages for guests and those of faults ask for none. */
  permission?: Ability
  /** Its entry in the navigation, which has the order of the list of pages. */
  nav?: {
    icon: SvgIconComponent
    /** The title that it stands under, which is shown above the first of them. */
    section: NavTitle
    badge?: 'alerts'
    below?: string
    disabled?: boolean
  }
  /** Exists only where the network has data availability. */
  needsDa?: boolean
  /** Settings of the frame that this page has whatever the user's are; never kept. */
  settings?: PageSettings
  /** Without the ornament on a phone: what has to be known at once stands on the first screen. */
  isUrgent?: true
  /** Where content that is narrower than the page stands. */
  align?: 'center' | 'end'
  /** Texts of its own, besides those of its layout. */
  texts?: readonly PageTexts[]
  /**
   * What the page understands of a query; everything else is dropped from the address. Without it, nothing is
   * understood. `as-is`: the page reads the query letter by letter, and it stays.
   */
  search?: ((raw: RawSearch) => object) | 'as-is'
}

/** Registers a page: router, navigation, budgets, scenes and benchmarks read what stands here, and nothing else. */
function pageRoute<const P extends PageRules>(page: P): P {
  return page
}

const member = {
  layout: 'shell',
  guard: 'members',
  permission: { action: 'read', subject: 'any' },
} as const
const account = { layout: 'split', guard: 'none' } as const
const guest = { layout: 'split', guard: 'guests', search: parseNext } as const
const plain = { layout: 'plain', guard: 'none' } as const

/** Every page of the site, each said once; those of the navigation in its order. */
export const pages = [
  pageRoute({
    ...member,
    path: '/',
    title: 'validators',
    nav: { icon: VerifiedUserOutlined, section: 'monitoringSection', below: '/validators' },
    screen: 'features/validators/validators-page.tsx',
    texts: ['list'],
    search: parseListSearch,
  }),
  pageRoute({
    ...member,
    path: '/validators/$validatorId',
    title: 'validators',
    screen: 'features/validator/validator-page.tsx',
    texts: ['validator', 'bridges', 'alerts', 'silences', 'governance'],
    search: parseValidatorSearch,
  }),
  pageRoute({
    ...member,
    path: '/bridges',
    title: 'bridges',
    nav: { icon: HubOutlined, section: 'monitoringSection' },
    needsDa: true,
    screen: 'features/bridges/bridges-page.tsx',
    texts: ['bridges'],
    search: parseBridgesSearch,
  }),
  pageRoute({
    ...member,
    path: '/bridges/$bridgeId',
    title: 'bridges',
    needsDa: true,
    screen: 'features/bridge/bridge-page.tsx',
    texts: ['bridges', 'alerts', 'silences'],
  }),
  pageRoute({
    ...member,
    path: '/charts',
    title: 'charts',
    nav: { icon: ShowChartRounded, section: 'monitoringSection' },
    screen: 'features/charts/charts-page.tsx',
    texts: ['charts'],
    search: parseChartsSearch,
  }),
  pageRoute({
    ...member,
    path: '/governance',
    title: 'governance',
    nav: { icon: HowToVoteOutlined, section: 'monitoringSection' },
    screen: 'features/governance/governance-page.tsx',
    texts: ['governance', 'validator'],
  }),
  pageRoute({
    ...member,
    path: '/governance/$proposalId',
    title: 'governance',
    screen: 'features/governance/proposal-page.tsx',
    texts: ['governance', 'validator'],
  }),
  pageRoute({
    ...member,
    path: '/alerts',
    title: 'alerts',
    nav: { icon: NotificationsOutlined, section: 'alertsSection' },
    screen: 'features/alerts/alerts-page.tsx',
    texts: ['alerts', 'bridges', 'silences'],
    search: parseAlertsSearch,
  }),
  pageRoute({
    ...member,
    path: '/alerts-history',
    title: 'alertsHistory',
    nav: { icon: HistoryRounded, section: 'alertsSection', badge: 'alerts' },
    screen: 'features/alerts-history/alerts-history-page.tsx',
    texts: ['alerts', 'history', 'silences'],
    search: parseHistorySearch,
  }),
  pageRoute({
    ...member,
    path: '/settings',
    title: 'settings',
    nav: { icon: SettingsOutlined, section: 'generalSection' },
    screen: 'features/settings/settings-page.tsx',
    texts: ['account'],
    search: parseSettingsSearch,
  }),
  pageRoute({
    ...guest,
    path: '/login',
    windowTitle: 'signIn',
    screen: 'features/accounts/sign-in/sign-in-page.tsx',
  }),
  pageRoute({
    ...account,
    path: '/login/callback',
    windowTitle: 'signIn',
    screen: 'features/accounts/sign-in/callback-page.tsx',
    search: 'as-is',
  }),
  pageRoute({
    ...guest,
    path: '/register',
    windowTitle: 'register',
    screen: 'features/accounts/register-page.tsx',
  }),
  pageRoute({
    ...account,
    path: '/register/confirm',
    windowTitle: 'confirm',
    screen: 'features/accounts/confirm-page.tsx',
    search: parseToken,
  }),
  pageRoute({
    ...account,
    path: '/reset-password',
    windowTitle: 'resetPassword',
    screen: 'features/accounts/reset-password-page.tsx',
  }),
  pageRoute({
    ...account,
    path: '/reset-password/confirm',
    windowTitle: 'newPassword',
    screen: 'features/accounts/new-password-page.tsx',
    search: parseToken,
  }),
  pageRoute({
    ...account,
    path: '/email-change/confirm',
    windowTitle: 'confirm',
    screen: 'features/accounts/confirm-email-page.tsx',
    search: parseToken,
  }),
  pageRoute({
    ...account,
    path: '/teams/join',
    windowTitle: 'joinTeam',
    screen: 'features/accounts/join-team-page.tsx',
    texts: ['teams'],
    search: parseToken,
  }),
  pageRoute({
    ...account,
    path: '/acknowledge',
    windowTitle: 'acknowledge',
    screen: 'features/alert-answer/answer-page.tsx',
    texts: ['history', 'alerts'],
    isUrgent: true,
    search: parseToken,
  }),
  // What messages carry: short enough for an SMS.
  pageRoute({
    ...account,
    path: '/a/$token',
    windowTitle: 'acknowledge',
    screen: 'features/alert-answer/answer-page.tsx',
    texts: ['history', 'alerts'],
    isUrgent: true,
  }),
  pageRoute({ ...plain, path: '/404', screen: 'app/pages/not-found-page.tsx' }),
  pageRoute({ ...plain, path: '/500', screen: 'app/pages/error-page.tsx' }),
] as const
