import CloseRounded from '@mui/icons-material/CloseRounded'
import MenuRounded from '@mui/icons-material/MenuRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import SwipeableDrawer from '@mui/material/SwipeableDrawer'
import { useId, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { useSettings } from '../../data/services/use-settings.ts'
import { HomeLink } from '../../ui/brand.tsx'
import { NavBadge, useBadgeOfAlerts } from './nav-entry.tsx'
import { NavList } from './nav-list.tsx'
import { useNavigation } from './navigation.ts'
import { navWidth } from './vertical-nav.tsx'

/**
 * Where a swipe from the edge goes back to the page before, the drawer leaves it to the system. An iPad calls itself a
 * Mac, and no Mac is touched.
 */
export function edgeIsTheSystems({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return /iPad|iPhone|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

/** Where the badge of what is in the drawer stands: at the corner of what opens it (P986). */
const Corner = styled('span')({
  display: 'flex',
  position: 'absolute',
  insetBlockStart: 0,
  insetInlineStart: '50%',
  // Grows with the letters (P116).
  '& > span': { padding: '0 .4em', lineHeight: 1.5 },
})

/** The navigation below lg: comes from the side by its button or a swipe, and goes when a link is followed. */
export function DrawerNav({ dark }: { dark: boolean }) {
  const { t } = useTranslation('shell')
  const { verticalNavToggleType } = useSettings()
  const { items, active } = useNavigation()
  const waiting = useBadgeOfAlerts()
  const id = useId()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        edge="start"
        aria-label={waiting === null ? t('nav.open') : `${t('nav.open')}, ${waiting} ${t('nav.waiting')}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MenuRounded sx={{ fontSize: 24 }} />
        {waiting === null ? null : (
          <Corner>
            <NavBadge>{waiting}</NavBadge>
          </Corner>
        )}
      </IconButton>
      <SwipeableDrawer
        open={open}
        onOpen={() => setOpen(true)}
        onClose={close}
        disableSwipeToOpen={edgeIsTheSystems(navigator)}
        swipeAreaWidth={20}
        minFlingVelocity={450}
        hysteresis={0.52}
        // A phone that opens the page neither draws nor measures what nobody has opened yet.
        ModalProps={{ keepMounted: false }}
        slotProps={{
          // Sideways it is the drawer's, before anybody listens: else the browser would take the swipe for its own.
          swipeArea: { style: { touchAction: 'pan-y' } },
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
            <IconButton aria-label={t('nav.close')} onClick={close}>
              <CloseRounded sx={{ fontSize: 20 }} />
            </IconButton>
          </Box>
          <NavList items={items} active={active} toggleType={verticalNavToggleType} onFollow={close} />
        </nav>
      </SwipeableDrawer>
    </>
  )
}
