import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { InputFrame } from './input-frame.ts'

interface Props extends ComponentProps<'input'> {
  label: string
  /** What is wrong with the value; replaces the hint. */
  problem?: string | undefined
  hint?: string
  /** Inside the frame, after the input. */
  end?: ReactNode
  /** Opposite the label; after the input for the keyboard. */
  aside?: ReactNode
}

/** An input with its label above it and what is wrong below it. */
export function TextField({ label, problem, hint, end, aside, ...input }: Props) {
  const id = useId()
  const note = problem ?? hint
  return (
    <Box sx={{ display: 'grid', gap: 1.5, position: 'relative' }}>
      <Typography variant="label" component="label" htmlFor={id}>
        {label}
      </Typography>
      <InputFrame as="div" {...(problem === undefined ? {} : { 'data-wrong': '' })}>
        <input
          {...input}
          id={id}
          aria-invalid={problem !== undefined}
          {...(note ? { 'aria-describedby': `${id}-note` } : {})}
        />
        {end}
      </InputFrame>
      {aside ? <Box sx={{ position: 'absolute', top: 0, insetInlineEnd: 0 }}>{aside}</Box> : null}
      {note ? (
        <Typography
          id={`${id}-note`}
          variant="caption"
          color={problem === undefined ? 'textSecondary' : 'error'}
        >
          {note}
        </Typography>
      ) : null}
    </Box>
  )
}
