import { styled } from '@mui/material/styles'

/** Marks that can be pressed, in one line; on a phone it scrolls. */
export const PressChipRow = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 6,
  minHeight: 24,
  '@media (pointer: coarse)': { minHeight: 40 },
  [theme.breakpoints.down('md')]: { overflowX: 'auto', padding: 2, margin: -2 },
}))

/** Around a mark of a state, which then filters. */
export const PressChip = styled('button')(({ theme }) => ({
  all: 'unset',
  flex: 'none',
  borderRadius: 6,
  cursor: 'pointer',
  '&:hover': { filter: 'brightness(0.97)' },
  '&[aria-pressed="true"]': { outline: `1px solid currentColor`, color: theme.vars.palette.text.secondary },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: 2 },
  '@media (pointer: coarse)': { minHeight: 40, display: 'inline-grid', placeItems: 'center' },
}))
