import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Strip } from './strip.tsx'

/** What the bars of the strip mean. */
export default function StripLegend(): ReactNode {
  const { t } = useTranslation()
  const entries = [
    ['s', t('strip.signed')],
    ['p', t('strip.proposed')],
    ['n', t('strip.nil')],
    ['m', t('strip.missed')],
    ['-', t('strip.unseen')],
  ] as const
  return (
    <LetterLegend entries={entries} draw={(letter) => <Strip letters={letter} blocks={1} decorative />} />
  )
}

interface Props {
  /** What stands for a kind of block, and what it means. */
  entries: readonly (readonly [letter: string, word: string])[]
  /** How a letter is drawn. */
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
export function LetterLegend({ entries, draw }: Props) {
  const { t } = useTranslation()
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
