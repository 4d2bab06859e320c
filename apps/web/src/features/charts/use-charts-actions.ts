import { type RefObject, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartMark } from '../../charts/chart-model.ts'
import { lineColour, lookOf, markColour, markerPaths } from '../../charts/line-looks.ts'
import { useServices } from '../../data/services.ts'
import { saveFile } from '../../ui/save-file.ts'
import { sayWrong } from '../../ui/say.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { chartsPicture } from './chart-png.ts'
import { chartsCsv, chartsFileName } from './charts-csv.ts'
import { placesIn } from './table-text.ts'
import { useChartFormats } from './use-chart-formats.ts'
import type { ShownCharts } from './use-shown-charts.ts'

export interface ChartsActions {
  copy: (text: string) => void
  copyLink: () => void
  /** null where there is nothing to save. */
  savePng: (() => void) | null
  saveCsv: (() => void) | null
}

/**
 * Copying and saving what the charts show.
 *
 * @param marks what the plots mark, which the picture says in words
 * @param frame what the plots stand in, for the picture
 */
export function useChartsActions(
  shown: ShownCharts | null,
  marks: readonly ChartMark[],
  frame: RefObject<HTMLElement | null>,
  isTable: boolean,
): ChartsActions {
  const { t } = useTranslation('charts')
  const formats = useChartFormats()
  const copy = useCopy()
  const { network, serverTime } = useServices()
  return useMemo(() => {
    const failed = () => sayWrong(t('saveFailed'))
    const saveCsv = ({ times, measured, part, range }: ShownCharts) => {
      const places = placesIn(times, part).toReversed()
      saveFile(
        chartsFileName(network.host, range, serverTime.now(), 'csv'),
        chartsCsv(times, places, measured),
      )
    }
    const savePng = async ({ measured, part, range, unit }: ShownCharts, host: HTMLElement) => {
      const style = getComputedStyle(host)
      const day = (at: number) => formats.moment(at, '30d')
      const colour = (variable: string) => style.getPropertyValue(variable).trim()
      const lines = measured[0]?.lines ?? []
      const picture = await chartsPicture({
        title: network.name,
        note: `${day(part.from)} – ${day(part.to)} ${formats.zone(part.to)}`,
        charts: measured.flatMap(({ metric }) => {
          const canvas = host.querySelector<HTMLCanvasElement>(`[data-metric="${metric}"] canvas`)
          const note = metric === 'power' ? (unit ?? t('about.power')) : t(`about.${metric}`)
          return canvas ? [{ title: t(`metric.${metric}`), note, canvas }] : []
        }),
        lines: lines.map(({ name, look }) => ({
          name,
          colour: colour(lineColour(look, lines.length)),
          dash: lookOf(look).dash,
          marker: markerPaths[lookOf(look).marker],
        })),
        marks: marks.map(({ text, tone }) => ({ name: text, colour: colour(markColour(tone)) })),
        colours: { ground: colour('--chart-ground'), text: style.color, quiet: colour('--chart-text') },
      })
      saveFile(chartsFileName(network.host, range, serverTime.now(), 'png'), picture)
    }
    return {
      copy,
      copyLink: () => copy(window.location.href),
      saveCsv: shown === null ? null : () => saveCsv(shown),
      savePng:
        shown === null || isTable
          ? null
          : () => {
              if (frame.current) void savePng(shown, frame.current).catch(failed)
            },
    }
  }, [t, formats, copy, network, serverTime, shown, marks, frame, isTable])
}
