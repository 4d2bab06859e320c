import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useSettings } from '../../data/use-settings.ts'

const Place = styled('div')(({ theme }) => ({
  position: 'fixed',
  insetInline: 24,
  zIndex: theme.zIndex.snackbar,
  display: 'grid',
  gap: 8,
  justifyItems: 'center',
  pointerEvents: 'none',
  '&[data-place^="top"]': { top: 'calc(var(--rm-head-height, 64px) + 12px)' },
  '&[data-place^="bottom"]': { bottom: 'calc(var(--rm-footer-height, 0px) + 24px)' },
  '&[data-place$="right"]': { justifyItems: 'end' },
  '&[data-place$="left"]': { justifyItems: 'start' },
}))

/** Where short words appear, as the settings say. There from the start: what a live region begins with is not read. */
export function ToastPlace({ children }: { children: ReactNode }) {
  const { toastPosition } = useSettings()
  // Right is right, whichever way the page is read: the settings name sides, not beginnings.
  return (
    <Place role="status" dir="ltr" data-place={toastPosition}>
      {children}
    </Place>
  )
}
