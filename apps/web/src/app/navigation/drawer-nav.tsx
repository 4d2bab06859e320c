import CloseRounded from '@mui/icons-material/CloseRounded'
import MenuRounded from '@mui/icons-material/MenuRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import SwipeableDrawer from '@mui/material/SwipeableDrawer'
import { styled } from '@mui/material/styles'
import { type Ref, type RefObject, useId, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../data/services/use-settings.ts'
import { HomeLink } from '../../ui/brand.tsx'
import { navWidth } from '../../ui/nav-width.ts'
import { NavList } from './nav-list.tsx'
import { useNavigation } from './navigation.ts'

/** Where a swipe begins, in px from the start side of the screen. */
const swipeFrom = 20

/** What a finger that opens the drawer comes down on. */
const DrawerEdge = styled('div')(({ theme }) => ({
  position: 'fixed',
  insetBlock: 0,
  insetInlineStart: 0,
  width: swipeFrom,
  // Sideways it is the drawer's, before anybody listens: else the browser would take the first swipe for its own.
  touchAction: 'pan-y',
  zIndex: theme.zIndex.drawer - 1,
}))

/** There a swipe from the edge goes back to the page before, and the library leaves it to the system. */
const edgeIsTheSystems = typeof navigator !== 'undefined' && /iPad|iPhone|iPod/.test(navigator.userAgent)

/** The button of the drawer, and the drawer, which also comes by a swipe from the edge. */
export function DrawerButton({ dark }: { dark: boolean }) {
  const { t } = useTranslation('shell')
  const id = useId()
  const [open, setOpen] = useState(false)
  // Mounted when it is first asked for: a finger on the edge it then hears, as a pointer is down before its touch starts.
  const [wanted, setWanted] = useState(false)
  const edge = useRef<HTMLDivElement>(null)
  return (
    <>
      <IconButton
        edge="start"
        aria-label={t('nav.open')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <MenuRounded sx={{ fontSize: 24 }} />
      </IconButton>
      {edgeIsTheSystems ? null : <DrawerEdge ref={edge} onPointerDown={() => setWanted(true)} />}
      {wanted ? (
        <DrawerNav
          id={id}
          open={open}
          dark={dark}
          edge={edge}
          onOpen={() => setOpen(true)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

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
function DrawerNav({ id, open, dark, edge, onOpen, onClose }: DrawerProps) {
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
