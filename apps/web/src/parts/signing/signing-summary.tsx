import type { NetworkStatus } from '@roundsman/contract/validators'
import { useTranslation } from 'react-i18next'
import type { GridLetters } from '../../data/live/live-letters.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { cellsOf } from './block-cells.ts'
import { countLetters } from './count-letters.ts'
import { gridProofs } from './grid-proofs.ts'

interface Props {
  letters: GridLetters
  status: NetworkStatus | undefined
}

/**
 * "75 missed of the last 998 blocks, 43 min, 2 not seen"; where the validator was not always in the set
 * "0 missed of 480 blocks in the set, 20 not in the set, 43 min in all".
 */
export function SigningSummary({ letters, status }: Props) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  const { missed, known, outside, unseen } = countLetters(cellsOf(letters))
  const { unproven, none, marks } = gridProofs(letters.assurances)
  const pace = status?.block_time_seconds ?? null
  const duration = pace === null ? null : formats.duration(pace * letters.letters.length)
  const counted = (count: number) => ({ count, value: formats.integer(count) })
  const ofBlocks = { missed: formats.integer(missed), ...counted(known) }
  return [
    outside > 0 ? t('signing.missedInSet', ofBlocks) : t('signing.missedOf', ofBlocks),
    outside === 0 && duration,
    outside > 0 && t('signing.outsideCount', counted(outside)),
    unseen > 0 && t('signing.unseenCount', counted(unseen)),
    none ? t('signing.noneProven') : marks !== '' && t('signing.unprovenCount', counted(unproven)),
    outside > 0 && duration !== null && t('signing.inAll', { duration }),
  ]
    .filter((part) => typeof part === 'string')
    .join(', ')
}
