import { styled } from '@mui/material/styles'

/** The line above the cards that stand for a table on a narrow screen. */
export const CardsHeadLine = styled('div')(({ theme }) => ({
  ...theme.typography.tableHead,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: 32,
  padding: '0 4px 0 16px',
  [theme.breakpoints.up('sm')]: { padding: '0 12px 0 24px' },
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.background.sunken,
  borderBlock: `1px solid ${theme.vars.palette.divider}`,
}))
