import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { late } from './late.ts'
import { pageColumns } from './page-columns.ts'
import { VisuallyHidden } from './visually-hidden.ts'

const Late = styled('div')(late)

interface Props {
  label: string
  /** The heading of the page until it has a name. */
  heading: string
  /** Px of the line below the name. */
  line: number
  /** Px of the cards, in the order of the page. */
  main: readonly number[]
  rail: readonly number[]
}

/** The page of one thing in the shape of what comes. */
export function DetailSkeleton({ label, heading, line, main, rail }: Props) {
  return (
    <Late role="status" aria-label={label}>
      <VisuallyHidden as="h1">{heading}</VisuallyHidden>
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'center', mt: 9, mb: 5 }}>
        <Skeleton variant="rounded" width={56} height={56} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Skeleton width={220} height={28} sx={{ maxWidth: '100%' }} />
          <Skeleton width={line} height={18} sx={{ maxWidth: '100%' }} />
        </Box>
      </Box>
      <Paper variant="outlined" sx={{ height: 92, mb: 5 }} />
      <Box sx={pageColumns}>
        {[main, rail].map((column) => (
          <Box key={column.join()} sx={{ display: 'grid', gap: 5, alignContent: 'start' }}>
            {column.map((height) => (
              <Paper key={height} variant="outlined" sx={{ height }} />
            ))}
          </Box>
        ))}
      </Box>
    </Late>
  )
}
