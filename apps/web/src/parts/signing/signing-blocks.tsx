import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { NetworkStatus } from '@roundsman/contract/validators'
import type { GridLetters } from '../../data/live/live-letters.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { gridProofs } from './grid-proofs.ts'
import { GridLegend } from './grid-legend.tsx'
import { SigningGrid } from './signing-grid.tsx'

interface Props {
  letters: GridLetters
  status: NetworkStatus | undefined
}

/** The last blocks, a cell each; below them the heights that they begin and end with, and what a cell means. */
export function SigningBlocks({ letters, status }: Props) {
  const formats = useFormats()
  const { marks } = gridProofs(letters.assurances)
  return (
    <>
      <SigningGrid letters={letters} marks={marks} status={status} />
      <Box
        dir="ltr"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          gap: '4px 16px',
          mt: 3,
        }}
      >
        <Typography variant="caption" color="textSecondary">
          {formats.integer(letters.from)}
        </Typography>
        <Box sx={{ order: 1, flexBasis: '100%' }}>
          <GridLegend marked={marks !== ''} />
        </Box>
        <Typography variant="caption" color="textSecondary">
          {formats.integer(letters.from + letters.letters.length - 1)}
        </Typography>
      </Box>
    </>
  )
}
