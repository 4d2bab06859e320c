import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Strip } from './strip.tsx'

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

/** What the bars of the strip mean. */
export const StripLegend = memo(function StripLegend() {
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
          <Strip letters={letter} blocks={1} decorative />
          {word}
        </li>
      ))}
    </List>
  )
})
