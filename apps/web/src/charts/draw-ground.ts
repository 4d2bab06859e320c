import type uPlot from 'uplot'
import type { ChartModel } from './chart-model.ts'

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
export function drawMarks({ ctx, bbox, valToPos }: uPlot, { marks }: ChartModel, colour: string): void {
  const ratio = window.devicePixelRatio || 1
  ctx.save()
  ctx.setLineDash([3 * ratio, 3 * ratio])
  ctx.lineWidth = 1.4 * ratio
  ctx.strokeStyle = colour
  for (const { at } of marks) {
    const x = valToPos(at, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}
