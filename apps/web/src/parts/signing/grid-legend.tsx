import { memo } from 'react'
import { LetterLegend } from '../../ui/strip/letter-legend.tsx'
import { GridCanvas } from './grid-canvas.tsx'
import { gridShape } from './grid-shape.ts'

const one = gridShape(1, 12)

/** What the cells mean. */
export const GridLegend = memo(function GridLegend() {
  return <LetterLegend draw={(letter) => <GridCanvas letters={letter} shape={one} />} />
})
