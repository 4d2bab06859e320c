import HistoryRounded from '@mui/icons-material/HistoryRounded'
import HubOutlined from '@mui/icons-material/HubOutlined'
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import ShowChartRounded from '@mui/icons-material/ShowChartRounded'
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined'
import { parseAlertsSearch } from '../features/alerts/alerts-search.ts'
import { parseHistorySearch } from '../features/alerts-history/history-search.ts'
import { parseBridgesSearch } from '../features/bridges/bridges-view.ts'
import { parseChartsSearch } from '../features/charts/charts-search.ts'
import { parseSettingsSearch } from '../features/settings/settings-search.ts'
import { parseValidatorSearch } from '../features/validator/validator-search.ts'
import { parseListSearch } from '../features/validators/list/list-view.ts'
import { pageRoute } from './page-route.ts'
import { parseNext, parseToken } from './route-search.ts'

const member = {
  layout: 'shell',
  guard: 'members',
  permission: { action: 'read', subject: 'any' },
} as const
const account = { layout: 'halves', guard: 'none' } as const
const guest = { layout: 'halves', guard: 'guests', search: parseNext } as const
const plain = { layout: 'plain', guard: 'none' } as const

/** Every page of the site, each said once; those of the navigation in its order. */
export const pages = [
  pageRoute({
    ...member,
    path: '/',
    title: 'validators',
    nav: { icon: VerifiedUserOutlined, below: '/validators' },
    screen: 'features/validators/validators-page.tsx',
    texts: ['list'],
    search: parseListSearch,
  }),
  pageRoute({
    ...member,
    path: '/validators/$validatorId',
    title: 'validators',
    screen: 'features/validator/validator-page.tsx',
    texts: ['validator', 'bridges'],
    search: parseValidatorSearch,
  }),
  pageRoute({
    ...member,
    path: '/bridges',
    title: 'bridges',
    nav: { icon: HubOutlined },
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
    texts: ['bridges'],
  }),
  pageRoute({
    ...member,
    path: '/charts',
    title: 'charts',
    nav: { icon: ShowChartRounded },
    screen: 'features/charts/charts-page.tsx',
    texts: ['charts'],
    search: parseChartsSearch,
  }),
  pageRoute({
    ...member,
    path: '/alerts',
    title: 'alerts',
    nav: { icon: NotificationsOutlined },
    screen: 'features/alerts/alerts-page.tsx',
    texts: ['alerts', 'bridges'],
    search: parseAlertsSearch,
  }),
  pageRoute({
    ...member,
    path: '/alerts-history',
    title: 'alertsHistory',
    nav: { icon: HistoryRounded, badge: 'alerts' },
    screen: 'features/alerts-history/alerts-history-page.tsx',
    texts: ['alerts', 'history'],
    search: parseHistorySearch,
  }),
  pageRoute({
    ...member,
    path: '/settings',
    title: 'settings',
    nav: { icon: SettingsOutlined },
    screen: 'features/settings/settings-page.tsx',
    texts: ['account'],
    search: parseSettingsSearch,
  }),
  pageRoute({
    ...guest,
    path: '/login',
    windowTitle: 'signIn',
    screen: 'features/accounts/sign-in-page.tsx',
  }),
  pageRoute({
    ...account,
    path: '/login/callback',
    windowTitle: 'signIn',
    screen: 'features/accounts/callback-page.tsx',
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
    path: '/acknowledge',
    windowTitle: 'acknowledge',
    screen: 'features/accounts/acknowledge-page.tsx',
    texts: ['history'],
    search: parseToken,
  }),
  pageRoute({ ...plain, path: '/404', screen: 'app/not-found-page.tsx' }),
  pageRoute({ ...plain, path: '/500', screen: 'app/error-page.tsx' }),
] as const
