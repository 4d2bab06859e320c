import { shownLetters, type Validator } from '@roundsman/contract/networks/validators'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { DrawnStrip } from '../../../ui/strip/drawn-strips.tsx'
import { styled } from '../../../ui/theme/styled.tsx'
import type { RowContext } from './row-figures.tsx'

/** How many of the newest blocks a row that is open shows. */
export const openBlocks = 500

interface OpenStripProps {
  row: Validator
  isOpen: boolean
  /** -1 where another control of the row does the same. */
  tabIndex: 0 | -1
  onToggle: (row: Validator) => void
  /** The strip. */
  children: ReactNode
}

const Frame = styled('div')(({ theme }) => ({
  position: 'relative',
  width: 'fit-content',
  minWidth: 0,
  cursor: 'pointer',
  // It lies upon the strip, whose tooltip goes on to work.
  '& > button': {
    all: 'unset',
    position: 'absolute',
    inset: '-3px -4px',
    borderRadius: 4,
    pointerEvents: 'none',
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}` },
  },
}))

/** A strip that opens more blocks below its row, and closes them. A click on the strip is one on its button. */
export function OpenStrip({ row, isOpen, tabIndex, onToggle, children }: OpenStripProps) {
  const { t } = useTranslation()
  const blocks = t('column.blocks', { count: openBlocks })
  return (
    <Frame onClick={() => onToggle(row)}>
      {children}
      <button
        type="button"
        tabIndex={tabIndex}
        aria-expanded={isOpen}
        aria-label={`${blocks}: ${row.moniker ?? row.consensus_address}`}
      />
    </Frame>
  )
}

interface RowStripProps {
  row: Validator
  context: Pick<RowContext, 'staleAge'>
}

/** The last blocks of a row, live: of what a row shows it alone changes with each block. */
export function RowStrip({ row, context: { staleAge } }: RowStripProps) {
  return <DrawnStrip row={row.id} blocks={shownLetters} faded={staleAge !== null} />
}
