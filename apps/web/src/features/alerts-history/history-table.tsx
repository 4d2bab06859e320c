import useMediaQuery from '@mui/material/useMediaQuery'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { Validator } from '@roundsman/contract/networks/validators'
import { useTable } from '@tanstack/react-table'
import type { TFunction } from 'i18next'
import { use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services/services.ts'
import { type Formats, useFormats } from '../../i18n/formats.ts'
import { SeverityMark } from '../../parts/alert-marks.tsx'
import { NavWidthContext } from '../../ui/nav-width.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { features, type TableColumn } from '../../ui/table/table-frame.tsx'
import { useLetterScale } from '../../ui/use-measured.ts'
import { AcknowledgedCell, AlertTitle, nameOf, OpenButton, TargetName } from './alert/alert-cells.tsx'
import { type HistoryTimes, useHistoryTimes } from './alert/alert-times.ts'
import { DeliveriesCell, deliveriesText } from './alert/deliveries.tsx'
import { groupByDay, type HistoryRows } from './history-rows.ts'

/** Px of a row with letters of the usual size, as its sheet says (table-looks.ts). */
const rowHeight = 36

interface Props extends HistoryRows {
  width: HistoryWidth
}

/** The alerts as a table, where there is room for one. */
export function HistoryTable(props: Props) {
  const { items, linkedId, openId, width, rowOf, onAcknowledge, onToggle, onHold, renderOpen } = props
  const { t } = useTranslation('history')
  const { t: tAlerts } = useTranslation('alerts')
  const { network, serverTime } = useServices()
  const formats = useFormats()
  const times = useHistoryTimes()
  const now = serverTime.now()
  const { scale, words: size, columns: shown } = width
  const columns = useMemo(
    () =>
      historyColumns({
        t,
        formats,
        times,
        scale,
        rowOf,
        onAcknowledge,
        onToggle,
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
    features,
    columns,
    data,
    state,
    getRowId: ({ id }: AlertHistoryItem) => String(id),
    getRowCanExpand: () => true,
  })
  const rows = groupByDay(table.getRowModel().rows, {
    linkedId,
    now,
    times,
    t,
    itemOf: ({ original }) => original,
  })
  const textOf = (item: AlertHistoryItem, id: string): string => {
    switch (id) {
      case 'severity':
        return tAlerts(`severity.${item.severity}`)
      case 'time':
        return times.full(item.at)
      case 'alert':
        return item.title
      case 'about':
        return nameOf(item, network.name)
      case 'height':
        return item.height === null ? '' : formats.integer(item.height)
      case 'deliveries':
        return deliveriesText(item.deliveries, tAlerts)
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

export const historyColumnIds = [
  'severity',
  'time',
  'alert',
  'about',
  'height',
  'deliveries',
  'acknowledged',
  'open',
] as const
type HistoryColumn = (typeof historyColumnIds)[number]

/** Px of the columns with letters of the usual size: their widest value in English, and in Russian and Ukrainian. */
const widths: Record<'short' | 'long', Record<HistoryColumn, number | null>> = {
  short: {
    severity: 100,
    time: 84,
    alert: null,
    about: 160,
    height: 92,
    deliveries: 236,
    acknowledged: 120,
    open: 44,
  },
  long: {
    severity: 160,
    time: 106,
    alert: null,
    about: 160,
    height: 96,
    deliveries: 190,
    acknowledged: 140,
    open: 44,
  },
}
/** Px that a title has at the least. */
const leastTitle = 200

/** Px that the whole table takes at the least, with these columns. */
function roomForColumns(columns: readonly HistoryColumn[], words: 'short' | 'long', scale: number): number {
  return columns.reduce((sum, id) => sum + (widths[words][id] ?? leastTitle), 0) * scale
}

interface Writing {
  t: TFunction<'history'>
  formats: Formats
  times: HistoryTimes
  zone: string
  words: 'short' | 'long'
  scale: number
  rowOf: (id: number | null) => Validator | undefined
  onAcknowledge: (ids: readonly number[]) => void
  onToggle: (id: number) => void
}

function historyColumns(writing: Writing): TableColumn<AlertHistoryItem>[] {
  const { t, formats, times, zone, words, scale, rowOf, onAcknowledge, onToggle } = writing
  const column = (
    id: HistoryColumn,
    cell: (item: AlertHistoryItem, isOpen: boolean) => React.ReactNode,
    looks: { align?: 'end'; silent?: boolean } = {},
  ): TableColumn<AlertHistoryItem> => {
    const width = widths[words][id]
    const label = id === 'time' ? t('column.time', { zone }) : t(`column.${id}`)
    return {
      id,
      header: label,
      enableSorting: false,
      cell: ({ row }) => cell(row.original, row.getIsExpanded()),
      meta: { label, width: width === null ? null : width * scale, align: 'start', ...looks },
    }
  }
  return [
    column('severity', ({ severity }) => <SeverityMark severity={severity} />),
    column('time', ({ at }) => (
      <time dateTime={at} title={times.full(at)}>
        {times.clock(at)}
      </time>
    )),
    column('alert', (item) => <AlertTitle item={item} />),
    column('about', (item) => <TargetName item={item} row={rowOf(item.blockchain_validator_id)} />),
    column('height', ({ height }) => (height === null ? <Unknown /> : formats.integer(height)), {
      align: 'end',
    }),
    column('deliveries', ({ deliveries }) => (
      <DeliveriesCell deliveries={deliveries} most={words === 'long' ? 1 : 2} />
    )),
    column('acknowledged', (item) => <AcknowledgedCell item={item} onAcknowledge={onAcknowledge} />),
    column('open', (item, isOpen) => <OpenButton item={item} isOpen={isOpen} onToggle={onToggle} />, {
      silent: true,
    }),
  ]
}

/** What no chain tells: a network that stands has no height for it. */
function Unknown() {
  return <span aria-hidden>–</span>
}

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
