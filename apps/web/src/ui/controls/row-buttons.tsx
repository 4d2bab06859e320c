import MoreVertRounded from '@mui/icons-material/MoreVertRounded'
import StarBorderRounded from '@mui/icons-material/StarBorderRounded'
import StarRounded from '@mui/icons-material/StarRounded'
import type { ComponentProps } from 'react'
import { styled } from '../theme/styled.tsx'

const MoreButtonRoot = styled('button')(({ theme }) => ({
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

interface MoreButtonProps extends Pick<ComponentProps<'button'>, 'tabIndex'> {
  label: string
  /** With what was pressed, at which the menu opens. */
  onPress: (anchor: HTMLElement) => void
  /** It is the one stop of its row. */
  'data-stop'?: ''
}

/** Opens what can be done with a row. */
export function MoreButton({ label, onPress, ...props }: MoreButtonProps) {
  return (
    <MoreButtonRoot
      {...props}
      type="button"
      aria-haspopup="menu"
      aria-label={label}
      onClick={(event) => onPress(event.currentTarget)}
    >
      <MoreVertRounded aria-hidden />
    </MoreButtonRoot>
  )
}

interface StarButtonProps {
  /** What is starred, with its name. */
  label: string
  isOn: boolean
  /** -1 where another control of the row leads to the same. */
  tabIndex?: 0 | -1
  onToggle: () => void
}

const StarButtonRoot = styled('button')(({ theme }) => ({
  all: 'unset',
  // A box, not a letter: a cell too narrow for it would show “…” beside it.
  display: 'grid',
  flex: 'none',
  placeItems: 'center',
  width: 28,
  height: 28,
  // The star itself stands where a text would begin.
  marginInline: -6,
  borderRadius: 6,
  cursor: 'pointer',
  color: theme.vars.palette.control,
  '& svg': { fontSize: 18 },
  '&[aria-pressed="true"]': { color: theme.vars.palette.accent.text },
  '&:hover': { backgroundColor: theme.vars.palette.action.selected },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: -2 },
  'li &': { width: 40, height: 40, marginInline: '-12px -4px', '& svg': { fontSize: 20 } },
}))

/** A star that is on or off. */
export function StarButton({ label, isOn, tabIndex = 0, onToggle }: StarButtonProps) {
  const Star = isOn ? StarRounded : StarBorderRounded
  return (
    <StarButtonRoot
      type="button"
      tabIndex={tabIndex}
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={(event) => {
        // Not every browser gives the focus to what is pressed; the order of the rows keeps still while one has it.
        event.currentTarget.focus({ preventScroll: true })
        onToggle()
      }}
    >
      <Star aria-hidden />
    </StarButtonRoot>
  )
}
