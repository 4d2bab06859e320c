import MenuRounded from '@mui/icons-material/MenuRounded'
import IconButton from '@mui/material/IconButton'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLater } from '../../ui/use-later.ts'

const DrawerNav = lazy(() => import('./drawer-nav.tsx'))

/** The button of the drawer, and the drawer, which also comes by a swipe from the edge. */
export function DrawerButton({ dark }: { dark: boolean }) {
  const { t } = useTranslation('shell')
  const id = useId()
  const [open, setOpen] = useState(false)
  const later = useLater()
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
      <Suspense fallback={null}>
        {later || open ? (
          <DrawerNav
            id={id}
            open={open}
            dark={dark}
            onOpen={() => setOpen(true)}
            onClose={() => setOpen(false)}
          />
        ) : null}
      </Suspense>
    </>
  )
}
