import MenuRounded from '@mui/icons-material/MenuRounded'
import IconButton from '@mui/material/IconButton'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DrawerEdge } from './drawer-edge.ts'

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
  // Fetched after the first view and not by `lazy`: the finger does not wait.
  const [program, setProgram] = useState<typeof import('./drawer-nav.tsx') | null>(null)
  useEffect(() => void import('./drawer-nav.tsx').then(setProgram), [])
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
      {program && wanted ? (
        <program.DrawerNav
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
