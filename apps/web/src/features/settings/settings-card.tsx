import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { keepFocus } from '../../ui/keep-focus.ts'

interface Props {
  title: string
  hint?: string
  /** Opposite the title. */
  action?: ReactNode
  children: ReactNode
}

/** One subject of the settings: what it is, and below it what can be done. */
export function SettingsCard({ title, hint, action, children }: Props) {
  return (
    <Paper
      variant="outlined"
      component="section"
      ref={keepFocus}
      tabIndex={-1}
      aria-label={title}
      sx={{ p: 5, maxWidth: 760, boxSizing: 'border-box', '& + &': { mt: 5 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, justifyContent: 'space-between', mb: 4 }}>
        <Box>
          <Typography variant="h6" component="h2">
            {title}
          </Typography>
          {hint ? <Typography color="textSecondary">{hint}</Typography> : null}
        </Box>
        {action}
      </Box>
      {children}
    </Paper>
  )
}
