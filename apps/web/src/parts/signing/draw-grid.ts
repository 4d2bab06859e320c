import type { GridShape } from './grid-shape.ts'

/** Custom properties of the canvas that the cells are drawn with. */
const properties = {
  s: '--cell-signed',
  p: '--cell-proposed',
  n: '--cell-nil',
  m: '--cell-missed',
  '-': '--cell-unseen',
  ground: '--cell-ground',
} as const

/**
 * Draws a cell for each letter: what departs from the quiet tile of a signed block differs by shape, so that it reads
 * without colour. Sharp on every screen.
 */
export function drawGrid(canvas: HTMLCanvasElement, letters: string, shape: GridShape): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { pitch, columns, rows } = shape
  const scale = Math.max(1, window.devicePixelRatio)
  const [width, height] = [columns * pitch - 1, rows * pitch - 1]
  Object.assign(canvas, { width: Math.round(width * scale), height: Math.round(height * scale) })
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` })
  context.setTransform(scale, 0, 0, scale, 0, 0)
  const style = getComputedStyle(canvas)
  const colour = (kind: keyof typeof properties) => style.getPropertyValue(properties[kind]).trim()
  const colours = { s: colour('s'), p: colour('p'), n: colour('n'), m: colour('m'), '-': colour('-') }
  const ground = colour('ground')
  const tile = pitch - 1
  for (let index = 0; index < letters.length; index++) {
    const letter = letters[index]
    const x = (index % columns) * pitch
    const y = Math.floor(index / columns) * pitch
    context.fillStyle = colours.s
    if (letter === 's' || letter === 'n') context.fillRect(x, y, tile, tile)
    if (letter === 'n') {
      context.fillStyle = colours.n
      context.fillRect(x, y + Math.ceil(tile / 2), tile, Math.floor(tile / 2))
    }
    if (letter === 'p') {
      const hole = Math.max(1, Math.round(tile / 3.6))
      const from = (tile - hole) / 2
      context.fillStyle = colours.p
      context.fillRect(x, y, tile, tile)
      context.fillStyle = ground
      context.fillRect(x + from, y + from, hole, hole)
    }
    if (letter === 'm') {
      context.fillStyle = colours.m
      context.fillRect(x, y, tile, tile)
      context.strokeStyle = ground
      context.lineWidth = tile > 8 ? 1.2 : 1
      const inset = tile > 8 ? 3 : 1.5
      context.beginPath()
      context.moveTo(x + inset, y + inset)
      context.lineTo(x + tile - inset, y + tile - inset)
      context.moveTo(x + tile - inset, y + inset)
      context.lineTo(x + inset, y + tile - inset)
      context.stroke()
    }
    if (letter !== 's' && letter !== 'n' && letter !== 'p' && letter !== 'm') {
      const dot = tile > 8 ? 2 : 1.5
      context.fillStyle = colours['-']
      context.fillRect(x + (tile - dot) / 2, y + (tile - dot) / 2, dot, dot)
    }
  }
}
