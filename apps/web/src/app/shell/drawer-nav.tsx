import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import SwipeableDrawer from '@mui/material/SwipeableDrawer'
import { type Ref, type RefObject, useImperativeHandle, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../data/use-settings.ts'
import { navWidth } from '../../ui/nav-width.ts'
import { swipeFrom } from './drawer-edge.ts'
import { HomeLink } from './home-link.tsx'
import { NavList } from './nav-list.tsx'
import { useNavigation } from './use-navigation.ts'

export interface DrawerProps {
  id: string
  open: boolean
  dark: boolean
  /** What the finger is on when it swipes; nothing where the system keeps the edge for itself. */
  edge: RefObject<HTMLElement | null>
  onOpen: () => void
  onClose: () => void
}

/** The navigation below lg: comes from the side by its button or a swipe, and goes when a link is followed. */
export function DrawerNav({ id, open, dark, edge, onOpen, onClose }: DrawerProps) {
  const { t } = useTranslation('shell')
  const { verticalNavToggleType } = useSettings()
  const { items, active } = useNavigation()
  const slots = useMemo(() => ({ swipeArea: standIn(edge) }), [edge])
  return (
    <SwipeableDrawer
      open={open}
      onOpen={onOpen}
      onClose={onClose}
      swipeAreaWidth={swipeFrom}
      slots={slots}
      minFlingVelocity={450}
      hysteresis={0.52}
      slotProps={{
        paper: {
          id,
          'aria-label': t('nav.navigation'),
          ...(dark ? { 'data-scheme': 'dark' } : {}),
          sx: {
            width: navWidth.wide,
            maxWidth: '85vw',
            px: 3.5,
            pb: 4,
            boxSizing: 'border-box',
            color: 'text.primary',
            bgcolor: 'background.paper',
          },
        } as object,
      }}
    >
      <nav aria-label={t('nav.navigation')}>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            height: '4rem',
            mb: 2,
          }}
        >
          <HomeLink />
          <IconButton aria-label={t('nav.close')} onClick={onClose}>
            <CloseRounded sx={{ fontSize: 20 }} />
          </IconButton>
        </Box>
        <NavList items={items} active={active} toggleType={verticalNavToggleType} onFollow={onClose} />
      </nav>
    </SwipeableDrawer>
  )
}

/** In the place of the library's own edge: the one that is there before the drawer, and has the finger already. */
function standIn(edge: RefObject<HTMLElement | null>) {
  return function Edge({ ref }: { ref?: Ref<HTMLElement | null> }) {
    useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => edge.current, [])
    return null
  }
}
