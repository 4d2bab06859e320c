import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface Props {
  title: string
  /** Beside the title. */
  note?: ReactNode
  /** At the end of the line of the title. */
  action?: ReactNode
  /** What it holds goes to its edges. */
  flush?: boolean
  children: ReactNode
}

/** A part of the page under a title of its own. */
export function Card({ title, note, action, flush = false, children }: Props) {
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
          {title}
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
  '& dd': { margin: 0, fontWeight: 500, minWidth: 0, overflowWrap: 'anywhere' },
}))
