import { styled } from '@mui/material/styles'

/** The edge and ground of every input; the input itself, and what stands beside it, are its children. */
export const InputFrame = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  boxSizing: 'border-box',
  minWidth: 0,
  height: 'max(44px, 2.75rem)',
  padding: '0 12px',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.control}`,
  cursor: 'text',
  '& > svg': { fontSize: 20, flex: 'none', color: theme.vars.palette.text.secondary },
  '&:hover': { borderColor: theme.vars.palette.text.secondary },
  '&:focus-within': {
    borderColor: theme.vars.palette.focusRing,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.focusRing}`,
    '@media (forced-colors: active)': { outline: '2px solid Highlight' },
  },
  '&[data-wrong]': { borderColor: theme.vars.palette.error.main },
  '& input': {
    all: 'unset',
    ...theme.typography.body1,
    flex: 1,
    minWidth: 0,
    height: '100%',
    color: theme.vars.palette.text.primary,
    '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
    '&:focus-visible': { outline: 'none' },
    '&:autofill': {
      boxShadow: `inset 0 0 0 100px ${theme.vars.palette.background.paper}`,
      WebkitTextFillColor: theme.vars.palette.text.primary,
    },
  },
  // 16 px, or phones zoom into the page when the input gets the focus.
  [theme.breakpoints.down('md')]: { '& input': { fontSize: '1rem' } },
}))
