import ExpandLessRounded from '@mui/icons-material/ExpandLessRounded'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import IconButton from '@mui/material/IconButton'
import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import type { Validator } from '@roundsman/contract/validators'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Formats } from '../../i18n/formats.ts'
import { SeverityMark } from '../../parts/severity-mark.tsx'
import { useRowStop } from '../../ui/table/row-stop.ts'
import type { TableColumn } from '../../ui/table/table-features.ts'
import { AcknowledgedCell } from './acknowledged-cell.tsx'
import { AlertTitle } from './alert-title.tsx'
import { DeliveriesCell } from './deliveries-cell.tsx'
import type { HistoryTimes } from './history-times.ts'
import { TargetName } from './target-name.tsx'

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
export type HistoryColumn = (typeof historyColumnIds)[number]

/** Px of the columns with letters of the usual size: their widest value in English, and in Russian and Ukrainian. */
const widths: Record<'short' | 'long', Record<HistoryColumn, number | null>> = {
  short: {
    ...{ severity: 100, time: 84, alert: null, about: 160, height: 92, deliveries: 236 },
    ...{ acknowledged: 120, open: 44 },
  },
  long: {
    ...{ severity: 160, time: 106, alert: null, about: 160, height: 96, deliveries: 190 },
    ...{ acknowledged: 140, open: 44 },
  },
}
/** Px that a title has at the least. */
const leastTitle = 200

/** Px that the whole table takes at the least, with these columns. */
export function roomForColumns(
  columns: readonly HistoryColumn[],
  words: 'short' | 'long',
  scale: number,
): number {
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

export function historyColumns(writing: Writing): TableColumn<AlertHistoryItem>[] {
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

interface OpenProps {
  item: AlertHistoryItem
  isOpen: boolean
  onToggle: (id: number) => void
}

/** The one stop of a row. */
export function OpenButton({ item, isOpen, onToggle }: OpenProps) {
  const { t } = useTranslation('history')
  const tabIndex = useRowStop()
  const Icon = isOpen ? ExpandLessRounded : ExpandMoreRounded
  return (
    <IconButton
      size="small"
      data-stop=""
      tabIndex={tabIndex}
      aria-expanded={isOpen}
      aria-label={t('details', { title: item.title })}
      onClick={() => onToggle(item.id)}
    >
      <Icon sx={{ fontSize: 18 }} />
    </IconButton>
  )
}
