import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import type { BlockFacts } from './block-facts.ts'
import { useCellWord } from './use-cell-word.ts'

/** A block of the grid as one sentence: "Height 9,411,638, Missed, proven, about 10:12:30". */
export function useBlockWords(): (facts: BlockFacts) => string {
  const { t } = useTranslation('validator')
  const { t: tell } = useTranslation()
  const cellWord = useCellWord()
  const formats = useFormats()
  const { serverTime } = useServices()
  return ({ height, word, assurance, at, about }) => {
    const time = at === null ? null : formats.time(at, serverTime.now())
    return [
      t('heightAlone', { height: formats.integer(height) }),
      cellWord(word),
      assurance && t(`assurance.${assurance}`),
      time === null ? null : about ? tell('strip.about', { time }) : time,
    ]
      .filter((part) => part !== null)
      .join(', ')
  }
}
