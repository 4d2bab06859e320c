import MenuRounded from '@mui/icons-material/MenuRounded'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type ComponentType, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from './drawer-nav.tsx'

/** Where a swipe begins, in px from the start side of the screen. */
export const swipeFrom = 20

const Edge = styled('div')(({ theme }) => ({
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
  // Mounted by the first finger on the edge, which it then hears: the pointer is down before the touch starts.
  const [touched, setTouched] = useState(false)
  const [edge, setEdge] = useState<HTMLElement | null>(null)
  const DrawerNav = useDrawer()
  return (
    <>
      <IconButton
        edge="start"
        aria-label={t('nav.open')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MenuRounded sx={{ fontSize: 24 }} />
      </IconButton>
      {edgeIsTheSystems ? null : <Edge ref={setEdge} onPointerDown={() => setTouched(true)} />}
      {DrawerNav && (touched || open) ? (
        <DrawerNav
          id={id}
          open={open}
          dark={dark}
          edge={edge}
          onOpen={() => setOpen(true)}
          onClose={() => {
            setOpen(false)
            setTouched(true)
          }}
        />
      ) : null}
    </>
  )
}

/** Fetched after the first view and not by `lazy`: the touch that mounts it does not wait. */
function useDrawer(): ComponentType<DrawerProps> | null {
  const [drawer, setDrawer] = useState<{ Nav: ComponentType<DrawerProps> } | null>(null)
  useEffect(() => {
    void import('./drawer-nav.tsx').then(({ DrawerNav }) => setDrawer({ Nav: DrawerNav }))
  }, [])
  return drawer?.Nav ?? null
}
