import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded'
import { styled } from '@mui/material/styles'
import { type MouseEventHandler, type ReactNode, useId } from 'react'
import { Badge, EntryRow, Items, Label, NavLink, SectionTitle } from './nav-entry.tsx'
import {
  type ActiveNavigation,
  type NavGroup,
  type NavItem,
  type ToggleType,
  useNavTitle,
  useOpenGroups,
} from './navigation.ts'

interface NavGroupItemProps {
  group: NavGroup
  open: boolean
  /** The page is inside the group. */
  inside: boolean
  onToggle: () => void
  children: ReactNode
}

const Inner = styled(Items)({ paddingBlock: 4, paddingInlineStart: 20, '&[hidden]': { display: 'none' } })
const Arrow = styled(KeyboardArrowDownRounded)({
  transition: 'transform 180ms ease',
  '[aria-expanded="false"] > &': { transform: 'rotate(-90deg)' },
  '[dir="rtl"] [aria-expanded="false"] > &': { transform: 'rotate(90deg)' },
})

function NavGroupItem({ group, open, inside, onToggle, children }: NavGroupItemProps) {
  const titleOf = useNavTitle()
  const id = useId()
  const Icon = group.icon
  return (
    <li>
      <EntryRow
        as="button"
        {...{ type: 'button' }}
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
        {...(inside ? { 'data-inside': '' } : {})}
      >
        {Icon ? <Icon aria-hidden /> : null}
        <Label>{titleOf(group)}</Label>
        <Badge of={group.badge} />
        <Arrow aria-hidden />
      </EntryRow>
      <Inner id={id} hidden={!open} data-inner="">
        {children}
      </Inner>
    </li>
  )
}

interface NavListProps {
  items: readonly NavItem[]
  active: ActiveNavigation
  toggleType: ToggleType
  /** Somebody follows a link; the drawer closes. */
  onFollow?: MouseEventHandler
}

/** The vertical list of entries, groups and section titles. */
export function NavList({ items, active, toggleType, onFollow }: NavListProps) {
  const titleOf = useNavTitle()
  const { open, toggle } = useOpenGroups(items, active, toggleType)
  const draw = (list: readonly NavItem[]) =>
    list.map((item) => {
      if (item.kind === 'section')
        return (
          <SectionTitle key={item.id} data-section="">
            <span>{titleOf(item)}</span>
          </SectionTitle>
        )
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
