import { styled } from '@mui/material/styles'
import type { Validator } from '@roundsman/contract/validators'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { openBlocks } from './open-blocks.ts'

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
  // It lies upon the strip, which goes on to tell of the block under the pointer.
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
