import InfoOutlined from '@mui/icons-material/InfoOutlined'
import { styled } from '@mui/material/styles'
import { type ReactNode, useId, useMemo, useState } from 'react'

/** What a word means, below it. */
export const Explanation = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  maxWidth: '44rem',
  padding: '2px 0 6px',
  color: theme.vars.palette.text.secondary,
  '& p': { margin: 0 },
}))

interface Explained {
  /** Of the button that is the word. */
  button: { type: 'button'; 'aria-expanded': boolean; 'aria-controls': string; onClick: () => void }
  /** Of what it opens. */
  panel: { id: string; hidden: boolean }
}

/** A word that says what it means when it is pressed, by pointer, touch or key, and again no longer (P402, P535). */
export function useExplained(): Explained {
  const id = useId()
  const [open, setOpen] = useState(false)
  return useMemo(
    () => ({
      button: { type: 'button', 'aria-expanded': open, 'aria-controls': id, onClick: () => setOpen(!open) },
      panel: { id, hidden: !open },
    }),
    [id, open],
  )
}

/** The word, with the sign that it can be pressed. It looks as what it stands in. */
export const ExplainedWord = styled('button')(({ theme }) => ({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  maxWidth: '100%',
  minHeight: 24,
  // As large as a target has to be, in a line that stays as high as its letters.
  marginBlock: 'min(0px, (1lh - 24px) / 2)',
  verticalAlign: 'top',
  cursor: 'pointer',
  '& > svg:last-child': { flex: 'none', fontSize: 14, color: theme.vars.palette.text.secondary },
  '&:hover > svg:last-child, &[aria-expanded="true"] > svg:last-child': {
    color: theme.vars.palette.accent.text,
  },
  '&:focus-visible': {
    outline: `2px solid ${theme.vars.palette.focusRing}`,
    outlineOffset: 2,
    borderRadius: 4,
  },
}))

interface TermProps {
  /** The word. */
  children: ReactNode
  meaning: string
}

/** A word and its meaning below it. */
export function Term({ children, meaning }: TermProps) {
  const { button, panel } = useExplained()
  return (
    <>
      <ExplainedWord {...button}>
        {children}
        <InfoOutlined aria-hidden />
      </ExplainedWord>
      <Explanation {...panel}>{meaning}</Explanation>
    </>
  )
}
