import type { Validator } from '@roundsman/contract/validators'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { Cards } from '../../ui/table/cards.tsx'
import type { GroupHead } from '../../ui/table/group-rows.ts'
import type { ListLooks } from './list-context.ts'
import { cardFigure } from './card-figure.ts'
import { cardHeight, ValidatorCard } from './validator-card.tsx'

interface Props {
  entries: readonly (Validator | GroupHead)[]
  looks: ListLooks
  sorting: readonly { id: string }[]
  /** Ids of the rows that are open. */
  open: ReadonlySet<number>
  renderOpen: (row: Validator) => ReactNode
  onMenu: (row: Validator, anchor: HTMLElement) => void
  onToggle: (row: Validator) => void
  /** Something in the list has the focus. */
  onHold: (held: boolean) => void
}

/** The list below 900 px; the sort stands above it. */
export function ValidatorCards(props: Props) {
  const { entries, looks, sorting, open, renderOpen, onMenu, onToggle, onHold } = props
  const { t } = useTranslation()
  const scale = useLetterScale()
  const second = cardFigure(sorting)
  return (
    <Cards
      entries={entries}
      label={t('list.title')}
      height={cardHeight(scale)}
      isMeasured={({ id }) => open.has(id)}
      onHold={onHold}
    >
      {(row) => (
        <>
          <ValidatorCard
            row={row}
            isOpen={open.has(row.id)}
            onMenu={onMenu}
            onToggle={onToggle}
            second={second}
            scale={scale}
            {...looks}
          />
          {open.has(row.id) ? renderOpen(row) : null}
        </>
      )}
    </Cards>
  )
}
