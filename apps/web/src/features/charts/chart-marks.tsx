import Typography from '@mui/material/Typography'
import { chartRanges } from '@roundsman/contract/networks/charts'
import type { Validator } from '@roundsman/contract/networks/validators'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { ChartMark, MarkTone } from '../../charts/chart-model.ts'
import { useFetch } from '../../data/api/operation.ts'
import { mostEvents, type TimelineEvent, timelinesQuery } from '../../data/network/charts.ts'
import { useServices } from '../../data/services/services.ts'
import { isolated, useFormats } from '../../i18n/formats.ts'
import { useChartFormats } from './chart-formats.ts'
import type { Metric } from './charts-view.ts'
import type { ShownCharts } from './shown-charts.ts'

/** What is marked of a timeline: what changes whether a validator signs, and for how much; red is what punishes it. */
const markedKinds = {
  jailed: 'error',
  unjailed: 'info',
  tombstoned: 'error',
  slashed: 'error',
  commission_changed: 'info',
} as const satisfies Partial<Record<TimelineEvent['kind'], MarkTone>>
type MarkedKind = keyof typeof markedKinds

/** Validators whose events are marked: each is a call, and more marks than theirs could not be told apart. */
const mostMarked = 10

interface MarkedEvent {
  /** Of the validator. */
  id: number
  kind: MarkedKind
  tone: MarkTone
  /** Unix seconds. */
  at: number
  before: string | null
  after: string | null
}

/** Events of a time, oldest first, that are marked; those of validators that are not shown any more are left out. */
export function markedEvents(
  events: readonly TimelineEvent[],
  ids: readonly number[],
  { from, to }: { from: number; to: number },
): MarkedEvent[] {
  return events
    .flatMap(({ validatorId, kind, at, before, after }) => {
      const time = Math.floor(Date.parse(at) / 1_000)
      return !isMarked(kind) || !ids.includes(validatorId) || time < from || time > to
        ? []
        : [{ id: validatorId, kind, tone: markedKinds[kind], at: time, before, after }]
    })
    .sort((a, b) => a.at - b.at)
}

function isMarked(kind: TimelineEvent['kind']): kind is MarkedKind {
  return Object.hasOwn(markedKinds, kind)
}

/** A mark of one metric alone, or of all (null). */
export interface PageMark extends ChartMark {
  metric: Metric | null
}

/**
 * What the chart of a metric marks: a change of commission is marked where it can be seen, and takes no other curve. Its
 * line is a step there, which needs no words.
 */
export function marksOf(marks: readonly PageMark[], metric: Metric): ChartMark[] {
  return marks.flatMap((mark) =>
    mark.metric === null ? [mark] : mark.metric === metric ? [{ ...mark, silent: true }] : [],
  )
}

interface Marks {
  marks: readonly PageMark[]
  /** They could not be read, so that none says nothing. */
  failed: boolean
  /** There are validators whose events are not marked. */
  isOfFirst: boolean
  /** Unix seconds within the shown time, before which some events are not marked; null: all of them are. */
  cutAt: number | null
  readAgain: () => void
}

const nobody: readonly number[] = []

/** Jailings and the like of the first shown validators, as marks of the charts. */
export function useChartMarks(validators: readonly Validator[], shown: ShownCharts | null): Marks {
  const { t } = useTranslation('charts')
  const { client, network, serverTime } = useServices()
  const charts = useChartFormats()
  const ids = useMemo(() => shown?.measured[0]?.lines.map(({ id }) => id) ?? nobody, [shown])
  const asked = ids.slice(0, mostMarked)
  const state = validators
    .filter(({ id }) => asked.includes(id))
    .map((row) => `${row.id}${row.jailed}${row.tombstoned}${row.commission_rate}`)
    .join()
  const { known, error, fetch } = useFetch(
    timelinesQuery(client, {
      blockchainId: network.blockchain_id,
      validators: asked,
      state,
      seconds: chartRanges[shown?.range ?? 'h1'].seconds,
      now: serverTime.now,
    }),
    null,
  )
  const marks = useMemo(() => {
    if (shown === null || known === undefined) return []
    const { measured, part, range } = shown
    const names = new Map(measured[0]?.lines.map(({ id, name }) => [id, name]))
    const rate = (text: string) => charts.value('commission', Number(text))
    return markedEvents(known.events, ids, part).map(({ id, kind, tone, at, before, after }) => {
      const values = { name: isolated(names.get(id) ?? `#${id}`), time: charts.moment(at, range) }
      const text =
        kind === 'commission_changed' && before !== null && after !== null
          ? t('mark.commission_moved', { ...values, before: rate(before), after: rate(after) })
          : t(`mark.${kind}`, values)
      return { at, text, tone, metric: kind === 'commission_changed' ? ('commission' as const) : null }
    })
  }, [known, shown, ids, charts, t])
  const cutAt = known?.cutAt == null ? null : Math.ceil(known.cutAt / 1_000)
  return {
    marks,
    failed: error !== null,
    isOfFirst: ids.length > mostMarked,
    cutAt: shown === null || cutAt === null || cutAt <= shown.part.from ? null : cutAt,
    readAgain: fetch,
  }
}

interface NoteProps {
  marks: Pick<Marks, 'isOfFirst' | 'cutAt'>
  /** Up to when values come from a file; null: none do. */
  importedUntil: string | null
}

/** What nobody here measured, and what is not marked, though it may have happened. */
export function MarksNote({ marks: { isOfFirst, cutAt }, importedUntil }: NoteProps) {
  const { t } = useTranslation('charts')
  const formats = useFormats()
  const charts = useChartFormats()
  const until = importedUntil === null ? null : Date.parse(importedUntil) / 1000
  return [
    ...(until === null
      ? []
      : [t('imported', { time: `${charts.moment(until, '30d')} ${charts.zone(until)}` })]),
    ...(isOfFirst ? [t('marked.first', { count: mostMarked, value: formats.integer(mostMarked) })] : []),
    ...(cutAt === null
      ? []
      : [
          t('marked.cut', {
            value: formats.integer(mostEvents),
            time: `${charts.moment(cutAt, '30d')} ${charts.zone(cutAt)}`,
          }),
        ]),
  ].map((text) => (
    <Typography key={text} variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
      {text}
    </Typography>
  ))
}
