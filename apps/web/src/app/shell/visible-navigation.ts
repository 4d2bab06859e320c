import type { Permissions } from '../../data/permissions.ts'
import type { NavEntry, NavGroup, NavItem } from '../navigation.ts'

interface Viewer {
  permissions: Permissions
  /** Whether the network of the page has data availability. */
  isDaEnabled: boolean
}

/** What this user may see on this network; a group is shown only with a child that is. */
export function visibleNavigation(items: readonly NavItem[], viewer: Viewer): NavItem[] {
  return items.flatMap((item): NavItem[] => {
    if (viewer.permissions.cannot(item.permission.action, item.permission.subject)) return []
    if (item.kind === 'section') return [item]
    return visibleLinks([item], viewer)
  })
}

function visibleLinks(items: readonly (NavEntry | NavGroup)[], viewer: Viewer): (NavEntry | NavGroup)[] {
  return items.flatMap((item): (NavEntry | NavGroup)[] => {
    if (viewer.permissions.cannot(item.permission.action, item.permission.subject)) return []
    if (item.kind === 'entry') return item.needsDa && !viewer.isDaEnabled ? [] : [item]
    const children = visibleLinks(item.children, viewer)
    return children.length === 0 ? [] : [{ ...item, children }]
  })
}
