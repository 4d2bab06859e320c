import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

export interface FieldTexts {
  label: string
  /** What is wrong with the value; replaces the hint. */
  problem?: string | undefined
  hint?: string | undefined
}

interface FieldAttributes {
  id: string
  'aria-invalid': boolean
  'aria-describedby'?: string
}

interface Props extends FieldTexts {
  /** Opposite the label; after the input for the keyboard. */
  aside?: ReactNode
  /** The frame and what is in it; the attributes belong to the element that takes the value. */
  children: (field: FieldAttributes, frame: { 'data-wrong'?: '' }) => ReactNode
}

/** A field with its label above it and what is wrong below it, tied together for who listens. */
export function LabelledField({ label, problem, hint, aside, children }: Props) {
  const id = useId()
  const note = problem ?? hint
  const wrong = problem !== undefined
  return (
    <Box sx={{ display: 'grid', gap: 1.5, position: 'relative' }}>
      <Typography variant="label" component="label" htmlFor={id}>
        {label}
      </Typography>
      {children(
        { id, 'aria-invalid': wrong, ...(note ? { 'aria-describedby': `${id}-note` } : {}) },
        wrong ? { 'data-wrong': '' } : {},
      )}
      {aside ? <Box sx={{ position: 'absolute', top: 0, insetInlineEnd: 0 }}>{aside}</Box> : null}
      {note ? (
        <Typography id={`${id}-note`} variant="caption" color={wrong ? 'error' : 'textSecondary'}>
          {note}
        </Typography>
      ) : null}
    </Box>
  )
}
