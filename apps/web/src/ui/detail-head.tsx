import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Crumb } from './crumb.tsx'
import { slimHeight } from './slim-alert.tsx'

interface Props {
  name: string
  /** What the way back is called, and the way back. */
  crumbs: string
  back: ReactNode
  /** Why what is shown is not of this moment; it stands where there is room for it anyway. */
  notice: ReactNode
  picture: ReactNode
  /** Beside the name: how it stands. */
  state: ReactNode
  /** Below it: addresses and links. */
  lines: ReactNode
  actions: ReactNode
}

/** The head of the page of one thing: which one it is, how it stands, and what can be done about it. */
export function DetailHead({ name, crumbs, back, notice, picture, state, lines, actions }: Props) {
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: '8px 24px',
          minHeight: { md: slimHeight },
          mb: 2,
        }}
      >
        <Crumb label={crumbs} name={name}>
          {back}
        </Crumb>
        <Box sx={{ flex: '1 1 300px', minWidth: 0, display: 'grid' }}>{notice}</Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 4, mb: 5 }}>
        {picture}
        <Box sx={{ flex: '1 1 360px', minWidth: 0, display: 'grid', gap: 1 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' }}>
            <Typography variant="h4" component="h1" dir="auto" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            {state}
          </Box>
          {lines}
        </Box>
        {actions}
      </Box>
    </>
  )
}
