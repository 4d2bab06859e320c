import type uPlot from 'uplot'
import { type ChartModel, type MarkTone, markTones } from './chart-model.ts'

/** Px between the lines of a hatch. */
const hatch = 7

/** What is drawn below the lines: a hatch over the times in which nothing was measured. */
export function drawGaps({ ctx, bbox, valToPos }: uPlot, { gaps }: ChartModel, colour: string): void {
  const ratio = window.devicePixelRatio || 1
  for (const { from, to } of gaps) {
    const left = Math.max(bbox.left, valToPos(from, 'x', true))
    const right = Math.min(bbox.left + bbox.width, valToPos(to, 'x', true))
    if (right - left < 1) continue
    ctx.save()
    ctx.beginPath()
    ctx.rect(left, bbox.top, right - left, bbox.height)
    ctx.clip()
    ctx.beginPath()
    for (let x = left - bbox.height; x < right; x += hatch * ratio) {
      ctx.moveTo(x, bbox.top + bbox.height)
      ctx.lineTo(x + bbox.height, bbox.top)
    }
    ctx.lineWidth = ratio
    ctx.strokeStyle = colour
    ctx.stroke()
    ctx.restore()
  }
}

/** What is drawn above the lines: when something happened. */
export function drawMarks(
  { ctx, bbox, valToPos }: Pick<uPlot, 'ctx' | 'bbox' | 'valToPos'>,
  { marks }: Pick<ChartModel, 'marks'>,
  colourOf: (tone: MarkTone) => string,
): void {
  const ratio = window.devicePixelRatio || 1
  ctx.save()
  ctx.setLineDash([3 * ratio, 3 * ratio])
  ctx.lineWidth = 1.4 * ratio
  const laid = markTones.flatMap((tone) => marks.filter((mark) => mark.tone === tone))
  for (const { at, tone } of laid) {
    const x = valToPos(at, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.strokeStyle = colourOf(tone)
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}
