import { styled as styledPart } from '@mui/material/styles'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import * as z from 'zod/mini'

/** The edge and ground of every input; the input itself, and what stands beside it, are its children. */
export const InputFrame = styledPart('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  boxSizing: 'border-box',
  minWidth: 0,
  height: 'max(44px, 2.75rem)',
  padding: '0 12px',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.control}`,
  cursor: 'text',
  '& > svg': { fontSize: 20, flex: 'none', color: theme.vars.palette.text.secondary },
  '&:hover': { borderColor: theme.vars.palette.text.secondary },
  '&:focus-within': {
    borderColor: theme.vars.palette.focusRing,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.focusRing}`,
    '@media (forced-colors: active)': { outline: '2px solid Highlight' },
  },
  '&[data-wrong]': { borderColor: theme.vars.palette.error.main },
  '& input': {
    all: 'unset',
    ...theme.typography.body1,
    flex: 1,
    minWidth: 0,
    height: '100%',
    color: theme.vars.palette.text.primary,
    '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
    '&:focus-visible': { outline: 'none' },
    '&:autofill': {
      boxShadow: `inset 0 0 0 100px ${theme.vars.palette.background.paper}`,
      WebkitTextFillColor: theme.vars.palette.text.primary,
    },
  },
  // 16 px, or phones zoom into the page when the input gets the focus.
  [theme.breakpoints.down('md')]: { '& input': { fontSize: '1rem' } },
}))

interface FieldTexts {
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

interface LabeledFieldProps extends FieldTexts {
  /** Opposite the label; after the input for the keyboard. */
  aside?: ReactNode
  /** The frame and what is in it; the attributes belong to the element that takes the value. */
  children: (field: FieldAttributes, frame: { 'data-wrong'?: '' }) => ReactNode
}

/** A field with its label above it and what is wrong below it, tied together for screen readers. */
export function LabeledField({ label, problem, hint, aside, children }: LabeledFieldProps) {
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

interface TextFieldProps extends ComponentProps<'input'>, FieldTexts {
  /** Inside the frame, after the input. */
  end?: ReactNode
  /** Opposite the label; after the input for the keyboard. */
  aside?: ReactNode
}

/** An input with its label above it and what is wrong below it. */
export function TextField({ label, problem, hint, end, aside, ...input }: TextFieldProps) {
  return (
    <LabeledField label={label} problem={problem} hint={hint} aside={aside}>
      {(field, frame) => (
        <InputFrame as="div" {...frame}>
          <input {...input} {...field} />
          {end}
        </InputFrame>
      )}
    </LabeledField>
  )
}

export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'end'>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          edge="end"
          aria-label={t('account.showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <VisibilityOffOutlined fontSize="small" /> : <VisibilityOutlined fontSize="small" />}
        </IconButton>
      }
    />
  )
}

/** The browser's own list with a label above it: it knows keyboards, screen readers and phones. */
export function SelectField({ label, problem, hint, ...select }: ComponentProps<'select'> & FieldTexts) {
  return (
    <LabeledField label={label} problem={problem} hint={hint}>
      {(field, frame) => <Select {...select} {...field} frame={frame} />}
    </LabeledField>
  )
}

/** The browser's own list in the frame of every input, where its label stands elsewhere. */
export function Select({ frame, ...select }: ComponentProps<'select'> & { frame?: { 'data-wrong'?: '' } }) {
  return (
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
      {...frame}
    >
      <select {...select} />
      <ExpandMoreRounded aria-hidden />
    </InputFrame>
  )
}

interface CheckedForm<F extends string> {
  /** Fields whose last submitted value does not fit the contract. */
  wrong: ReadonlySet<F>
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * A form of the browser, read when it is sent and checked by the schema that the server checks it by. Fields that are
 * left empty are left out, so that an optional one may be.
 */
export function useCheckedForm<T>(
  schema: z.ZodMiniType<T>,
  send: (body: T) => void,
): CheckedForm<keyof T & string> {
  const [wrong, setWrong] = useState<ReadonlySet<keyof T & string>>(new Set())
  return {
    wrong,
    onSubmit(event) {
      event.preventDefault()
      const form = event.currentTarget
      const values = [...new FormData(form)].filter(([, value]) => value !== '')
      const parsed = z.safeParse(schema, Object.fromEntries(values))
      if (parsed.success) {
        setWrong(new Set())
        send(parsed.data)
        return
      }
      const names = parsed.error.issues.map(({ path }) => String(path[0]))
      setWrong(new Set(names as (keyof T & string)[]))
      form.querySelector<HTMLInputElement>(`[name="${names[0]}"]`)?.focus()
    },
  }
}
