import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded'
import Box from '@mui/material/Box'
import Fade from '@mui/material/Fade'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Badge, EntryRow, Label, NavLink, NewTabMark } from './nav-entry.tsx'
import {
  type ActiveNavigation,
  type NavGroup,
  type NavItem,
  useNavigation,
  useNavTitle,
} from './navigation.ts'

/** The product's own navigation as a row, in the horizontal layout. */
export function NavRow() {
  return <HorizontalNav {...useNavigation()} />
}

interface HorizontalNavProps {
  items: readonly NavItem[]
  active: ActiveNavigation
}

/** The navigation as a row in the head. Section titles have no place in a row; groups open as menus. */
export function HorizontalNav({ items, active }: HorizontalNavProps) {
  const { t } = useTranslation('shell')
  return (
    <nav aria-label={t('nav.navigation')}>
      <Box
        component="ul"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, m: 0, p: 0, py: 1.75, listStyle: 'none' }}
      >
        {items.map((item) =>
          item.kind === 'section' ? null : (
            <li key={item.id}>
              {item.kind === 'group' ? (
                <HorizontalGroup group={item} active={active} />
              ) : (
                <NavLink entry={item} active={active.entry === item.id} />
              )}
            </li>
          ),
        )}
      </Box>
    </nav>
  )
}

interface HorizontalGroupProps {
  group: NavGroup
  active: ActiveNavigation
}

/** A group of the row: a button with a menu that pointer and arrows walk through. */
function HorizontalGroup({ group, active }: HorizontalGroupProps) {
  const titleOf = useNavTitle()
  const navigate = useNavigate()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const Icon = group.icon

  const draw = (children: NavGroup['children']): React.ReactNode[] =>
    children.flatMap((item) => {
      if (item.kind === 'group')
        return [<ListSubheader key={item.id}>{titleOf(item)}</ListSubheader>, ...draw(item.children)]
      const common = {
        disabled: item.disabled ?? false,
        selected: active.entry === item.id,
        ...(active.entry === item.id ? { 'aria-current': 'page' as const } : {}),
      }
      const inside = (
        <>
          {titleOf(item)}
          <Badge of={item.badge} />
        </>
      )
      if (item.newTab)
        return [
          <MenuItem
            key={item.id}
            {...common}
            {...{ component: 'a', href: item.path, target: '_blank', rel: 'noopener' }}
            onClick={() => setOpen(false)}
            sx={{ '& > svg': { fontSize: 18, marginInlineStart: 'auto', color: 'text.secondary' } }}
          >
            {inside}
            <NewTabMark />
          </MenuItem>,
        ]
      return [
        <MenuItem
          key={item.id}
          {...common}
          onClick={() => {
            setOpen(false)
            void navigate({ to: item.path })
          }}
        >
          {inside}
        </MenuItem>,
      ]
    })
  return (
    <>
      <EntryRow
        as="button"
        {...{ type: 'button' }}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        {...(active.groups.includes(group.id) ? { 'data-inside': '' } : {})}
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setOpen(true)
        }}
      >
        {Icon ? <Icon aria-hidden /> : null}
        <Label>{titleOf(group)}</Label>
        <Badge of={group.badge} />
        <KeyboardArrowDownRounded aria-hidden />
      </EntryRow>
      <Menu
        id={id}
        anchorEl={anchor}
        open={open}
        onClose={() => setOpen(false)}
        slots={{ transition: Fade }}
        transitionDuration={{ enter: 400, exit: 300 }}
        slotProps={{ list: { 'aria-label': titleOf(group) } }}
      >
        {draw(group.children)}
      </Menu>
    </>
  )
}
