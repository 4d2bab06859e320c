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
}

/** An input with its label above it and what is wrong below it. */
export function TextField({ label, problem, hint, end, ...input }: Props) {
  const id = useId()
  const note = problem ?? hint
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
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
