/** Px from a cell to the next one: the more blocks, the smaller. */
export function gridPitch(blocks: number): number {
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
    ...{ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns },
    ...{ PageUp: -columns * 10, PageDown: columns * 10, Home: -count, End: count },
  }
  const step = steps[key]
  return step === undefined ? null : Math.min(count - 1, Math.max(0, index + step))
}
