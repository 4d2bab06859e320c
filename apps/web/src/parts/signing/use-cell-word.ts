import { useTranslation } from 'react-i18next'
import type { CellWord } from './block-facts.ts'

/** What a cell of the grid means. The strip cannot tell the last two apart, so they have words of their own here. */
export function useCellWord(): (word: CellWord) => string {
  const { t } = useTranslation('validator')
  const { t: tell } = useTranslation()
  return (word) => (word === 'outside' || word === 'unseen' ? t(`signing.${word}`) : tell(`strip.${word}`))
}
