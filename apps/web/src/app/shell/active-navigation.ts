import type { NavEntry, NavItem } from '../navigation.ts'

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
