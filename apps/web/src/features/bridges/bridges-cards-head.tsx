import { useTranslation } from 'react-i18next'
import { CardsHead } from '../../ui/table/cards-head.tsx'
import { type BridgesView, sortedBy, sortKeys } from './bridges-search.ts'

interface BridgesCardsHeadProps {
  /** What the cards below it are. */
  heading: string
  view: BridgesView
  onView: (view: BridgesView) => void
}

/** The line above the cards of bridges. */
export function BridgesCardsHead({ heading, view, onView }: BridgesCardsHeadProps) {
  const { t } = useTranslation('bridges')
  return (
    <CardsHead
      heading={heading}
      sorts={sortKeys}
      sort={view.sort}
      textOf={(sort) => t(`column.${sort}`)}
      onSort={(sort) => onView(sortedBy(view, sort))}
    />
  )
}
