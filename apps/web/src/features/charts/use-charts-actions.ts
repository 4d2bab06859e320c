import { type RefObject, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lookOf, markerPaths } from '../../charts/line-looks.ts'
import { useServices } from '../../data/services.ts'
import { saveFile } from '../../ui/save-file.ts'
import { say, sayWrong } from '../../ui/say.ts'
import { placesIn } from './table-text.ts'
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
 * @param frame what the plots stand in, for the picture
 */
export function useChartsActions(
  shown: ShownCharts | null,
  frame: RefObject<HTMLElement | null>,
  isTable: boolean,
): ChartsActions {
  const { t } = useTranslation()
  const { t: own } = useTranslation('charts')
  const { network, serverTime } = useServices()
  return useMemo(() => {
    const copy = (text: string) => {
      void navigator.clipboard.writeText(text).then(
        () => say(t('list.copied')),
        () => sayWrong(t('list.notCopied')),
      )
    }
    const failed = () => sayWrong(own('saveFailed'))
    const saveCsv = async ({ times, measured, part, range }: ShownCharts) => {
      const { chartsCsv, chartsFileName } = await import('./charts-csv.ts')
      const places = placesIn(times, part).toReversed()
      saveFile(
        chartsFileName(network.host, range, serverTime.now(), 'csv'),
        chartsCsv(times, places, measured),
      )
    }
    const savePng = async ({ measured, range, unit }: ShownCharts, host: HTMLElement) => {
      const [{ chartsPicture }, { chartsFileName }] = await Promise.all([
        import('./chart-png.ts'),
        import('./charts-csv.ts'),
      ])
      const style = getComputedStyle(host)
      const colour = (variable: string) => style.getPropertyValue(variable).trim()
      const lines = measured[0]?.lines ?? []
      const picture = await chartsPicture({
        title: `${network.name}, ${own(`ranges.${range}`)}`,
        charts: measured.flatMap(({ metric }) => {
          const canvas = host.querySelector<HTMLCanvasElement>(`[data-metric="${metric}"] canvas`)
          const note = metric === 'power' ? (unit ?? own('about.power')) : own(`about.${metric}`)
          return canvas ? [{ title: own(`metric.${metric}`), note, canvas }] : []
        }),
        lines: lines.map(({ name, look }) => ({
          name,
          colour: colour(lines.length === 1 ? '--line-only' : lookOf(look).colour),
          dash: lookOf(look).dash,
          marker: markerPaths[lookOf(look).marker],
        })),
        colours: { ground: colour('--chart-ground'), text: style.color, quiet: colour('--chart-text') },
      })
      saveFile(chartsFileName(network.host, range, serverTime.now(), 'png'), picture)
    }
    return {
      copy,
      copyLink: () => copy(window.location.href),
      saveCsv: shown === null ? null : () => void saveCsv(shown).catch(failed),
      savePng:
        shown === null || isTable
          ? null
          : () => {
              if (frame.current) void savePng(shown, frame.current).catch(failed)
            },
    }
  }, [t, own, network, serverTime, shown, frame, isTable])
}
