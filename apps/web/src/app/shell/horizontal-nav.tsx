import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { NavItem } from '../navigation.ts'
import type { ActiveNavigation } from './active-navigation.ts'
import { HorizontalGroup } from './horizontal-group.tsx'
import { NavLink } from './nav-link.tsx'

interface Props {
  items: readonly NavItem[]
  active: ActiveNavigation
}

/** The navigation as a row in the head. Section titles have no place in a row; groups open as menus. */
export function HorizontalNav({ items, active }: Props) {
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
