import type { DividerProps } from '@mui/material/Divider'
import type { MenuProps } from '@mui/material/Menu'
import type MuiMenuItem from '@mui/material/MenuItem'
import { lazy, type ReactNode, Suspense } from 'react'

const Menu = lazy(() => import('./menu-parts.ts').then((parts) => ({ default: parts.Menu })))
/** An entry of a LazyMenu, loaded with it. */
export const MenuItem = lazy(() =>
  import('./menu-parts.ts').then((parts) => ({ default: parts.MenuItem })),
) as unknown as typeof MuiMenuItem

export const Divider = lazy<(props: DividerProps) => ReactNode>(() =>
  import('./menu-parts.ts').then((parts) => ({ default: parts.Divider })),
)

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
