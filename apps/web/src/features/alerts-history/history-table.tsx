import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import type { Validator } from '@roundsman/contract/networks/validators'
import { useTable } from '@tanstack/react-table'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { beganIn, type Incident, isOver, waitingIn } from '../../data/alerts/incidents.ts'
import { useServices } from '../../data/services/services.ts'
import { type Formats, useFormats } from '../../i18n/formats.ts'
import { SeverityMark } from '../../parts/alerts/alert-marks.tsx'
import { columnSheet } from '../../ui/table/column-sheet.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { features, type TableColumn } from '../../ui/table/table-frame.tsx'
import { useLetterScale } from '../../ui/use-measured.ts'
import {
  AcknowledgedCell,
  acknowledgedOf,
  BeganAt,
  IncidentTitle,
  nameOf,
  OpenButton,
  TargetName,
} from './alert/alert-cells.tsx'
import { type HistoryTimes, useHistoryTimes } from './alert/alert-times.ts'
import { isImported } from './alert/alert-evidence.ts'
import { DeliveriesCell, deliveriesIn, deliveriesText } from './alert/deliveries.tsx'
import { incidentText } from './alert/incident-text.ts'
import { groupByDay, type HistoryRows } from './history-rows.ts'

/** Px of a row with letters of the usual size, as its sheet says (table-frame.tsx). */
const rowHeight = 36

/** The alerts as a table, where there is room for one. */
export function HistoryTable(props: HistoryRows) {
  const { incidents, linkedId, openId, rowOf, onAcknowledge, onToggle, onInteraction, renderOpen } = props
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
  const data = useMemo(() => [...incidents], [incidents])
  const table = useTable({
    features,
    columns,
    data,
    state,
    getRowId: ({ id }: Incident) => String(id),
    getRowCanExpand: () => true,
  })
  const rows = groupByDay(table.getRowModel().rows, {
    linkedId,
    now,
    times,
    t,
    incidentOf: ({ original }) => original,
  })
  const textOf = (incident: Incident, id: string): string => {
    const { lead } = incident
    switch (id) {
      case 'severity':
        return tAlerts(`severity.${lead.severity}`)
      case 'time': {
        const began = beganIn(incident)
        return began === null ? '…' : times.full(began)
      }
      case 'alert': {
        const { title, beside } = incidentText(incident, { t, formats, times })
        return [title, beside].filter((text) => text !== null).join(', ')
      }
      case 'about':
        return nameOf(lead, network.name)
      case 'height':
        return lead.height === null ? '' : formats.integer(lead.height)
      case 'deliveries':
        return isImported(lead) ? t('imported') : deliveriesText(deliveriesIn(incident), tAlerts)
      case 'acknowledged': {
        const { acknowledged_at: seen } = acknowledgedOf(incident)
        return seen === null || waitingIn(incident).length > 0 ? '' : times.full(seen)
      }
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

/** Rem with the padding of the cell; what happened has what is left. */
const widths = {
  severity: 6.25,
  time: 6.75,
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
    '--time': '7.5rem',
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
  // With its day it takes two, where there is no room.
  '& td [data-began]': { display: 'block', lineHeight: '1rem', whiteSpace: 'normal' },
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
  onToggle: (incident: Incident) => void
}

function historyColumns(writing: Writing): TableColumn<Incident>[] {
  const { t, formats, times, zone, rowOf, onAcknowledge, onToggle } = writing
  const column = (
    id: HistoryColumn,
    cell: (incident: Incident, isOpen: boolean) => React.ReactNode,
    layout: { align?: 'end'; silent?: boolean } = {},
  ): TableColumn<Incident> => {
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
    column('severity', (incident) => (
      <SeverityMark severity={incident.lead.severity} isOver={isOver(incident)} />
    )),
    column('time', (incident) => <BeganAt incident={incident} times={times} />),
    column('alert', (incident) => <IncidentTitle incident={incident} />),
    column('about', ({ lead }) => <TargetName item={lead} row={rowOf(lead.blockchain_validator_id)} />),
    column('height', ({ lead: { height } }) => (height === null ? <Unknown /> : formats.integer(height)), {
      align: 'end',
    }),
    column('deliveries', (incident) => (
      <DeliveriesCell deliveries={deliveriesIn(incident)} imported={isImported(incident.lead)} />
    )),
    column('acknowledged', (incident) => (
      <AcknowledgedCell incident={incident} onAcknowledge={onAcknowledge} />
    )),
    column(
      'open',
      (incident, isOpen) => <OpenButton incident={incident} isOpen={isOpen} onToggle={onToggle} />,
      { silent: true },
    ),
  ]
}

/** What no chain tells: a network that stands has no height for it. */
function Unknown() {
  return <span aria-hidden>–</span>
}
