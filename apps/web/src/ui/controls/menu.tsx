import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import type { MenuProps } from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import MuiPopover, { type PopoverOrigin, type PopoverProps } from '@mui/material/Popover'
import { useTheme } from '@mui/material/styles'

export { Divider, MenuItem }

interface Props extends Omit<MenuProps, 'open' | 'anchorEl' | 'onClose'> {
  /** What was pressed; null while the menu is closed. */
  anchorEl: HTMLElement | null
  onClose: () => void
}

/** A menu that is a landmark: it stands at the end of the document, and all content is in one. */
export function AnchoredMenu({
  anchorEl,
  onClose,
  slotProps,
  anchorOrigin,
  transformOrigin,
  ...props
}: Props) {
  const sides = useSides()
  const list = slotProps?.list
  const label = typeof list === 'object' ? list['aria-label'] : undefined
  const root = label === undefined ? {} : { root: { role: 'region', 'aria-label': label } }
  return anchorEl === null ? null : (
    <Menu
      {...props}
      // Without origins the library turns its own.
      {...(anchorOrigin ? { anchorOrigin: sides(anchorOrigin) } : {})}
      {...(transformOrigin ? { transformOrigin: sides(transformOrigin) } : {})}
      slotProps={{ ...slotProps, ...root }}
      anchorEl={anchorEl}
      onClose={onClose}
      open
    />
  )
}

/** What opens beside a button, at its own side of it in either direction of reading. */
export function Popover({
  anchorOrigin = { vertical: 'bottom', horizontal: 'left' },
  transformOrigin = { vertical: 'top', horizontal: 'left' },
  ...props
}: PopoverProps) {
  const sides = useSides()
  return <MuiPopover {...props} anchorOrigin={sides(anchorOrigin)} transformOrigin={sides(transformOrigin)} />
}

/** Sides as they are on a page that is read from left to right, turned where it is not: the library takes them as they are. */
export function useSides(): (origin: PopoverOrigin) => PopoverOrigin {
  const { direction } = useTheme()
  return (origin) => {
    const { horizontal } = origin
    if (direction === 'ltr' || (horizontal !== 'left' && horizontal !== 'right')) return origin
    return { ...origin, horizontal: horizontal === 'left' ? 'right' : 'left' }
  }
}
