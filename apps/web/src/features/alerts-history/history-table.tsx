import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { features } from '../../ui/table/table-features.ts'
import { deliveriesText } from './deliveries-text.ts'
import { historyColumnIds, historyColumns } from './history-columns.tsx'
import { groupByDay } from './history-groups.ts'
import type { HistoryRows } from './history-rows.ts'
import { nameOf } from './target-name.tsx'
import { useHistoryTimes } from './use-history-times.ts'
import type { HistoryWidth } from './use-history-width.ts'

/** Px of a row with letters of the usual size, as its sheet says (table-looks.ts). */
const rowHeight = 36

interface Props extends HistoryRows {
  width: HistoryWidth
}

/** The alerts as a table, where there is room for one. */
export function HistoryTable(props: Props) {
  const { items, linkedId, openId, width, rowOf, onAcknowledge, onToggle, onHold, renderOpen } = props
  const { t } = useTranslation('history')
  const { t: words } = useTranslation('alerts')
  const { network, serverTime } = useServices()
  const formats = useFormats()
  const times = useHistoryTimes()
  const now = serverTime.now()
  const { scale, words: size, columns: shown } = width
  const columns = useMemo(
    () =>
      historyColumns({
        ...{ t, formats, times, scale, rowOf, onAcknowledge, onToggle },
        zone: times.zone(serverTime.now()),
        words: size,
      }),
    [t, formats, times, serverTime, scale, size, rowOf, onAcknowledge, onToggle],
  )
  const state = useMemo(
    () => ({
      expanded: openId === null ? {} : { [openId]: true },
      columnVisibility: Object.fromEntries(
        historyColumnIds.map((id) => [id, shown === null || shown.includes(id)]),
      ),
    }),
    [openId, shown],
  )
  const data = useMemo(() => [...items], [items])
  const table = useTable({
    ...{ features, columns, data, state },
    getRowId: ({ id }: AlertHistoryItem) => String(id),
    getRowCanExpand: () => true,
  })
  const rows = groupByDay(table.getRowModel().rows, {
    ...{ linkedId, now, times, t },
    itemOf: ({ original }) => original,
  })
  const textOf = (item: AlertHistoryItem, id: string): string => {
    switch (id) {
      case 'severity':
        return words(`severity.${item.severity}`)
      case 'time':
        return times.full(item.at)
      case 'alert':
        return item.title
      case 'about':
        return nameOf(item, network.name)
      case 'height':
        return item.height === null ? '' : formats.integer(item.height)
      case 'deliveries':
        return deliveriesText(item.deliveries, words)
      case 'acknowledged':
        return item.acknowledged_at === null ? '' : times.full(item.acknowledged_at)
      default:
        return ''
    }
  }
  return (
    <DataTable
      table={table}
      rows={rows}
      label={t('title')}
      rowHeight={rowHeight * scale}
      textOf={textOf}
      renderOpen={renderOpen}
      onHold={onHold}
    />
  )
}
