import { styled } from '@mui/material/styles'
import { memo, useEffect, useRef, useState } from 'react'
import { watchColours } from '../../ui/theme/watch-colours.ts'
import { drawGrid } from './draw-grid.ts'
import type { GridShape } from './grid-shape.ts'

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

/** The picture of the grid. Drawn again where the scheme changes: its colours are those of the page's variables. */
export const GridCanvas = memo(function GridCanvas({ cells, marks, shape }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useSchemeChanges()
  useEffect(() => {
    if (canvas.current) drawGrid(canvas.current, { cells, marks }, shape)
  }, [cells, marks, shape, scheme])
  return <Canvas ref={canvas} aria-hidden />
})

/** Counts how often the colours of the page became others. */
function useSchemeChanges(): number {
  const [changes, setChanges] = useState(0)
  useEffect(() => watchColours(() => setChanges((count) => count + 1)), [])
  return changes
}
