import type { MenuProps } from '@mui/material/Menu'
import { lazy, Suspense } from 'react'

const Menu = lazy(() => import('@mui/material/Menu'))

interface Props extends Omit<MenuProps, 'open' | 'anchorEl'> {
  /** What was pressed; null while the menu is closed. */
  anchorEl: HTMLElement | null
}

/** A menu that is loaded when it is first opened: the first view of a page needs none. */
export function LazyMenu({ anchorEl, ...props }: Props) {
  return anchorEl === null ? null : (
    <Suspense fallback={null}>
      <Menu {...props} anchorEl={anchorEl} open />
    </Suspense>
  )
}
