import type { SvgIconComponent } from '@mui/icons-material'
import PublicRounded from '@mui/icons-material/PublicRounded'
import type { Ability } from '@roundsman/contract/accounts/abilities'
import type { Boot } from '@roundsman/contract/networks/networks'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useMay, useServices } from '../../data/services/services.ts'
import { type NavTitle, type PageRules, pages } from '../pages/pages.ts'

interface NavCommon {
  /** Unique in the whole list; survives a change of language, which a title does not. */
  id: string
  /** A text of ours, or the operator's own words. */
  title: NavTitle | { text: string }
  permission: Ability
}
/** A short figure or word at the end; `alerts`: how many wait for somebody to have seen them. */
type Badge = string
export interface NavEntry extends NavCommon {
  kind: 'entry'
  icon?: SvgIconComponent
  /** Of a page, or an address elsewhere. */
  path: string
  /** Pages below this path belong to it too. */
  below?: string
  disabled?: boolean
  newTab?: boolean
  badge?: Badge
  /** Only where the network has data availability. */
  needsDa?: boolean
}
export interface NavGroup extends NavCommon {
  kind: 'group'
  icon?: SvgIconComponent
  badge?: Badge
  children: readonly (NavEntry | NavGroup)[]
}
/** A title above the entries that follow it. */
interface NavSection extends NavCommon {
  kind: 'section'
}
export type NavItem = NavEntry | NavGroup | NavSection

const everybody: Ability = { action: 'read', subject: 'any' }

/** The one list that both layouts draw: the pages that have an entry, in their order under the titles of their sections, then where the provider leads. */
export function navigationOf({ name, links }: Pick<Boot['provider'], 'name' | 'links'>): NavItem[] {
  let above: NavTitle | null = null
  const entries = pages.flatMap((page: PageRules): NavItem[] => {
    const { nav, title, permission, path, needsDa } = page
    if (!nav || !title || !permission) return []
    const { section, ...rules } = nav
    const entry: NavEntry = { kind: 'entry', id: path, title, path, permission, ...rules }
    const item = needsDa ? { ...entry, needsDa } : entry
    if (section === above) return [item]
    above = section
    return [{ kind: 'section', id: section, title: section, permission: everybody }, item]
  })
  const ofProvider: NavGroup = {
    kind: 'group',
    id: 'provider',
    icon: PublicRounded,
    title: { text: name },
    permission: everybody,
    children: links.map(({ label, url }) => ({
      kind: 'entry',
      id: `provider ${url}`,
      title: { text: label },
      path: url,
      newTab: true,
      permission: everybody,
    })),
  }
  return [...entries, ofProvider]
}

interface Viewer {
  may: (ability: Ability) => boolean
  /** Whether the network of the page has data availability. */
  isDaEnabled: boolean
}

/** What this user may see on this network: a group only with a child that is shown, a title only above what is. */
export function visibleNavigation(items: readonly NavItem[], viewer: Viewer): NavItem[] {
  const permitted = items.flatMap((item): NavItem[] => {
    if (!viewer.may(item.permission)) return []
    return item.kind === 'section' ? [item] : visibleLinks([item], viewer)
  })
  return permitted.filter(({ kind }, at) => {
    const next = permitted[at + 1]
    return kind !== 'section' || (next !== undefined && next.kind !== 'section')
  })
}

function visibleLinks(items: readonly (NavEntry | NavGroup)[], viewer: Viewer): (NavEntry | NavGroup)[] {
  return items.flatMap((item): (NavEntry | NavGroup)[] => {
    if (!viewer.may(item.permission)) return []
    if (item.kind === 'entry') return item.needsDa && !viewer.isDaEnabled ? [] : [item]
    const children = visibleLinks(item.children, viewer)
    return children.length === 0 ? [] : [{ ...item, children }]
  })
}

export interface ActiveNavigation {
  /** Id of the entry of the page, null if none leads there. */
  entry: string | null
  /** Ids of the groups around it, outermost first. */
  groups: readonly string[]
}

/**
 * The entry whose path is the longest beginning of the address, by whole segments; the root is only itself, and what
 * an entry names as below it.
 */
export function activeNavigation(items: readonly NavItem[], pathname: string): ActiveNavigation {
  let best: { entry: NavEntry; groups: readonly string[] } | null = null
  const visit = (list: readonly NavItem[], groups: readonly string[]): void => {
    for (const item of list) {
      if (item.kind === 'group') visit(item.children, [...groups, item.id])
      if (item.kind !== 'entry') continue
      const isBelow = item.below !== undefined && leadsTo(item.below, pathname)
      if (!isBelow && !leadsTo(item.path, pathname)) continue
      if (best === null || segmentsOf(item.path).length > segmentsOf(best.entry.path).length)
        best = { entry: item, groups }
    }
  }
  visit(items, [])
  const found = best as { entry: NavEntry; groups: readonly string[] } | null
  return { entry: found?.entry.id ?? null, groups: found?.groups ?? [] }
}

function leadsTo(path: string, pathname: string): boolean {
  const wanted = segmentsOf(path)
  const there = segmentsOf(pathname)
  if (wanted.length === 0) return there.length === 0
  return wanted.every((segment, i) => segment === there[i])
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

export type ToggleType = 'accordion' | 'collapse'

/**
 * Open groups after a press on one of them. `collapse`: each opens and closes by itself. `accordion`: opening one
 * closes its siblings. Closing one closes what is inside it.
 */
export function toggleGroup(
  items: readonly NavItem[],
  open: readonly string[],
  id: string,
  type: ToggleType,
): string[] {
  const siblings = siblingsOf(items, id)
  const group = siblings.find((other) => other.id === id)
  if (!group) return [...open]
  if (open.includes(id)) {
    const closed = type === 'accordion' ? withInside(group) : [id]
    return open.filter((other) => !closed.includes(other))
  }
  const closed = type === 'accordion' ? siblings.filter((other) => other.id !== id).flatMap(withInside) : []
  return [...open.filter((other) => !closed.includes(other)), id]
}

/** The groups of the level that the group stands on, itself among them; none if there is no such group. */
function siblingsOf(items: readonly NavItem[], id: string): NavGroup[] {
  const groups = items.filter((item) => item.kind === 'group')
  if (groups.some((group) => group.id === id)) return groups
  for (const group of groups) {
    const found = siblingsOf(group.children, id)
    if (found.length > 0) return found
  }
  return []
}

function withInside(group: NavGroup): string[] {
  return [group.id, ...group.children.filter((item) => item.kind === 'group').flatMap(withInside)]
}

/** What this user sees of the navigation on this network, and where in it the page is. */
export function useNavigation() {
  const { boot, network } = useServices()
  const may = useMay()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const items = visibleNavigation(navigationOf(boot.provider), { may, isDaEnabled: network.is_da_enabled })
  return { items, active: activeNavigation(items, pathname) }
}

/** Which groups are open: those around the page when the route changes, and what the user makes of it after. */
export function useOpenGroups(items: readonly NavItem[], active: ActiveNavigation, type: ToggleType) {
  const [open, setOpen] = useState<readonly string[]>(active.groups)
  const [followed, setFollowed] = useState(active.entry)
  if (followed !== active.entry) {
    setFollowed(active.entry)
    setOpen(active.groups)
  }
  return { open, toggle: (id: string) => setOpen(toggleGroup(items, open, id, type)) }
}

/** What an item is called in the language of the page. */
export function useNavTitle(): (item: Pick<NavItem, 'title'>) => string {
  const { t } = useTranslation('shell')
  return ({ title }) => (typeof title === 'string' ? t(`nav.${title}`) : title.text)
}
