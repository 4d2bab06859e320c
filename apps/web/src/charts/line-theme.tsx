import type { CSSObject, Theme } from '@mui/material/styles'
import { type MarkTone, markTones } from './chart-model.ts'

/** Marker of the nth line: color is the second sign of a line, not the first. */
export const markers = ['circle', 'square', 'up', 'diamond', 'down', 'cross'] as const
type Marker = (typeof markers)[number]

/** Each has 3 : 1 on its ground; who sees fewer colors, or none, has the markers (P175). */
export const lineColors = {
  light: ['#5A5FE0', '#DB6A12', '#0A554E', '#B84A94', '#7A4A10', '#3F97BC'],
  dark: ['#9096FF', '#F0863A', '#2C9A84', '#F59BCB', '#FFE58A', '#6FD8F5'],
} as const

/** From so many lines on only those that somebody points at keep their color. */
export const mostColored = 12

interface LineStyle {
  marker: Marker
  /** Name of the variable that holds its color, in the scheme of the page. */
  color: string
  /** Px of the dashes and of what is between them; null: none. */
  dash: [number, number] | null
}

/** The style of the nth line. From the seventh on the colors begin again, dashed. */
export function lineStyleOf(index: number): LineStyle {
  const place = index % markers.length
  return {
    marker: markers[place] ?? 'circle',
    color: `--line-${place}`,
    dash: index < markers.length ? null : [6, 4],
  }
}

/**
 * The variable of the color that the nth line is drawn in, which nobody points at.
 *
 * @param count of all lines of the chart
 */
export function lineColor(index: number, count: number): string {
  if (count === 1) return '--line-only'
  return count > mostColored ? '--chart-quiet' : lineStyleOf(index).color
}

/** The variable of the color of marks of a tone. */
export function markColor(tone: MarkTone): string {
  return `--chart-mark-${tone}`
}

const markVariables = (colorOf: (tone: MarkTone) => string) =>
  Object.fromEntries(markTones.map((tone) => [markColor(tone), colorOf(tone)]))

const variables = (colors: readonly string[]) =>
  Object.fromEntries(colors.map((color, index) => [`--line-${index}`, color]))

/** The colors of lines and of what stands around them, for whatever draws them: sheets as well as canvases. */
export function lineSheet({ vars }: Theme): CSSObject {
  return {
    ...variables(lineColors.light),
    '--line-only': vars.palette.primary.main,
    '--chart-grid': vars.palette.divider,
    '--chart-quiet': vars.palette.dividerStrong,
    '--chart-text': vars.palette.text.secondary,
    ...markVariables((tone) => vars.palette[tone].main),
    '--chart-ground': vars.palette.background.paper,
    '[data-scheme="dark"] &': variables(lineColors.dark),
    // Named as often as the scheme above it, which would win in the dark.
    '@media (forced-colors: active)': {
      '&&': {
        ...variables(lineColors.light.map(() => 'CanvasText')),
        '--line-only': 'CanvasText',
        '--chart-grid': 'GrayText',
        '--chart-quiet': 'GrayText',
        '--chart-text': 'CanvasText',
        ...markVariables(() => 'CanvasText'),
        '--chart-ground': 'Canvas',
      },
    },
  }
}

const square = 3.6
const wide = 4.6

/** Outline of a marker around 0, 0, as an SVG path. */
export const markerPaths: Record<Marker, string> = {
  circle: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z',
  square: `M${-square} ${-square}H${square}V${square}H${-square}Z`,
  up: `M0 ${-wide}L${wide} ${wide * 0.8}H${-wide}Z`,
  diamond: `M0 ${-wide - 0.4}L${wide + 0.4} 0L0 ${wide + 0.4}L${-wide - 0.4} 0Z`,
  down: `M0 ${wide}L${wide} ${-wide * 0.8}H${-wide}Z`,
  cross: 'M-1.3 -4.6H1.3V-1.3H4.6V1.3H1.3V4.6H-1.3V1.3H-4.6V-1.3H-1.3Z',
}

interface Props {
  /** The place of the line among those of the chart, from 0. */
  index: number
  /** Without its color, where only those that somebody points at have one. */
  quiet?: boolean
  /** There is no other line. */
  only?: boolean
}

/** A piece of a line with its marker, beside the name of what it is of. */
export function LineGlyph({ index, quiet = false, only = false }: Props) {
  const { marker, color, dash } = lineStyleOf(index)
  const stroke = `var(${quiet ? '--chart-text' : only ? '--line-only' : color})`
  return (
    <svg aria-hidden width={24} height={12} viewBox="-12 -6 24 12" style={{ flex: 'none' }}>
      <path d="M-11 0H11" style={{ stroke, strokeWidth: 1.9, ...(dash ? { strokeDasharray: '3 2' } : {}) }} />
      <path
        d={markerPaths[marker]}
        style={{ fill: stroke, stroke: 'var(--chart-ground)', strokeWidth: 1.6, paintOrder: 'stroke' }}
      />
    </svg>
  )
}
