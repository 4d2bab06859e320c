import type { Validator } from '@roundsman/contract/validators'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartMark } from '../../charts/chart-model.ts'
import { useFetch } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { type TimelineEvent, timelinesQuery } from '../../data/timelines-query.ts'
import { useChartFormats } from './use-chart-formats.ts'
import type { ShownCharts } from './use-shown-charts.ts'
import type { ChosenValidator } from './validator-chips.tsx'

/** What is marked of a timeline: what changes whether a validator signs. */
export const markedKinds = ['jailed', 'unjailed', 'tombstoned', 'slashed'] as const

/** Validators whose events are asked for: each is a call, and more marks than theirs could not be told apart. */
const mostAsked = 10

interface Chosen {
  chosen: readonly ChosenValidator[]
  validators: readonly Validator[]
}

/** Events of a time, oldest first, that are marked; those of validators that are not shown any more are left out. */
export function markedEvents(
  events: readonly TimelineEvent[],
  ids: readonly number[],
  { from, to }: { from: number; to: number },
): { id: number; kind: (typeof markedKinds)[number]; at: number }[] {
  return events
    .flatMap(({ validatorId, kind, at }) => {
      const marked = markedKinds.find((known) => known === kind)
      const time = Math.floor(Date.parse(at) / 1_000)
      return marked === undefined || !ids.includes(validatorId) || time < from || time > to
        ? []
        : [{ id: validatorId, kind: marked, at: time }]
    })
    .sort((a, b) => a.at - b.at)
}

interface Marks {
  marks: readonly ChartMark[]
  /** They could not be read, so that none says nothing. */
  failed: boolean
  readAgain: () => void
}

/** Jailings and the like of the chosen validators, as marks of the charts. */
export function useChartMarks({ chosen, validators }: Chosen, shown: ShownCharts | null): Marks {
  const { t } = useTranslation('charts')
  const { client, network } = useServices()
  const charts = useChartFormats()
  const asked = shown === null ? [] : chosen.slice(0, mostAsked).map(({ id }) => id)
  const state = validators
    .filter(({ id }) => asked.includes(id))
    .map(({ id, jailed, tombstoned }) => `${id}${jailed}${tombstoned}`)
    .join()
  const {
    known: events,
    error,
    fetch,
  } = useFetch(
    timelinesQuery(client, { blockchainId: network.blockchain_id, validators: asked, state }),
    null,
  )
  const marks = useMemo(() => {
    if (shown === null || events === undefined) return []
    const { measured, part, range } = shown
    const names = new Map(measured[0]?.lines.map(({ id, name }) => [id, name]))
    return markedEvents(events, [...names.keys()], part).map(({ id, kind, at }) => ({
      at,
      text: t(`mark.${kind}`, { name: names.get(id) ?? `#${id}`, time: charts.moment(at, range) }),
    }))
  }, [events, shown, charts, t])
  return { marks, failed: error !== null, readAgain: fetch }
}
