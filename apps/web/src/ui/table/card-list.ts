import { styled } from '@mui/material/styles'
import { groupHeight } from './group-rows.ts'

/** The list of cards that stands for a table on a narrow screen; `data-group`: heads between them. */
export const CardList = styled('ul')(({ theme }) => ({
  position: 'relative',
  boxSizing: 'border-box',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li[data-group]': {
    ...theme.typography.tableHead,
    boxSizing: 'border-box',
    minHeight: `max(${groupHeight}px, ${groupHeight / 16}rem)`,
    display: 'flex',
    alignItems: 'center',
    paddingInline: 16,
    [theme.breakpoints.up('sm')]: { paddingInline: 24 },
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.background.sunken,
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
}))
