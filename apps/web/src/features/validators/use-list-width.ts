import useMediaQuery from '@mui/material/useMediaQuery'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { NavWidthContext } from '../../ui/nav-width.ts'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { allColumnsFrom, type ListWidth, roomFor, type Words } from './columns.ts'

/** Which form of the list there is room for: with letters twice as large as much as on a screen half as wide. */
export function useListWidth(): ListWidth {
  const nav = use(NavWidthContext)
  const words = useWords()
  const scale = useLetterScale()
  const narrow = useMediaQuery(`(min-width:${roomFor('narrow', words, scale) + nav}px)`, { noSsr: true })
  const middle = useMediaQuery(`(min-width:${roomFor('middle', words, scale) + nav}px)`, { noSsr: true })
  const tightFrom = Math.max(allColumnsFrom * scale, roomFor('tight', words, scale) + nav)
  const tight = useMediaQuery(`(min-width:${tightFrom}px)`, { noSsr: true })
  const fullFrom = Math.max(allColumnsFrom * scale, roomFor('full', words, scale) + nav)
  const full = useMediaQuery(`(min-width:${fullFrom}px)`, { noSsr: true })
  const wideFrom = Math.max(allColumnsFrom * scale, roomFor('wide', words, scale) + nav)
  const wide = useMediaQuery(`(min-width:${wideFrom}px)`, { noSsr: true })
  return wide ? 'wide' : full ? 'full' : tight ? 'tight' : middle ? 'middle' : narrow ? 'narrow' : 'cards'
}

/** How much room the words of the user's language take. */
export function useWords(): Words {
  const { i18n } = useTranslation()
  return i18n.resolvedLanguage === 'ru' || i18n.resolvedLanguage === 'uk' ? 'long' : 'short'
}
