import { memo, useEffect, useRef, useState } from 'react'
import { watchColors } from '../../ui/use-measured.ts'
import { isUnproven } from './block-facts.ts'
import { styled } from '../../ui/theme/styled.tsx'

/** Px from a cell to the next one: the more blocks, the smaller. */
function gridPitch(blocks: number): number {
  if (blocks > 5_000) return 6
  return blocks > 1_000 ? 8 : 12
}

export interface GridShape {
  pitch: number
  columns: number
  rows: number
}

/** As many columns as there is room for; time runs left to right and down, whatever the language does. */
export function gridShape(blocks: number, width: number): GridShape {
  const pitch = gridPitch(blocks)
  const columns = Math.max(1, Math.floor((width + 1) / pitch))
  return { pitch, columns, rows: Math.max(1, Math.ceil(blocks / columns)) }
}

/** The cell at a place of the picture, in px from its upper left; null beside all cells. */
export function cellAt({ pitch, columns }: GridShape, count: number, x: number, y: number): number | null {
  const column = Math.floor(x / pitch)
  const index = Math.floor(y / pitch) * columns + column
  return x < 0 || y < 0 || column >= columns || index >= count ? null : index
}

/** Where a key leads from a cell; null where the key is none of the grid's. */
export function cellAfterKey(
  key: string,
  index: number,
  count: number,
  { columns }: GridShape,
): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    PageUp: -columns * 10,
    PageDown: columns * 10,
    Home: -count,
    End: count,
  }
  const step = steps[key]
  return step === undefined ? null : Math.min(count - 1, Math.max(0, index + step))
}

interface CellColors {
  signed: string
  proposed: string
  nil: string
  missed: string
  unseen: string
  ground: string
}

/** Upper left corner of a cell and its width, px. */
interface CellPlace {
  x: number
  y: number
  tile: number
}

type Context = CanvasRenderingContext2D

/**
 * Draws a cell: what departs from the quiet tile of a signed block differs by shape, so that it reads without color.
 * A block that is not proven lacks a corner, whatever else it is.
 */
function drawCell(
  context: Context,
  { cell, unproven }: { cell: string; unproven: boolean },
  place: CellPlace,
  colors: CellColors,
): void {
  const { x, y, tile } = place
  const fill = (color: string) => {
    context.fillStyle = color
    context.fillRect(x, y, tile, tile)
  }
  if (cell === 's') fill(colors.signed)
  else if (cell === 'n') {
    fill(colors.signed)
    context.fillStyle = colors.nil
    context.fillRect(x, y + Math.ceil(tile / 2), tile, Math.floor(tile / 2))
  } else if (cell === 'p') {
    fill(colors.proposed)
    drawSquare(context, place, Math.max(1, Math.round(tile / 3.6)), colors.ground)
  } else if (cell === 'm') {
    fill(colors.missed)
    drawCross(context, place, colors.ground)
  } else if (cell === 'x') drawFrame(context, place, colors.unseen)
  else drawSquare(context, place, tile > 8 ? 2 : 1.5, colors.unseen)
  if (unproven) cutCorner(context, place)
}

/** In the middle of the cell. */
function drawSquare(context: Context, { x, y, tile }: CellPlace, size: number, color: string): void {
  const from = (tile - size) / 2
  context.fillStyle = color
  context.fillRect(x + from, y + from, size, size)
}

function drawCross(context: Context, { x, y, tile }: CellPlace, color: string): void {
  const inset = tile > 8 ? 3 : 1.5
  context.strokeStyle = color
  context.lineWidth = tile > 8 ? 1.2 : 1
  context.beginPath()
  context.moveTo(x + inset, y + inset)
  context.lineTo(x + tile - inset, y + tile - inset)
  context.moveTo(x + tile - inset, y + inset)
  context.lineTo(x + inset, y + tile - inset)
  context.stroke()
}

