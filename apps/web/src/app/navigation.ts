import type { SvgIconComponent } from '@mui/icons-material'
import type { Ability } from '@roundsman/contract/abilities'
import type { NavTitle, PageRules } from './page-route.ts'
import { pages } from './pages.ts'

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
  /** Pages below this path belong to it too. */
  below?: string
  disabled?: boolean
  newTab?: boolean
  /** A short figure or word at the end of the entry; `alerts`: how many wait for somebody to have seen them. */
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

/** The one list that both layouts draw: the pages that have an entry, in their order. */
export const navigation: readonly NavItem[] = pages.flatMap((page: PageRules): NavItem[] => {
  const { nav, title, permission, path, needsDa } = page
  if (!nav || !title || !permission) return []
  const entry = { kind: 'entry', id: path, title, path, permission, ...nav } as const
  return [needsDa ? { ...entry, needsDa } : entry]
})
