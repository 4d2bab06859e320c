import { styled } from '@mui/material/styles'

export const ChipGroup = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 })
/** A filter that is pressed or not, with the number of rows behind it in a span; `data-chosen`: one that opens, and filters. */
export const FilterChip = styled('button')(({ theme }) => ({
  all: 'unset',
  ...theme.typography.button,
  boxSizing: 'border-box',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 'max(32px, 2rem)',
  padding: '0 11px',
  borderRadius: 8,
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.primary,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  transition: 'background-color 120ms ease-out',
  '& > span': { fontWeight: 400, color: theme.vars.palette.text.secondary },
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: 2 },
  '&[aria-pressed="true"], &[data-chosen]': {
    color: theme.vars.palette.primary.text,
    backgroundColor: theme.vars.palette.primary.tint,
    borderColor: theme.vars.palette.primary.tint,
    '& > span': { color: theme.vars.palette.primary.text },
    '@media (forced-colors: active)': { borderColor: 'Highlight' },
  },
}))
