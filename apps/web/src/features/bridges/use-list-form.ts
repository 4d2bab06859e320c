import useMediaQuery from '@mui/material/useMediaQuery'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { NavWidthContext } from '../../ui/nav-width.ts'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { type ListForm, roomFor, type TableForm, type Words } from './bridge-columns.ts'

/** Which form of the list there is room for: with letters twice as large as much as on a screen half as wide. */
export function useListForm(): ListForm {
  const narrow = useRoom('narrow')
  const middle = useRoom('middle')
  const tight = useRoom('tight')
  const full = useRoom('full')
  return full ? 'full' : tight ? 'tight' : middle ? 'middle' : narrow ? 'narrow' : 'cards'
}

function useRoom(form: TableForm): boolean {
  const nav = use(NavWidthContext)
  const words = useWords()
  const scale = useLetterScale()
  return useMediaQuery(`(min-width:${roomFor(form, words, scale) + nav}px)`, { noSsr: true })
}

/** How much room the words of the user's language take. */
export function useWords(): Words {
  const { i18n } = useTranslation()
  return i18n.resolvedLanguage === 'ru' || i18n.resolvedLanguage === 'uk' ? 'long' : 'short'
}
