import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Term } from '../controls/explained.tsx'
import { Strip } from './strip.tsx'
import { styled } from '../theme/styled.tsx'

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
  /** What stands for a kind of block, what that is called, and what it means, shown on a click. */
  entries: readonly (readonly [letter: string, word: string, meaning?: string])[]
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
  '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 6px' },
  // What an open one means stands in a line of its own.
  '& li:has([aria-expanded="true"])': { flexBasis: '100%', '& > div': { flexBasis: '100%' } },
}))

/** What the letters of blocks mean, each beside the picture of it. */
export function LetterLegend({ entries, draw }: Props) {
  const { t } = useTranslation()
  return (
    <List aria-label={t('strip.legend')}>
      {entries.map(([letter, word, meaning]) => (
        <Entry key={letter} picture={draw(letter)} meaning={meaning}>
          {word}
        </Entry>
      ))}
    </List>
  )
}

interface EntryProps {
  picture: ReactNode
  meaning: string | undefined
  children: string
}

function Entry({ picture, meaning, children }: EntryProps) {
  const word = <span dir="auto">{children}</span>
  return (
    <li>
      {picture}
      {meaning === undefined ? word : <Term meaning={meaning}>{word}</Term>}
    </li>
  )
}
