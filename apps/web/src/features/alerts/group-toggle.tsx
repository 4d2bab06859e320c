import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

const Toggle = styled('button')(({ theme }) => ({
  all: 'unset',
  ...theme.typography.subtitle2,
  fontSize: '0.8125rem',
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  boxSizing: 'border-box',
  width: '100%',
  minHeight: 'max(38px, 2.375rem)',
  cursor: 'pointer',
  '& > svg': {
    fontSize: 20,
    color: theme.vars.palette.text.secondary,
    transition: 'transform 120ms ease-out',
  },
  '[dir="rtl"] & > svg': { transform: 'scaleX(-1)' },
  '&&[aria-expanded="true"] > svg': { transform: 'rotate(90deg)' },
  '&:focus-visible': {
    outline: `2px solid ${theme.vars.palette.focusRing}`,
    outlineOffset: -2,
    borderRadius: 4,
  },
  '@media (pointer: coarse)': { minHeight: 44 },
}))

interface Props {
  open: boolean
  onToggle: () => void
  children: ReactNode
}

/** The head of a group, which opens and closes it. */
export function GroupToggle({ open, onToggle, children }: Props) {
  return (
    <Toggle type="button" aria-expanded={open} onClick={onToggle}>
      <ChevronRightRounded aria-hidden />
      {children}
    </Toggle>
  )
}
