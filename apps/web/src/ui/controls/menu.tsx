import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import type { MenuProps } from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'

export { Divider, MenuItem }

interface Props extends Omit<MenuProps, 'open' | 'anchorEl' | 'onClose'> {
  /** What was pressed; null while the menu is closed. */
  anchorEl: HTMLElement | null
  onClose: () => void
}

/** A menu that is a landmark: it stands at the end of the document, and all content is in one. */
export function LazyMenu({ anchorEl, onClose, slotProps, ...props }: Props) {
  const list = slotProps?.list
  const label = typeof list === 'object' ? list['aria-label'] : undefined
  const root = label === undefined ? {} : { root: { role: 'region', 'aria-label': label } }
  return anchorEl === null ? null : (
    <Menu {...props} slotProps={{ ...slotProps, ...root }} anchorEl={anchorEl} onClose={onClose} open />
  )
}
