import type { NavGroup, NavItem } from '../navigation.ts'

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
