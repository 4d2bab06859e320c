import { keyframes, styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/skeleton.tsx'
import { stripWidth } from '../../ui/strip/strip-shape.ts'
import { CardsHead } from './cards-head.tsx'
import { type Column, type ColumnId, type ListWidth, stripBlocks } from './columns.ts'
import type { ListView, SortKey } from './list-search.ts'
import { TableHead } from './table-head.tsx'
import { Table } from './table-parts.ts'

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } })
/** Nothing for the first 150 ms: what comes at once does not flicker. */
const late = { animation: `${appear} 120ms ease-out 150ms both` }
const Body = styled('tbody')(late)
const Cards = styled('div')(late)
const Card = styled('div')(({ theme }) => ({
  boxSizing: 'border-box',
  height: 82,
  padding: '16px 16px 0',
  [theme.breakpoints.up('sm')]: { padding: '16px 24px 0' },
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}))

/** As many as a tall screen holds, so that the footer does not move when the rows come: 1,300 px, or 1,600 of cards. */
const nameWidths = Array.from({ length: 36 }, (_, i) => 84 + ((i * 37) % 61))
const ofCards = nameWidths.slice(0, 20)

interface Props {
  columns: readonly Column[]
  width: ListWidth
  view: ListView
  onSort: (sort: SortKey) => void
}

/** The list in the exact shape of what comes, under its real heads. */
export function ListSkeleton({ columns, width, view, onSort }: Props) {
  const { t } = useTranslation()
  if (width === 'cards')
    return (
      <>
        <CardsHead view={view} onSort={onSort} />
        <Cards role="status" aria-label={t('list.loading')}>
          {ofCards.map((name) => (
            <Card key={name}>
              <Skeleton width={name + 40} height={16} sx={{ mb: 4 }} />
              <Skeleton width={239} height={8} />
            </Card>
          ))}
        </Cards>
      </>
    )
  return (
    <Table aria-busy aria-label={t('list.loading')}>
      <colgroup>
        {columns.map(({ id, width: px }) => (
          <col key={id} {...(px === null ? {} : { style: { width: px } })} />
        ))}
      </colgroup>
      <TableHead columns={columns} width={width} view={view} onSort={onSort} />
      <Body>
        {nameWidths.map((name) => (
          <tr key={name}>
            {columns.map(({ id, align }) => (
              <td key={id}>
                {id === 'more' ? null : (
                  <Skeleton
                    height={id === 'blocks' ? 8 : 12}
                    width={barWidth(id, name, width)}
                    sx={{ marginInlineStart: align === 'end' ? 'auto' : 0, maxWidth: '100%' }}
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

function barWidth(id: ColumnId, name: number, width: ListWidth): number {
  if (id === 'moniker') return name + 34
  if (id === 'blocks') return stripWidth(stripBlocks(width))
  if (id === 'state') return 84
  return id === 'rank' ? 16 : 44
}
