import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ComponentProps, useId } from 'react'
import { InputFrame } from './input-frame.ts'

interface Props extends ComponentProps<'select'> {
  label: string
  problem?: string | undefined
  hint?: string
}

/** The browser's own list with a label above it: it knows keyboards, screen readers and phones. */
export function SelectField({ label, problem, hint, ...select }: Props) {
  const id = useId()
  const note = problem ?? hint
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="label" component="label" htmlFor={id}>
        {label}
      </Typography>
      <InputFrame
        as="div"
        sx={{
          position: 'relative',
          p: 0,
          '& select': {
            appearance: 'none',
            font: 'inherit',
            typography: 'body1',
            color: 'text.primary',
            bgcolor: 'background.paper',
            border: 0,
            outline: 'none',
            borderRadius: 'inherit',
            width: '100%',
            height: '100%',
            px: 3,
            paddingInlineEnd: 10,
            cursor: 'pointer',
          },
          '& > svg': { position: 'absolute', insetInlineEnd: 10, pointerEvents: 'none' },
        }}
        {...(problem === undefined ? {} : { 'data-wrong': '' })}
      >
        <select
          {...select}
          id={id}
          aria-invalid={problem !== undefined}
          {...(note ? { 'aria-describedby': `${id}-note` } : {})}
        />
        <ExpandMoreRounded aria-hidden />
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
