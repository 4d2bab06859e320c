import type uPlot from 'uplot'
import { type ChartModel, pointsOf } from './chart-model.ts'
import { lookOf, markerPaths, mostColoured } from './line-looks.ts'

/** Px from the middle of a circle to its edge, and from that of a marker to the farthest of its own. */
const radius = 3
const reach = 5

/** Points that are drawn of a line, in the part that is shown. */
export function shownPoints({ times, lines, from, to }: ChartModel, line: number): number[] {
  const values = lines[line]?.values ?? []
  const inside = values.map((value, place) => {
    const at = times[place]
    return at !== undefined && at >= from && at <= to ? value : null
  })
  return pointsOf(inside)
}

/**
 * Circles, and where a line ends its marker: it is told from the others by that where colours say nothing. Of so many
 * lines that none has a colour markers would lie on each other.
 */
export function pointPaths(model: () => ChartModel, line: number): uPlot.Series.Points.PathBuilder {
  return ({ bbox, valToPos, data }, _series, _from, _to, places) => {
    const { lines } = model()
    const look = lines[line]?.look ?? line
    const ratio = window.devicePixelRatio || 1
    const fill = new Path2D()
    const last = places?.at(-1)
    for (const place of places ?? []) {
      const [at, value] = [data[0][place], data[line + 1]?.[place]]
      if (at === undefined || value == null) continue
      const [x, y] = [valToPos(at, 'x', true), valToPos(value, 'y', true)]
      if (place === last && lines.length > 1 && lines.length <= mostColoured)
        fill.addPath(new Path2D(markerPaths[lookOf(look).marker]), new DOMMatrix([ratio, 0, 0, ratio, x, y]))
      else {
        fill.moveTo(x + radius * ratio, y)
        fill.arc(x, y, radius * ratio, 0, 2 * Math.PI)
      }
    }
    const clip = new Path2D()
    const room = reach * ratio
    clip.rect(bbox.left - room, bbox.top - room, bbox.width + 2 * room, bbox.height + 2 * room)
    return { fill, clip }
  }
}
