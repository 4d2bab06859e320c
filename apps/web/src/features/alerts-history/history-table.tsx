import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { Validator } from '@roundsman/contract/networks/validators'
import { useTable } from '@tanstack/react-table'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useServices } from '../../data/services/services.ts'
import { type Formats, useFormats } from '../../i18n/formats.ts'
import { SeverityMark } from '../../parts/alerts/alert-marks.tsx'
import { columnSheet } from '../../ui/table/column-sheet.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { features, type TableColumn } from '../../ui/table/table-frame.tsx'
import { useLetterScale } from '../../ui/use-measured.ts'
import {
  AcknowledgedCell,
  AlertTitle,
  nameOf,
  OpenButton,
  statusText,
  TargetName,
} from './alert/alert-cells.tsx'
import { type HistoryTimes, useHistoryTimes } from './alert/alert-times.ts'
import { isImported } from './alert/alert-evidence.ts'
import { DeliveriesCell, deliveriesText } from './alert/deliveries.tsx'
import { groupByDay, type HistoryRows } from './history-rows.ts'

/** Px of a row with letters of the usual size, as its sheet says (table-frame.tsx). */
const rowHeight = 36

/** The alerts as a table, where there is room for one. */
export function HistoryTable(props: HistoryRows) {
  const { items, linkedId, openId, rowOf, onAcknowledge, onToggle, onInteraction, renderOpen } = props
  const { t } = useTranslation('history')
  const { t: tAlerts } = useTranslation('alerts')
  const { network, serverTime } = useServices()
  const formats = useFormats()
  const times = useHistoryTimes()
  const now = serverTime.now()
  const scale = useLetterScale()
  const columns = useMemo(
    () =>
      historyColumns({
        t,
        formats,
        times,
        rowOf,
        onAcknowledge,
        onToggle,
        zone: times.zone(serverTime.now()),
      }),
    [t, formats, times, serverTime, rowOf, onAcknowledge, onToggle],
  )
  const state = useMemo(() => ({ expanded: openId === null ? {} : { [openId]: true } }), [openId])
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
        return [item.title, statusText(item, { t, formats, times })]
          .filter((text) => text !== null)
          .join(', ')
      case 'about':
        return nameOf(item, network.name)
      case 'height':
        return item.height === null ? '' : formats.integer(item.height)
      case 'deliveries':
        return isImported(item) ? t('imported') : deliveriesText(item.deliveries, tAlerts)
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
      uneven
      textOf={textOf}
      renderOpen={renderOpen}
      onInteraction={onInteraction}
    />
  )
}

/** Rem of the content of the page from which on the history is a table, and below which it is cards. */
export const tableFrom = 57
/** Rem with the padding of the cell; what happened has what is left. */
const widths = {
  severity: 6.25,
  time: 6.125,
  about: 10,
  height: 6.25,
  deliveries: 11.5,
  acknowledged: 7.25,
  open: 2.75,
}

type HistoryColumn = 'alert' | keyof typeof widths

/** The frame of the table. Where there is no room for all of it the height goes, then who acknowledged. */
export const HistoryFrame = styled(Paper)(({ theme }) => ({
  ...columnSheet(widths, [
    { below: 66, without: ['height'] },
    { below: 60, without: ['acknowledged'] },
  ]),
  // Words are longer there, and are never cut.
  '&:lang(ru) > table, &:lang(uk) > table': {
    '--severity': '10rem',
    '--time': '6.75rem',
    '--deliveries': '11.5rem',
    '--acknowledged': '8.25rem',
  },
  // Its zone may stand on a second line: "Time, GMT+5:45".
  '& th[data-column="time"]': { whiteSpace: 'normal' },
  '& tr[data-row]': { cursor: 'pointer' },
  '& tr[data-open] td': { backgroundColor: theme.vars.palette.action.selected },
  '& tr[data-detail] td': { padding: 0 },
  // Whether it goes on, and the name of a team, run on behind the name of the condition, on as many lines as they need,
  // none of which touches the line between two rows.
  '& td [data-title]': { display: 'block', paddingBlock: 4, lineHeight: '1rem', whiteSpace: 'normal' },
  '& td [data-deliveries]': { paddingBlock: 4 },
  // There are no chips here that the words would have to stand in line with.
  '& tbody tr td [data-emphasis]': { paddingInlineStart: 0 },
}))

interface Writing {
  t: TFunction<'history'>
  formats: Formats
  times: HistoryTimes
  zone: string
  rowOf: (id: number | null) => Validator | undefined
  onAcknowledge: (ids: readonly number[]) => void
  onToggle: (id: number) => void
}

function historyColumns(writing: Writing): TableColumn<AlertHistoryItem>[] {
  const { t, formats, times, zone, rowOf, onAcknowledge, onToggle } = writing
  const column = (
    id: HistoryColumn,
    cell: (item: AlertHistoryItem, isOpen: boolean) => React.ReactNode,
    layout: { align?: 'end'; silent?: boolean } = {},
  ): TableColumn<AlertHistoryItem> => {
    const label = id === 'time' ? t('column.time', { zone }) : t(`column.${id}`)
    return {
      id,
      header: label,
      enableSorting: false,
      cell: ({ row }) => cell(row.original, row.getIsExpanded()),
      meta: { label, width: id === 'alert' ? null : `var(--${id})`, align: 'start', ...layout },
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
    column('deliveries', (item) => (
      <DeliveriesCell deliveries={item.deliveries} imported={isImported(item)} />
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
