import { styled } from '@mui/material/styles'
import type { StateTone } from './theme/theme-types.ts'

/** A line across the page, below its top bar, for what concerns all of it. */
export const PageBar = styled('div', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: StateTone }>(
  ({ theme, tone }) => ({
    ...theme.typography.table,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 10,
    minHeight: 40,
    boxSizing: 'border-box',
    padding: '8px 24px',
    backgroundColor: theme.vars.palette[tone].tint,
    color: theme.vars.palette.text.primary,
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    '& > svg': { fontSize: 18, flex: 'none', color: theme.vars.palette[tone].main },
    '& > span': { flex: '1 1 0', minWidth: 200 },
    [theme.breakpoints.down('sm')]: { padding: '8px 16px' },
  }),
)
