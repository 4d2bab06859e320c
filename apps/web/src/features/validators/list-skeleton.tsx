import Skeleton from '@mui/material/Skeleton'
import { keyframes, styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { stripWidth } from '../../ui/strip/strip-shape.ts'
import { looksOf } from '../../ui/table/table-features.ts'
import { TableHead } from '../../ui/table/table-head.tsx'
import { Table } from '../../ui/table/table-looks.ts'
import { CardsHead } from './cards-head.tsx'
import type { ColumnChoice } from '../../data/column-choice.ts'
import { type ColumnId, type ListWidth, stripForm } from './columns.ts'
import type { ListView } from './list-search.ts'
import { useWords } from './use-list-width.ts'
import { useValidatorsTable } from './use-validators-table.ts'
import { cardHeight } from './validator-card.tsx'

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } })
/** Nothing for the first 150 ms: what comes at once does not flicker. */
const late = { animation: `${appear} 120ms ease-out 150ms both` }
const Body = styled('tbody')(late)
const Cards = styled('div')(late)
const Card = styled('div')(({ theme }) => ({
  boxSizing: 'border-box',
  padding: '16px 16px 0',
  [theme.breakpoints.up('sm')]: { padding: '16px 24px 0' },
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}))

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
        <CardsHead heading={t(`list.heading.${view.show}`)} view={view} sorting={view.sort} onView={onView} />
        <Cards role="status" aria-label={t('list.loading')}>
          {ofCards.map((name) => (
            <Card key={name} style={{ height: cardHeight(scale) }}>
              <Skeleton width={name + 40} height={16} sx={{ mb: 4 }} />
              <Skeleton width={239} height={8} />
            </Card>
          ))}
        </Cards>
      </>
    )
  const columns = table.getVisibleLeafColumns()
  return (
    <Table aria-busy aria-label={t('list.loading')}>
      <colgroup>
        {columns.map((column) => {
          const px = looksOf(column).width
          return <col key={column.id} {...(px === null ? {} : { style: { width: px } })} />
        })}
      </colgroup>
      <TableHead table={table} />
      <Body>
        {nameWidths.map((name) => (
          <tr key={name}>
            {columns.map((column) => (
              <td key={column.id}>
                {column.id === 'more' || column.id === 'favourite' ? null : (
                  <Skeleton
                    height={column.id === 'blocks' ? 8 : 12}
                    width={barWidth(column.id, name, stripWidth(strip.blocks, strip.pitch))}
                    sx={{
                      marginInlineStart: looksOf(column).align === 'end' ? 'auto' : 0,
                      maxWidth: '100%',
                    }}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </Body>
    </Table>
  )
}

function barWidth(id: string, name: number, strip: number): number {
  if (id === 'moniker') return name + 34
  if (id === 'blocks') return strip
  if (id === 'state') return 84
  return id === 'rank' ? 16 : 44
}
