import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { NetworkStatus } from '@roundsman/contract/validators'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { countLetters } from './block-facts.ts'
import { Card } from '../../ui/card.tsx'
import { GridLegend } from './grid-legend.tsx'
import type { GridLetters } from './live-letters.ts'
import { RangeChoice } from './range-choice.tsx'
import { SigningGrid } from './signing-grid.tsx'
import type { GridRange } from './validator-search.ts'

interface Props {
  letters: GridLetters | null
  range: GridRange
  /** The range that was chosen is on its way. */
  changing: boolean
  status: NetworkStatus | undefined
  onRange: (range: GridRange) => void
}

/** The last blocks, a cell each, with what they are in words. */
export function SigningCard({ letters, range, changing, status, onRange }: Props) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  const known = letters !== null && letters.letters !== ''
  return (
    <Card
      title={t('signing.title')}
      note={known ? <Summary letters={letters.letters} status={status} /> : null}
      action={<RangeChoice range={range} onRange={onRange} />}
    >
      {known ? (
        <Box sx={{ opacity: changing ? 0.6 : 1 }} aria-busy={changing}>
          <SigningGrid letters={letters} status={status} />
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
            <Box sx={{ order: { xs: 1, sm: 0 }, flexBasis: { xs: '100%', sm: 'auto' } }}>
              <GridLegend />
            </Box>
            <Typography variant="caption" color="textSecondary">
              {formats.integer(letters.from + letters.letters.length - 1)}
            </Typography>
          </Box>
        </Box>
      ) : (
        <Typography color="textSecondary">{t('signing.none')}</Typography>
      )}
    </Card>
  )
}

/** "75 missed of 998 blocks, 43 min, 2 not seen" */
function Summary({ letters, status }: { letters: string; status: NetworkStatus | undefined }) {
  const { t } = useTranslation('validator')
  const { t: tell } = useTranslation()
  const formats = useFormats()
  const { missed, known, unseen } = countLetters(letters)
  const pace = status?.block_time_seconds ?? null
  return [
    t('signing.missedOf', { missed: formats.integer(missed), count: known, value: formats.integer(known) }),
    pace !== null && formats.duration(pace * letters.length),
    unseen > 0 && tell('strip.unseenCount', { count: unseen }),
  ]
    .filter((part) => part !== false)
    .join(', ')
}
