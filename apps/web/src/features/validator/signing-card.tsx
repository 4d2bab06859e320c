import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { NetworkStatus } from '@roundsman/contract/networks/validators'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { GridLetters } from '../../data/network/details.ts'
import { useFormats } from '../../i18n/formats.ts'
import { SigningBlocks, SigningSummary } from '../../parts/signing/signing-blocks.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Card } from '../../ui/page/card.tsx'
import { type GridRange, gridRanges } from './validator-search.ts'

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
      note={known ? <SigningSummary letters={letters} status={status} /> : null}
      action={
        <Segments
          label={t('signing.range')}
          value={range}
          choices={gridRanges.map((value) => ({ value, text: formats.integer(Number(value)) }))}
          onChoose={onRange}
        />
      }
    >
      {known ? (
        <Box sx={{ opacity: changing ? 0.6 : 1 }} aria-busy={changing}>
          <SigningBlocks letters={letters} status={status} />
        </Box>
      ) : (
        <Typography color="textSecondary">{t('signing.none')}</Typography>
      )}
    </Card>
  )
}
