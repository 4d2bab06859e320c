import Box from '@mui/material/Box'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

interface Props extends Omit<OutlinedInputProps, 'label' | 'error'> {
  label: string
  /** What is wrong with the value; replaces the hint. */
  problem?: string | undefined
  hint?: string
  /** At the end of the label's line, such as a link. */
  aside?: ReactNode
}

/** An input with its label above it and what is wrong below it. */
export function TextField({ label, problem, hint, aside, ...input }: Props) {
  const id = useId()
  const note = problem ?? hint
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline' }}>
        <Typography variant="label" component="label" htmlFor={id}>
          {label}
        </Typography>
        {aside}
      </Box>
      <OutlinedInput
        {...input}
        id={id}
        fullWidth
        error={problem !== undefined}
        slotProps={{
          input: { 'aria-describedby': note ? `${id}-note` : undefined, 'aria-invalid': problem !== undefined },
        }}
      />
      {note ? (
        <Typography
          id={`${id}-note`}
          variant="caption"
          color={problem === undefined ? 'text.secondary' : 'error.main'}
        >
          {note}
        </Typography>
      ) : null}
    </Box>
  )
}
