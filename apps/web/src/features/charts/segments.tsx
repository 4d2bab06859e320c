import { styled } from '@mui/material/styles'

const Frame = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  '& button': {
    all: 'unset',
    ...theme.typography.button,
    fontSize: '0.8125rem',
    boxSizing: 'border-box',
    minHeight: 'max(32px, 2rem)',
    padding: '4px 12px',
    cursor: 'pointer',
    whiteSpace: 'nowrap',
    textAlign: 'center',
    border: `1px solid ${theme.vars.palette.dividerStrong}`,
    marginInlineStart: -1,
    transition: 'background-color 120ms ease-out',
    '&:first-of-type': { marginInlineStart: 0, borderStartStartRadius: 8, borderEndStartRadius: 8 },
    '&:last-of-type': { borderStartEndRadius: 8, borderEndEndRadius: 8 },
    '&:hover': { backgroundColor: theme.vars.palette.action.hover },
    '&[aria-pressed="true"]': {
      fontWeight: 600,
      color: theme.vars.palette.primary.text,
      backgroundColor: theme.vars.palette.primary.tint,
      '@media (forced-colors: active)': { borderColor: 'Highlight' },
    },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: -2 },
    '@media (pointer: coarse)': { minHeight: 40 },
  },
}))

interface Props<V> {
  label: string
  value: V
  choices: readonly { value: V; text: string }[]
  onChoose: (value: V) => void
}

/** One of few, side by side: what is chosen has the accent. */
export function Segments<V extends string | null>({ label, value, choices, onChoose }: Props<V>) {
  return (
    <Frame role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
        >
          {choice.text}
        </button>
      ))}
    </Frame>
  )
}
