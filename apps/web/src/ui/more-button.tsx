import MoreVertRounded from '@mui/icons-material/MoreVertRounded'
import { styled } from '@mui/material/styles'
import type { ComponentProps } from 'react'

const Press = styled('button')(({ theme }) => ({
  all: 'unset',
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  width: 28,
  height: 28,
  borderRadius: 6,
  cursor: 'pointer',
  color: theme.vars.palette.text.secondary,
  '& svg': { fontSize: 18 },
  '&:hover': { backgroundColor: theme.vars.palette.action.selected },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: -2 },
  'li &': { width: 40, height: 40 },
}))

interface Props extends Pick<ComponentProps<'button'>, 'tabIndex'> {
  label: string
  /** With what was pressed, at which the menu opens. */
  onPress: (anchor: HTMLElement) => void
  /** It is the one stop of its row. */
  'data-stop'?: ''
}

/** Opens what can be done with a row. */
export function MoreButton({ label, onPress, ...props }: Props) {
  return (
    <Press
      {...props}
      type="button"
      aria-haspopup="menu"
      aria-label={label}
      onClick={(event) => onPress(event.currentTarget)}
    >
      <MoreVertRounded aria-hidden />
    </Press>
  )
}
