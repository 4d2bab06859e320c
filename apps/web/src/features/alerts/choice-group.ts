import { styled } from '@mui/material/styles'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'

/** One of few, side by side: what is chosen has the accent. */
export const ChoiceGroup = styled(ToggleButtonGroup)(({ theme }) => ({
  '& .MuiToggleButton-root': {
    ...theme.typography.button,
    fontSize: '0.8125rem',
    minHeight: 32,
    padding: '4px 11px',
    color: theme.vars.palette.text.primary,
    borderColor: theme.vars.palette.dividerStrong,
    '@media (pointer: coarse)': { minHeight: 40 },
    '&.Mui-selected, &.Mui-selected:hover': {
      color: theme.vars.palette.primary.text,
      backgroundColor: theme.vars.palette.primary.tint,
      '@media (forced-colors: active)': { borderColor: 'Highlight' },
    },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: -2 },
  },
})) as typeof ToggleButtonGroup
