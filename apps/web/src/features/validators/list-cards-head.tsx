import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { CardsHead } from '../../ui/table/cards-head.tsx'
import { knownSorts, type ListView, sortedBy, sortKeys } from './list-search.ts'

interface ListCardsHeadProps {
  /** What the cards below it are. */
  heading: string
  view: ListView
  /** What the cards are sorted by, which is not what was asked for where nothing of it is known. */
  sorting: readonly { id: string; desc: boolean }[]
  onView: (view: ListView) => void
}

/** The line above the cards of validators. */
export const ListCardsHead = memo(function ListCardsHead({ heading, view, sorting, onView }: ListCardsHeadProps) {
  const { t } = useTranslation()
  const [first = { id: 'tokens', desc: true } as const] = knownSorts(sorting)
  return (
    <CardsHead
      heading={heading}
      sorts={sortKeys}
      sort={first}
      textOf={(sort) => t(`column.${sort}`)}
      onSort={(sort) => onView(sortedBy(view, sort))}
    />
  )
})
