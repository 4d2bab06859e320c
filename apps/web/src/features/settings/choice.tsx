import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'

interface Props<Value extends string> {
  label: string
  value: Value
  values: readonly Value[]
  wordOf: (value: Value) => ReactNode
  onChange: (value: Value) => void
}

const Set = styled('fieldset')(({ theme }) => ({
  border: 0,
  margin: 0,
  padding: 0,
  minWidth: 0,
  '& legend': {
    ...theme.typography.label,
    padding: 0,
    marginBottom: 6,
    color: theme.vars.palette.text.primary,
  },
}))
const Tiles = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 })
const Tile = styled('label')(({ theme }) => ({
  ...theme.typography.table,
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 36,
  boxSizing: 'border-box',
  padding: '0 12px',
  borderRadius: 8,
  cursor: 'pointer',
  color: theme.vars.palette.text.primary,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  '& input': { position: 'absolute', inset: 0, opacity: 0, margin: 0, cursor: 'pointer' },
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&:has(:checked)': {
    fontWeight: 600,
    color: theme.vars.palette.primary.text,
    borderColor: theme.vars.palette.primary.text,
    backgroundColor: theme.vars.palette.primary.tint,
  },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: 2 },
  '@media (forced-colors: active)': { '&:has(:checked)': { outline: '2px solid Highlight' } },
  '@media (pointer: coarse)': { minHeight: 40 },
}))

/** One of a few values, as tiles with a word; a group of radio buttons to the keyboard. */
export function Choice<Value extends string>({ label, value, values, wordOf, onChange }: Props<Value>) {
  const name = useId()
  return (
    <Set>
      <legend>{label}</legend>
      <Tiles>
        {values.map((one) => (
          <Tile key={one}>
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === value}
              onChange={() => onChange(one)}
            />
            {wordOf(one)}
          </Tile>
        ))}
      </Tiles>
    </Set>
  )
}
