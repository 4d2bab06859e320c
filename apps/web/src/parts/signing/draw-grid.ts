import { drawCell, type CellColours } from './draw-cell.ts'
import { isUnproven } from './grid-proofs.ts'
import type { GridShape } from './grid-shape.ts'

/** Custom properties of the canvas that the cells are drawn with. */
const properties = {
  signed: '--cell-signed',
  proposed: '--cell-proposed',
  nil: '--cell-nil',
  missed: '--cell-missed',
  unseen: '--cell-unseen',
  ground: '--cell-ground',
} as const satisfies Record<keyof CellColours, string>

interface Picture {
  /** As `cellsOf` gives them. */
  cells: string
  /** As `gridProofs` gives them: these cells lack a corner. */
  marks: string
}

/** Draws a cell for each block, sharp on every screen. */
export function drawGrid(canvas: HTMLCanvasElement, { cells, marks }: Picture, shape: GridShape): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { pitch, columns, rows } = shape
  const scale = Math.max(1, window.devicePixelRatio)
  const [width, height] = [columns * pitch - 1, rows * pitch - 1]
  Object.assign(canvas, { width: Math.round(width * scale), height: Math.round(height * scale) })
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` })
  context.setTransform(scale, 0, 0, scale, 0, 0)
  const colours = coloursOf(canvas)
  for (let index = 0; index < cells.length; index++) {
    const place = {
      x: (index % columns) * pitch,
      y: Math.floor(index / columns) * pitch,
      tile: pitch - 1,
    }
    drawCell(context, { cell: cells[index] ?? '-', unproven: isUnproven(marks[index]) }, place, colours)
  }
}

function coloursOf(canvas: HTMLCanvasElement): CellColours {
  const style = getComputedStyle(canvas)
  const colour = (kind: keyof CellColours) => style.getPropertyValue(properties[kind]).trim()
  return {
    ...{ signed: colour('signed'), proposed: colour('proposed'), nil: colour('nil') },
    ...{ missed: colour('missed'), unseen: colour('unseen'), ground: colour('ground') },
  }
}
