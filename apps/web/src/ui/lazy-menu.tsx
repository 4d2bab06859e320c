import type { DividerProps } from '@mui/material/Divider'
import type { MenuProps } from '@mui/material/Menu'
import type MuiMenuItem from '@mui/material/MenuItem'
import { lazy, type ReactNode, Suspense } from 'react'
import { EscapeWhileLoading } from './escape-while-loading.tsx'

const Menu = lazy(() => import('./menu-parts.ts').then((parts) => ({ default: parts.Menu })))
/** An entry of a LazyMenu, loaded with it. */
export const MenuItem = lazy(() =>
  import('./menu-parts.ts').then((parts) => ({ default: parts.MenuItem })),
) as unknown as typeof MuiMenuItem

export const Divider = lazy<(props: DividerProps) => ReactNode>(() =>
  import('./menu-parts.ts').then((parts) => ({ default: parts.Divider })),
)

interface Props extends Omit<MenuProps, 'open' | 'anchorEl' | 'onClose'> {
  /** What was pressed; null while the menu is closed. */
  anchorEl: HTMLElement | null
  onClose: () => void
}

/** A menu that is loaded when it is first opened: the first view of a page needs none. */
export function LazyMenu({ anchorEl, onClose, slotProps, ...props }: Props) {
  const list = slotProps?.list
  const label = typeof list === 'object' ? list['aria-label'] : undefined
  // It stands at the end of the document: a landmark of its own, as all content is in one.
  const root = label === undefined ? {} : { root: { role: 'region', 'aria-label': label } }

  return anchorEl === null ? null : (
    <Suspense fallback={<EscapeWhileLoading onClose={onClose} />}>
      <Menu {...props} slotProps={{ ...slotProps, ...root }} anchorEl={anchorEl} onClose={onClose} open />
    </Suspense>
  )
}
