export interface CellColours {
  signed: string
  proposed: string
  nil: string
  missed: string
  unseen: string
  ground: string
}

/** Upper left corner of a cell and its width, px. */
export interface CellPlace {
  x: number
  y: number
  tile: number
}

type Context = CanvasRenderingContext2D

/**
 * Draws a cell: what departs from the quiet tile of a signed block differs by shape, so that it reads without colour.
 * A block that is not proven lacks a corner, whatever else it is.
 */
export function drawCell(
  context: Context,
  { cell, unproven }: { cell: string; unproven: boolean },
  place: CellPlace,
  colours: CellColours,
): void {
  const { x, y, tile } = place
  const fill = (colour: string) => {
    context.fillStyle = colour
    context.fillRect(x, y, tile, tile)
  }
  if (cell === 's') fill(colours.signed)
  else if (cell === 'n') {
    fill(colours.signed)
    context.fillStyle = colours.nil
    context.fillRect(x, y + Math.ceil(tile / 2), tile, Math.floor(tile / 2))
  } else if (cell === 'p') {
    fill(colours.proposed)
    drawSquare(context, place, Math.max(1, Math.round(tile / 3.6)), colours.ground)
  } else if (cell === 'm') {
    fill(colours.missed)
    drawCross(context, place, colours.ground)
  } else if (cell === 'x') drawFrame(context, place, colours.unseen)
  else drawSquare(context, place, tile > 8 ? 2 : 1.5, colours.unseen)
  if (unproven) cutCorner(context, place)
}

/** In the middle of the cell. */
function drawSquare(context: Context, { x, y, tile }: CellPlace, size: number, colour: string): void {
  const from = (tile - size) / 2
  context.fillStyle = colour
  context.fillRect(x + from, y + from, size, size)
}

function drawCross(context: Context, { x, y, tile }: CellPlace, colour: string): void {
  const inset = tile > 8 ? 3 : 1.5
  context.strokeStyle = colour
  context.lineWidth = tile > 8 ? 1.2 : 1
  context.beginPath()
  context.moveTo(x + inset, y + inset)
  context.lineTo(x + tile - inset, y + tile - inset)
  context.moveTo(x + tile - inset, y + inset)
  context.lineTo(x + inset, y + tile - inset)
  context.stroke()
}

function drawFrame(context: Context, { x, y, tile }: CellPlace, colour: string): void {
  context.strokeStyle = colour
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
