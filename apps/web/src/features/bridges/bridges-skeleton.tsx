import { useTranslation } from 'react-i18next'
import { CardsSkeleton } from '../../ui/table/cards-skeleton.tsx'
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { cardHeight } from './bridge-card.tsx'
import type { ListForm } from './bridge-columns.ts'
import { BridgesCardsHead } from './bridges-cards-head.tsx'
import type { BridgesView } from './bridges-search.ts'
import { useBridgesTable } from './use-bridges-table.ts'

const nameWidths = Array.from({ length: 20 }, (_, i) => 84 + ((i * 37) % 61))
const looks = { newest: null, blockSeconds: null }
const widthOf: Readonly<Record<string, number>> = { peer: 110, more: 16 }
const nothing = () => undefined

interface BridgesSkeletonProps {
  form: ListForm
  view: BridgesView
  onView: (view: BridgesView) => void
}

/** The bridges in the shape of what comes, under their real heads. */
export function BridgesSkeleton({ form, view, onView }: BridgesSkeletonProps) {
  const { t } = useTranslation('bridges')
  const scale = useLetterScale()
  const { table } = useBridgesTable({ all: [], view, form, looks, onView, onMenu: nothing })
  if (form === 'cards')
    return (
      <>
        <BridgesCardsHead heading={t(`show.${view.show}`)} view={view} onView={onView} />
        <CardsSkeleton
          label={t('loading')}
          cards={nameWidths}
          height={cardHeight(scale)}
          line={{ width: 210, height: 10, gap: 3 }}
        />
      </>
    )
  return (
    <TableSkeleton
      table={table}
      label={t('loading')}
      rows={nameWidths}
      barOf={(id, name) => ({ height: 12, width: id === 'name' ? name : (widthOf[id] ?? 56) })}
    />
  )
}
