import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { styled as styledPart } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Term } from '../controls/explained.tsx'
import { Known } from '../known.tsx'
import { styled } from '../theme/styled.tsx'

interface Props {
  title: string
  /** What that means, shown on a click. */
  meaning?: string
  /** Beside the title. */
  note?: ReactNode
  /** At the end of the line of the title. */
  action?: ReactNode
  /** What it holds goes to its edges. */
  flush?: boolean
  children: ReactNode
}

/** A part of the page under a title of its own. */
export function Card({ title, meaning, note, action, flush = false, children }: Props) {
  return (
    <Paper variant="outlined" component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: '8px 12px',
          px: { xs: 4, sm: 5 },
          pt: 4,
          pb: 3,
        }}
      >
        <Typography variant="h6" component="h2">
          {meaning === undefined ? title : <Term meaning={meaning}>{title}</Term>}
        </Typography>
        {note ? (
          <Typography
            variant="caption"
            component="p"
            color="textSecondary"
            sx={{ m: 0, flex: '1 1 0', minWidth: { xs: 'min(260px, 100%)', sm: 180 } }}
          >
            {note}
          </Typography>
        ) : (
          <Box sx={{ flex: 1 }} />
        )}
        {action}
      </Box>
      <Box sx={flush ? {} : { px: { xs: 4, sm: 5 }, pb: 4 }}>{children}</Box>
    </Paper>
  )
}

/** Names and values, each in a line. */
export const Facts = styled('dl')(({ theme }) => ({
  ...theme.typography.table,
  margin: 0,
  display: 'grid',
  gap: 10,
  '& > div': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 16 },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': {
    margin: 0,
    fontVariantNumeric: 'tabular-nums',
    fontWeight: 500,
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
}))

/** Figures beside each other, in as many rows as they need; `data-old`: they are of some time ago. */
export const FigureGrid = styledPart(Paper)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(150px, 45%), 1fr))',
  overflow: 'hidden',
  marginBottom: 20,
  '& > div': {
    padding: '14px 16px',
    minWidth: 0,
    // One line between two, in however many rows they stand; those at the edges are clipped.
    boxShadow: `-1px 0 ${theme.vars.palette.divider}, 0 -1px ${theme.vars.palette.divider}`,
    [theme.breakpoints.down('sm')]: { paddingBlock: 12 },
  },
  '&[data-old] [data-value]': { color: theme.vars.palette.text.secondary },
}))

interface FigureProps {
  label: string
  /** What that means, shown on a click. */
  meaning?: string
  value: string | null
  unit?: string | undefined
  note: ReactNode
}

/** A figure under its name, with a note below. */
export function Figure({ label, meaning, value, unit, note }: FigureProps) {
  return (
    <div>
      <Typography variant="tableHead" component="div" color="textSecondary" sx={{ fontWeight: 400 }}>
        {meaning === undefined ? label : <Term meaning={meaning}>{label}</Term>}
      </Typography>
      <Typography variant="figureM" component="div" data-value="">
        <Known>{value}</Known>
        {value === null || unit === undefined ? null : (
          <Typography variant="body1" component="span" color="textSecondary">
            {' '}
            {unit}
          </Typography>
        )}
      </Typography>
      <Typography variant="caption" component="div" color="textSecondary" sx={{ minHeight: 16 }}>
        {note}
      </Typography>
    </div>
  )
}
