import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { styled } from '../theme/styled.tsx'

/** The browser's own radio buttons, side by side: what is chosen has the accent. */
const Group = styled('fieldset')(({ theme }) => ({
  display: 'inline-flex',
  flexWrap: 'wrap',
  minWidth: 0,
  maxWidth: '100%',
  margin: 0,
  padding: 0,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  borderRadius: 8,
  overflow: 'hidden',
  '& label': {
    ...theme.typography.button,
    position: 'relative',
    flex: '1 0 auto',
    display: 'grid',
    placeItems: 'center',
    minHeight: 'max(30px, 1.875rem)',
    padding: '0 11px',
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    transition: 'background-color 120ms ease-out',
    '&:hover': { backgroundColor: theme.vars.palette.action.hover },
    '& + label': { borderInlineStart: `1px solid ${theme.vars.palette.dividerStrong}` },
    '&:has(:checked)': {
      color: theme.vars.palette.accent.text,
      backgroundColor: theme.vars.palette.primary.tint,
      '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: -2 },
    },
    '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: -2 },
    '@media (pointer: coarse)': { minHeight: 40 },
  },
  '& input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'pointer' },
  // Words that have no room in one line stand two by two.
  '&[data-long]': {
    [theme.breakpoints.down('sm')]: {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      width: '100%',
      '& label': { whiteSpace: 'normal', textAlign: 'center' },
      '& label:nth-of-type(odd)': { borderInlineStart: 0 },
      '& label:last-of-type:nth-of-type(odd)': { gridColumn: '1 / -1' },
      '& label:nth-of-type(n + 3)': { borderBlockStart: `1px solid ${theme.vars.palette.dividerStrong}` },
    },
  },
}))

const Labeled = styled('div')({ display: 'grid', gap: 6, justifyItems: 'start' })

interface Props<V> {
  label: string
  value: V
  choices: readonly { value: V; text: string }[]
  /** The words are long for a phone. */
  long?: boolean
  onChoose: (value: V) => void
}

/** One of few, side by side. */
export function Segments<V extends string | null>({ label, value, choices, long, onChoose }: Props<V>) {
  const name = useId()
  return (
    <Group role="radiogroup" aria-label={label} {...(long ? { 'data-long': '' } : {})}>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          {choice.text}
        </label>
      ))}
    </Group>
  )
}

/** The same below its label, which everybody sees. */
export function LabeledSegments<V extends string | null>({
  note,
  ...props
}: Props<V> & { note?: ReactNode }) {
  return (
    <Labeled>
      <Typography variant="label" component="div" aria-hidden>
        {props.label}
      </Typography>
      <Segments {...props} />
      {note}
    </Labeled>
  )
}
