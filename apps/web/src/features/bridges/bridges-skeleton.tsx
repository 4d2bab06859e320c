import Skeleton from '@mui/material/Skeleton'
import { keyframes, styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { looksOf } from '../../ui/table/table-features.ts'
import { TableHead } from '../../ui/table/table-head.tsx'
import { Table } from '../../ui/table/table-looks.ts'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { cardHeight } from './bridge-card.tsx'
import type { ListForm } from './bridge-columns.ts'
import { BridgesCardsHead } from './bridges-cards-head.tsx'
import type { BridgesView } from './bridges-search.ts'
import { useBridgesTable } from './use-bridges-table.ts'

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } })
/** Nothing for the first 150 ms: what comes at once does not flicker. */
const late = { animation: `${appear} 120ms ease-out 150ms both` }
const Body = styled('tbody')(late)
const Cards = styled('div')(late)
const Card = styled('div')(({ theme }) => ({
  boxSizing: 'border-box',
  padding: '16px 16px 0',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}))

const nameWidths = Array.from({ length: 20 }, (_, i) => 84 + ((i * 37) % 61))
const looks = { newest: null, blockSeconds: null }
const widthOf: Readonly<Record<string, number>> = { peer: 110, more: 16 }
const nothing = () => undefined

interface Props {
  form: ListForm
  view: BridgesView
  onView: (view: BridgesView) => void
}

/** The bridges in the shape of what comes, under their real heads. */
export function BridgesSkeleton({ form, view, onView }: Props) {
  const { t } = useTranslation('bridges')
  const scale = useLetterScale()
  const { table } = useBridgesTable({ all: [], view, form, looks, onView, onMenu: nothing })
  if (form === 'cards')
    return (
      <>
        <BridgesCardsHead heading={t(`show.${view.show}`)} view={view} onView={onView} />
        <Cards role="status" aria-label={t('loading')}>
          {nameWidths.map((name) => (
            <Card key={name} style={{ height: cardHeight(scale) }}>
              <Skeleton width={name + 40} height={16} sx={{ mb: 3 }} />
              <Skeleton width={210} height={10} sx={{ maxWidth: '100%' }} />
            </Card>
          ))}
        </Cards>
      </>
    )
  const columns = table.getVisibleLeafColumns()
  return (
    <Table aria-busy aria-label={t('loading')}>
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
                <Skeleton
                  height={12}
                  width={column.id === 'name' ? name : (widthOf[column.id] ?? 56)}
                  sx={{
                    marginInlineStart: looksOf(column).align === 'end' ? 'auto' : 0,
                    maxWidth: '100%',
                  }}
                />
              </td>
            ))}
          </tr>
        ))}
      </Body>
    </Table>
  )
}
