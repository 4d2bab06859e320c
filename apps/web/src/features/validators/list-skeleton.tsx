import { useTranslation } from 'react-i18next'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { stripWidth } from '../../ui/strip/strip-shape.ts'
import { CardsSkeleton } from '../../ui/table/cards-skeleton.tsx'
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx'
import { ListCardsHead } from './list-cards-head.tsx'
import type { ColumnChoice } from '../../data/column-choice.ts'
import { type ColumnId, type ListWidth, stripForm } from './columns.ts'
import type { ListView } from './list-search.ts'
import { useWords } from './use-list-width.ts'
import { useValidatorsTable } from './use-validators-table.ts'
import { cardHeight } from './validator-card.tsx'

/** As many as a tall screen holds, so that the footer does not move when the rows come: 1,300 px, or 1,600 of cards. */
const nameWidths = Array.from({ length: 36 }, (_, i) => 84 + ((i * 37) % 61))
const ofCards = nameWidths.slice(0, 20)
const nothing = () => undefined
const none = new Set<number>()
const looks = { unit: null, staleAge: null, unseenBlocks: 0, halted: false }

interface Props {
  width: ListWidth
  choice: ColumnChoice<ColumnId>
  view: ListView
  onView: (view: ListView) => void
}

/** The list in the exact shape of what comes, under its real heads. */
export function ListSkeleton({ width, choice, view, onView }: Props) {
  const { t } = useTranslation()
  const strip = stripForm(width, useWords())
  const scale = useLetterScale()
  const { table } = useValidatorsTable({
    ...{ all: [], view, width, choice, looks, onView },
    ...{ mine: none, open: none, onMenu: nothing, onToggle: nothing },
  })
  if (width === 'cards')
    return (
      <>
        <ListCardsHead
          heading={t(`list.heading.${view.show}`)}
          view={view}
          sorting={view.sort}
          onView={onView}
        />
        <CardsSkeleton
          label={t('list.loading')}
          cards={ofCards}
          height={cardHeight(scale)}
          line={{ width: 239, height: 8, gap: 4 }}
        />
      </>
    )
  return (
    <TableSkeleton
      table={table}
      label={t('list.loading')}
      rows={nameWidths}
      barOf={(id, name) =>
        id === 'more' || id === 'favourite'
          ? null
          : {
              height: id === 'blocks' ? 8 : 12,
              width: barWidth(id, name, stripWidth(strip.blocks, strip.pitch)),
            }
      }
    />
  )
}

function barWidth(id: string, name: number, strip: number): number {
  if (id === 'moniker') return name + 34
  if (id === 'blocks') return strip
  if (id === 'state') return 84
  return id === 'rank' ? 16 : 44
}
