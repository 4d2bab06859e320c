import type { MouseEventHandler } from 'react'
import { useTranslation } from 'react-i18next'
import type { NavItem } from '../navigation.ts'
import type { ActiveNavigation } from './active-navigation.ts'
import type { ToggleType } from './group-expansion.ts'
import { NavGroupItem } from './nav-group-item.tsx'
import { NavLink } from './nav-link.tsx'
import { Items, SectionTitle } from './nav-parts.ts'
import { useOpenGroups } from './use-open-groups.ts'

interface Props {
  items: readonly NavItem[]
  active: ActiveNavigation
  toggleType: ToggleType
  /** Somebody follows a link; the drawer closes. */
  onFollow?: MouseEventHandler
}

/** The vertical list of entries, groups and section titles. */
export function NavList({ items, active, toggleType, onFollow }: Props) {
  const { t } = useTranslation('shell')
  const { open, toggle } = useOpenGroups(items, active, toggleType)
  const draw = (list: readonly NavItem[]) =>
    list.map((item) => {
      if (item.kind === 'section') return <SectionTitle key={item.id}>{t(`nav.${item.title}`)}</SectionTitle>
      if (item.kind === 'group')
        return (
          <NavGroupItem
            key={item.id}
            group={item}
            open={open.includes(item.id)}
            inside={active.groups.includes(item.id)}
            onToggle={() => toggle(item.id)}
          >
            {draw(item.children)}
          </NavGroupItem>
        )
      return (
        <li key={item.id}>
          <NavLink
            entry={item}
            active={active.entry === item.id}
            {...(onFollow ? { onClick: onFollow } : {})}
          />
        </li>
      )
    })
  return <Items>{draw(items)}</Items>
}
