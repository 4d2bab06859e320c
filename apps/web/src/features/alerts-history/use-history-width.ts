import useMediaQuery from '@mui/material/useMediaQuery'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { NavWidthContext } from '../../ui/nav-width.ts'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { type HistoryColumn, historyColumnIds, roomForColumns } from './history-columns.tsx'

/** Px around the table: edges and padding of the page. */
const around = 50

const withoutHeight: readonly HistoryColumn[] = historyColumnIds.filter((id) => id !== 'height')
const least: readonly HistoryColumn[] = withoutHeight.filter((id) => id !== 'acknowledged')

export interface HistoryWidth {
  /** The columns that there is room for; null: cards instead. */
  columns: readonly HistoryColumn[] | null
  words: 'short' | 'long'
  scale: number
}

/** Which form of the list there is room for: with letters twice as large as much as on a screen half as wide. */
export function useHistoryWidth(): HistoryWidth {
  const { i18n } = useTranslation()
  const nav = use(NavWidthContext)
  const scale = useLetterScale()
  const words = i18n.resolvedLanguage === 'ru' || i18n.resolvedLanguage === 'uk' ? 'long' : 'short'
  const from = (columns: readonly HistoryColumn[]) =>
    `(min-width:${Math.ceil(roomForColumns(columns, words, scale) + around + nav)}px)`
  const all = useMediaQuery(from(historyColumnIds), { noSsr: true })
  const some = useMediaQuery(from(withoutHeight), { noSsr: true })
  const few = useMediaQuery(from(least), { noSsr: true })
  return { columns: all ? historyColumnIds : some ? withoutHeight : few ? least : null, words, scale }
}
