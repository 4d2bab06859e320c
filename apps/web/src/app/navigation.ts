import type { SvgIconComponent } from '@mui/icons-material'
import HistoryRounded from '@mui/icons-material/HistoryRounded'
import HubOutlined from '@mui/icons-material/HubOutlined'
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import ShowChartRounded from '@mui/icons-material/ShowChartRounded'
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined'
import type { Ability } from '@roundsman/contract/abilities'
import type shellTexts from '../i18n/shell.en.json'

/** A key of the catalogue under `nav`. */
export type NavTitle = keyof typeof shellTexts.nav

interface NavCommon {
  /** Unique in the whole list; survives a change of language, which a title does not. */
  id: string
  title: NavTitle
  permission: Ability
}
export interface NavEntry extends NavCommon {
  kind: 'entry'
  icon?: SvgIconComponent
  path: string
  disabled?: boolean
  newTab?: boolean
  /** A short figure or word at the end of the entry. */
  badge?: string
  /** Only where the network has data availability. */
  needsDa?: boolean
}
export interface NavGroup extends NavCommon {
  kind: 'group'
  icon?: SvgIconComponent
  badge?: string
  children: readonly (NavEntry | NavGroup)[]
}
/** A title above the entries that follow it. */
export interface NavSection extends NavCommon {
  kind: 'section'
}
export type NavItem = NavEntry | NavGroup | NavSection

const permission: Ability = { action: 'read', subject: 'any' }

/** The one list that both layouts draw, in the order of the specification. */
export const navigation: readonly NavItem[] = [
  { kind: 'entry', id: 'validators', title: 'validators', icon: VerifiedUserOutlined, path: '/', permission },
  {
    kind: 'entry',
    id: 'bridges',
    title: 'bridges',
    icon: HubOutlined,
    path: '/bridges',
    permission,
    needsDa: true,
  },
  { kind: 'entry', id: 'charts', title: 'charts', icon: ShowChartRounded, path: '/charts', permission },
  { kind: 'entry', id: 'alerts', title: 'alerts', icon: NotificationsOutlined, path: '/alerts', permission },
  {
    kind: 'entry',
    id: 'alerts-history',
    title: 'alertsHistory',
    icon: HistoryRounded,
    path: '/alerts-history',
    permission,
  },
  {
    kind: 'entry',
    id: 'settings',
    title: 'settings',
    icon: SettingsOutlined,
    path: '/settings',
    permission,
  },
]
