import { use, useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import {
  createZoneOffset,
  type Formats,
  knownTimeZone,
  TimeZoneContext,
  useFormats,
} from '../../i18n/formats.ts'
import type { Metric, Range } from './charts-view.ts'

/** Values and times of charts, in the user's language and zone. */
interface ChartFormats {
  /** As the list writes it: 99.97%, 38.42M, 7.5% */
  value(metric: Metric, value: number): string
  /** At the axis, as short as its steps allow: 75%, 40M */
  tick(metric: Metric, value: number): string
  /** At the axis of time; a day for ticks that are a day or more apart. Unix seconds, as everywhere here. */
  time(at: number, step: number): string
  /** Of a point, as far as its range needs: 10:40:25, 10:40, 21 Nov, 10:40 */
  moment(at: number, range: Range): string
  /** 2026-11-21 10:40:25, for a table that is copied */
  full(at: number): string
  /** UTC, GMT+2 */
  zone(at: number): string
  /** Seconds that the zone is ahead of UTC. */
  offsetOf(at: number): number
}

const day = 86_400

export function createChartFormats(
  language: string,
  wanted: string | undefined,
  formats: Formats,
): ChartFormats {
  const timeZone = knownTimeZone(wanted)
  const of = (options: Intl.DateTimeFormatOptions, tongue = language) =>
    new Intl.DateTimeFormat(tongue, { timeZone, hourCycle: 'h23', ...options })
  const seconds = of({ timeStyle: 'medium' })
  const minutes = of({ timeStyle: 'short' })
  const date = of({ day: 'numeric', month: 'short' })
  const moment = of({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  const full = of({ dateStyle: 'short', timeStyle: 'medium' }, 'sv')
  const zone = of({ timeZoneName: 'short' })
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 })
  const amount = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 3 })
  return {
    value(metric, value) {
      if (metric === 'uptime') return formats.percent(value)
      return metric === 'power' ? formats.tokens(String(value), 0) : formats.rate(value)
    },
    tick: (metric, value) => (metric === 'power' ? amount : share).format(value),
    time: (at, step) => (step >= day ? date : minutes).format(at * 1_000),
    moment: (at, range) =>
      ({ h1: seconds, '24h': minutes, '7d': moment, '30d': moment })[range].format(at * 1_000),
    full: (at) => full.format(at * 1_000),
    zone: (at) =>
      zone.formatToParts(at * 1_000).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone,
    offsetOf: createZoneOffset(timeZone),
  }
}

export function useChartFormats(): ChartFormats {
  const { i18n } = useTranslation()
  const formats = useFormats()
  const zone = use(TimeZoneContext)
  const language = i18n.resolvedLanguage ?? 'en'
  return useMemo(() => createChartFormats(language, zone, formats), [language, zone, formats])
}
