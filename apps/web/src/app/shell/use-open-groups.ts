import { useState } from 'react'
import type { NavItem } from '../navigation.ts'
import type { ActiveNavigation } from './active-navigation.ts'
import { type ToggleType, toggleGroup } from './group-expansion.ts'

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
