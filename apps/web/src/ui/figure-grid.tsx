import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Known } from './known.tsx'

/** Figures beside each other, in as many rows as they need; `data-old`: they are of some time ago. */
export const FigureGrid = styled(Paper)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(150px, 45%), 1fr))',
  overflow: 'hidden',
  marginBottom: 20,
  '& > div': {
    padding: '14px 16px',
    minWidth: 0,
    // Lines between them in however many rows they stand; those at the edges are clipped.
    boxShadow: `-1px 0 ${theme.vars.palette.divider}, 0 -1px ${theme.vars.palette.divider}, 1px 0 ${theme.vars.palette.divider}`,
    [theme.breakpoints.down('sm')]: { paddingBlock: 12 },
  },
  '&[data-old] [data-value]': { color: theme.vars.palette.text.secondary },
}))

interface FigureProps {
  label: string
  value: string | null
  unit?: string | undefined
  note: ReactNode
}

/** A figure under its name, with a note below. */
export function Figure({ label, value, unit, note }: FigureProps) {
  return (
    <div>
      <Typography variant="tableHead" component="div" color="textSecondary" sx={{ fontWeight: 400 }}>
        {label}
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
