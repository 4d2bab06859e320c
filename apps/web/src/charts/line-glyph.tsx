import { lookOf, markerPaths } from './line-looks.ts'

interface Props {
  /** The place of the line among those of the chart, from 0. */
  index: number
  /** Without its colour, where only those that somebody points at have one. */
  quiet?: boolean
  /** There is no other line. */
  only?: boolean
}

/** A piece of a line with its marker, beside the name of what it is of. */
export function LineGlyph({ index, quiet = false, only = false }: Props) {
  const { marker, colour, dash } = lookOf(index)
  const stroke = `var(${quiet ? '--chart-text' : only ? '--line-only' : colour})`
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
