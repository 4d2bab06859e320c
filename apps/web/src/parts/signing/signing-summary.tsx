import type { NetworkStatus } from '@roundsman/contract/validators'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { countLetters } from './block-facts.ts'

interface Props {
  letters: string
  status: NetworkStatus | undefined
}

/** "75 missed of the last 998 blocks, 43 min, 2 not seen" */
export function SigningSummary({ letters, status }: Props) {
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
