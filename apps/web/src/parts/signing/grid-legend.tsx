import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { LetterLegend } from '../../ui/strip/letter-legend.tsx'
import { GridCanvas } from './grid-canvas.tsx'
import { gridShape } from './grid-shape.ts'
import { useCellWord } from './use-cell-word.ts'

interface Props {
  /** Some cell has the mark of what is not proven. */
  marked: boolean
}

const one = gridShape(1, 12)

/** What the cells mean. */
export const GridLegend = memo(function GridLegend({ marked }: Props) {
  const { t } = useTranslation('validator')
  const word = useCellWord()
  const cells = [
    ['s', word('signed')],
    ['p', word('proposed')],
    ['n', word('nil')],
    ['m', word('missed')],
    ['x', word('outside')],
    ['-', word('unseen')],
  ] as const
  const entries = marked ? [...cells, ['unproven', t('signing.unproven')] as const] : cells
  return (
    <LetterLegend
      entries={entries}
      draw={(cell) =>
        cell === 'unproven' ? (
          <GridCanvas cells="s" marks="S" shape={one} />
        ) : (
          <GridCanvas cells={cell} marks="" shape={one} />
        )
      }
    />
  )
})
