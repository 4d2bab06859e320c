import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { GridCanvas } from './grid-canvas.tsx'
import { gridShape } from './grid-shape.ts'

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  color: theme.vars.palette.text.secondary,
  '& li': { display: 'flex', alignItems: 'center', gap: 6 },
}))
const one = gridShape(1, 12)

/** What the cells mean. */
export const GridLegend = memo(function GridLegend() {
  const { t } = useTranslation()
  const entries = [
    ['s', t('strip.signed')],
    ['p', t('strip.proposed')],
    ['n', t('strip.nil')],
    ['m', t('strip.missed')],
    ['-', t('strip.unseen')],
  ] as const
  return (
    <List aria-label={t('strip.legend')}>
      {entries.map(([letter, word]) => (
        <li key={letter}>
          <GridCanvas letters={letter} shape={one} />
          <span dir="auto">{word}</span>
        </li>
      ))}
    </List>
  )
})
