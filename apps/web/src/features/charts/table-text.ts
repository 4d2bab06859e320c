import type { ChartLine } from '../../charts/chart-model.ts'

/** Places of the points of a part of the time, newest first, as the table has them. */
export function placesIn(times: readonly number[], { from, to }: { from: number; to: number }): number[] {
  const places: number[] = []
  for (let place = times.length - 1; place >= 0; place -= 1) {
    const at = times[place] ?? 0
    if (at >= from && at <= to) places.push(place)
  }
  return places
}

interface Words {
  head: string
  timeText: (at: number) => string
  valueText: (value: number) => string
  none: string
}

/** A table as text, with tabs between its cells, as spreadsheets take it. */
export function tableText(
  lines: readonly ChartLine[],
  times: readonly number[],
  places: readonly number[],
  { head, timeText, valueText, none }: Words,
): string {
  const rows = places.map((place) => [
    timeText(times[place] ?? 0),
    ...lines.map(({ values }) => {
      const value = values[place] ?? null
      return value === null ? none : valueText(value)
    }),
  ])
  return [[head, ...lines.map(({ name }) => cell(name))], ...rows].map((row) => row.join('\t')).join('\n')
}

/** Monikers are written by others: no cell ends in one, and a spreadsheet takes none for a formula. */
function cell(name: string): string {
  const text = name.replaceAll(/[\t\r\n]+/g, ' ')
  return /^[=+\-@]/.test(text) ? `'${text}` : text
}
