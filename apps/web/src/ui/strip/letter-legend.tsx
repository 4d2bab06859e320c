import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  /** How a letter of a block is drawn. */
  draw: (letter: string) => ReactNode
}

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

/** What the letters of blocks mean, each beside the picture of it. */
export function LetterLegend({ draw }: Props) {
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
          {draw(letter)}
          <span dir="auto">{word}</span>
        </li>
      ))}
    </List>
  )
}
