import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ValidatorDetails } from '@roundsman/contract/networks/validator-details'
import type { NetworkStatus } from '@roundsman/contract/networks/validators'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { GridLetters } from '../../data/network/details.ts'
import { useNow } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { cellsOf, countLetters } from '../../parts/signing/block-facts.ts'
import { SigningBlocks, SigningSummary } from '../../parts/signing/signing-blocks.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Card } from '../../ui/page/card.tsx'
import { type GridRange, gridRanges } from './validator-search.ts'

interface Props {
  details: Pick<ValidatorDetails, 'jailed' | 'jailed_until' | 'state_since'>
  letters: GridLetters | null
  range: GridRange
  /** The range that was chosen is on its way. */
  changing: boolean
  status: NetworkStatus | undefined
  onRange: (range: GridRange) => void
}

/** The last blocks, a cell each, with what they are in words. */
export function SigningCard({ details, letters, range, changing, status, onRange }: Props) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  const now = useNow()
  const known = letters !== null && letters.letters !== ''
  const isAway = known && isOutside(letters)
  const since = outsideSince(details, now)
  return (
    <Card
      title={t('signing.title')}
      note={known && !isAway ? <SigningSummary letters={letters} status={status} /> : null}
      action={
        <Segments
          label={t('signing.range')}
          value={range}
          choices={gridRanges.map((value) => ({ value, text: formats.integer(Number(value)) }))}
          onChoose={onRange}
        />
      }
    >
      {isAway ? (
        <Typography variant="table" component="p" color="textSecondary" sx={{ m: 0 }}>
          {since === null
            ? t('signing.away', {
                count: letters.letters.length,
                value: formats.integer(letters.letters.length),
              })
            : t('signing.awaySince', { when: formats.time(since, now) })}
        </Typography>
      ) : known ? (
        <Box sx={{ opacity: changing ? 0.6 : 1 }} aria-busy={changing}>
          <SigningBlocks letters={letters} status={status} />
        </Box>
      ) : (
        <Typography color="textSecondary">{t('signing.none')}</Typography>
      )}
    </Card>
  )
}

/** Of no block that is shown it was in the set, and of some of them that is known: a grid of them would be empty. */
export function isOutside(letters: GridLetters): boolean {
  const { known, outside } = countLetters(cellsOf(letters))
  return known === 0 && outside > 0
}

/** Since when it is outside the set, as its state says; a jailing that nobody saw was over at the time until it held. */
export function outsideSince(
  { jailed, jailed_until: until, state_since: since }: Props['details'],
  now: number,
): string | null {
  if (since !== null && since.state !== 'bonded') return since.at
  if (jailed !== true || until === null) return null
  // A chain that never set a time has its zero.
  const end = Date.parse(until)
  return end > Date.UTC(1971, 0, 1) && end <= now ? until : null
}
