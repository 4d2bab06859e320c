import { type Ability, isAllowed } from '@roundsman/contract/abilities'
import type { NavEntry, NavGroup, NavItem } from '../navigation.ts'

interface Viewer {
  abilities: readonly Ability[]
  /** Whether the network of the page has data availability. */
  isDaEnabled: boolean
}

/** What this user may see on this network; a group is shown only with a child that is. */
export function visibleNavigation(items: readonly NavItem[], viewer: Viewer): NavItem[] {
  return items.flatMap((item): NavItem[] => {
    if (!isAllowed(viewer.abilities, item.permission.action, item.permission.subject)) return []
    if (item.kind === 'section') return [item]
    return visibleLinks([item], viewer)
  })
}

function visibleLinks(items: readonly (NavEntry | NavGroup)[], viewer: Viewer): (NavEntry | NavGroup)[] {
  return items.flatMap((item): (NavEntry | NavGroup)[] => {
    if (!isAllowed(viewer.abilities, item.permission.action, item.permission.subject)) return []
    if (item.kind === 'entry') return item.needsDa && !viewer.isDaEnabled ? [] : [item]
    const children = visibleLinks(item.children, viewer)
    return children.length === 0 ? [] : [{ ...item, children }]
  })
}
