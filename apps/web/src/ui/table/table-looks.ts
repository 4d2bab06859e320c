import { styled } from '@mui/material/styles'
import { groupHeight } from './group-rows.ts'

/** Looks of the table: lines instead of zebra, heads that stick below the bar, figures in the tone of their age. */
export const Table = styled('table')(({ theme }) => ({
  ...theme.typography.table,
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 0,
  color: theme.vars.palette.text.primary,
  '&[data-old] td, &[data-old] td [data-tone]': { color: theme.vars.palette.text.secondary },
  '& th, & td': {
    boxSizing: 'border-box',
    padding: '0 8px',
    textAlign: 'start',
    fontWeight: 400,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    '&[data-align="end"]': { textAlign: 'end' },
    '&:last-of-type': { paddingInlineStart: 0, paddingInlineEnd: 10 },
    '&:first-of-type': { paddingInlineStart: 16 },
    // What ends at one side of a line and what begins at the other would read as one.
    '&[data-align="end"] + [data-align="start"]:last-of-type': { paddingInlineStart: 12 },
  },
  '& thead th': {
    ...theme.typography.tableHead,
    position: 'sticky',
    top: 'var(--rm-bar-height, 0px)',
    zIndex: 2,
    height: 38,
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.background.sunken,
    '&:first-of-type': { borderStartStartRadius: 9 },
    '&:last-of-type': { borderStartEndRadius: 9 },
  },
  // Words of calm states stand in line with those in chips.
  '& td [data-look="silent"], & td [data-look="quiet"]': { paddingInlineStart: 6 },
  '& tbody tr': { height: 'max(36px, 2.25rem)' },
  '& tbody tr[data-row]:hover td, & tbody tr[data-row]:focus-within td': {
    backgroundColor: theme.vars.palette.action.hover,
  },
  '& tbody tr:last-of-type td': { borderBottom: 'none' },
  '& tbody tr[aria-hidden] td': { padding: 0, border: 'none' },
  '& tbody tr[data-group]': { height: `max(${groupHeight}px, ${groupHeight / 16}rem)` },
  '& tbody tr[data-group] td': {
    ...theme.typography.tableHead,
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.background.sunken,
  },
  '& tbody tr[data-detail] td': {
    whiteSpace: 'normal',
    // What tells of a part of it may stand over the next row.
    overflow: 'visible',
    backgroundColor: theme.vars.palette.background.sunken,
  },
  '@media print': { '& thead th': { position: 'static' }, '& tr': { breakInside: 'avoid' } },
}))

export const SortButton = styled('button')(({ theme }) => ({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 28,
  borderRadius: 4,
  cursor: 'pointer',
  '& svg': { fontSize: 14, opacity: 0 },
  // An arrow that is not shown takes no room from the word behind it; the button may reach into the padding.
  'th[data-align="end"] &': {
    justifyContent: 'flex-end',
    minWidth: 24,
    marginInlineStart: -16,
    '& svg': { flex: 'none', marginInlineStart: -18 },
  },
  '&:hover': { color: theme.vars.palette.text.primary, '& svg': { opacity: 0.5 } },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: -2 },
  '& sup': { fontSize: '0.625rem', lineHeight: 1 },
  'th[data-sorted="true"] &': {
    color: theme.vars.palette.text.primary,
    fontWeight: 600,
    '& svg': { opacity: 1 },
  },
}))