function drawFrame(context: Context, { x, y, tile }: CellPlace, color: string): void {
  context.strokeStyle = color
  context.lineWidth = 1
  context.strokeRect(x + 0.5, y + 0.5, tile - 1, tile - 1)
}

/** The ground shows through, whichever that is. */
function cutCorner(context: Context, { x, y, tile }: CellPlace): void {
  const size = Math.ceil(tile / 2.2)
  context.globalCompositeOperation = 'destination-out'
  context.fillStyle = '#000'
  context.beginPath()
  context.moveTo(x + tile - size, y)
  context.lineTo(x + tile, y)
  context.lineTo(x + tile, y + size)
  context.fill()
  context.globalCompositeOperation = 'source-over'
}

/** Custom properties of the canvas that the cells are drawn with. */
const properties = {
  signed: '--cell-signed',
  proposed: '--cell-proposed',
  nil: '--cell-nil',
  missed: '--cell-missed',
  unseen: '--cell-unseen',
  ground: '--cell-ground',
} as const satisfies Record<keyof CellColors, string>

interface Picture {
  /** As `cellsOf` gives them. */
  cells: string
  /** As `gridProofs` gives them: these cells lack a corner. */
  marks: string
}

/** Draws a cell for each block, sharp on every screen. */
function drawGrid(canvas: HTMLCanvasElement, { cells, marks }: Picture, shape: GridShape): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { pitch, columns, rows } = shape
  const scale = Math.max(1, window.devicePixelRatio)
  const [width, height] = [columns * pitch - 1, rows * pitch - 1]
  Object.assign(canvas, { width: Math.round(width * scale), height: Math.round(height * scale) })
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` })
  context.setTransform(scale, 0, 0, scale, 0, 0)
  const colors = colorsOf(canvas)
  for (let index = 0; index < cells.length; index++) {
    const place = {
      x: (index % columns) * pitch,
      y: Math.floor(index / columns) * pitch,
      tile: pitch - 1,
    }
    drawCell(context, { cell: cells[index] ?? '-', unproven: isUnproven(marks[index]) }, place, colors)
  }
}

function colorsOf(canvas: HTMLCanvasElement): CellColors {
  const style = getComputedStyle(canvas)
  const color = (kind: keyof CellColors) => style.getPropertyValue(properties[kind]).trim()
  return {
    signed: color('signed'),
    proposed: color('proposed'),
    nil: color('nil'),
    missed: color('missed'),
    unseen: color('unseen'),
    ground: color('ground'),
  }
}

interface Props {
  /** As `cellsOf` gives them. */
  cells: string
  /** As `gridProofs` gives them. */
  marks: string
  shape: GridShape
}

const Canvas = styled('canvas')(({ theme }) => ({
  display: 'block',
  '--cell-signed': theme.vars.palette.cell,
  '--cell-proposed': theme.vars.palette.strip.proposed,
  '--cell-nil': theme.vars.palette.strip.nil,
  '--cell-missed': theme.vars.palette.strip.missed,
  '--cell-unseen': theme.vars.palette.strip.unseen,
  '--cell-ground': theme.vars.palette.background.paper,
  '@media (forced-colors: active)': {
    '--cell-signed': 'GrayText',
    '--cell-proposed': 'Highlight',
    '--cell-nil': 'CanvasText',
    '--cell-missed': 'CanvasText',
    '--cell-unseen': 'GrayText',
    '--cell-ground': 'Canvas',
  },
}))

/** The picture of the grid. Drawn again where the scheme changes: its colors are those of the page's variables. */
export const GridCanvas = memo(function GridCanvas({ cells, marks, shape }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useSchemeChanges()
  useEffect(() => {
    if (canvas.current) drawGrid(canvas.current, { cells, marks }, shape)
  }, [cells, marks, shape, scheme])
  return <Canvas ref={canvas} aria-hidden />
})

/** Counts how often the colors of the page became others. */
function useSchemeChanges(): number {
  const [changes, setChanges] = useState(0)
  useEffect(() => watchColors(() => setChanges((count) => count + 1)), [])
  return changes
}
