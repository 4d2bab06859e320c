import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem, ProblemError } from '../../data/errors.ts'
import { formProblem } from '../../data/form-problem.ts'
import { useAction } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { useNow } from '../../data/use-now.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { TextField } from '../../ui/text-field.tsx'

interface Props {
  /** Of the phone. */
  id: number
  isNew: boolean
  resendAt: number
  onResend: (at: number) => void
  onUnavailable: () => void
}

const digits = 6

/**
 * The code of an SMS. One input instead of six: pasting, filling in by the phone's keyboard and screen readers need
 * nothing special. Whatever else was pasted with the digits is left out, and the sixth one sends them.
 */
export function PhoneCode({ id, isNew, resendAt, onResend, onUnavailable }: Props) {
  const { t } = useTranslation()
  const { t: say } = useTranslation('account')
  const formats = useFormats()
  const now = useNow()
  const { client, session, serverTime } = useServices()
  const [code, setCode] = useState('')
  const [incomplete, setIncomplete] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) input.current?.focus()
  }, [isNew])
  const confirm = useAction(
    (typed: string) => client.call('confirmPhone', { body: { user_phone_id: id, code: typed } }),
    {
      onLoaded: (confirmed) =>
        session.change((user) => ({
          ...user,
          phones: user.phones.map((one) => (one.user_phone_id === id ? confirmed : one)),
        })),
      onError: (error) => (isProblem(error, 'not_configured') ? onUnavailable() : setCode('')),
    },
  )
  const resend = useAction(() => client.call('resendPhoneCode', { params: { user_phone_id: id } }), {
    onLoaded({ resend_after }) {
      confirm.reset()
      onResend(Date.parse(resend_after))
    },
    onError(error) {
      if (isProblem(error, 'not_configured')) onUnavailable()
      if (error instanceof ProblemError && error.retryAfterSeconds !== null)
        onResend(serverTime.now() + error.retryAfterSeconds * 1_000)
    },
  })
  const waitSeconds = Math.ceil((resendAt - now) / 1_000)
  const problem = confirm.error ? codeProblem(confirm.error) : undefined

  function codeProblem(error: Error): string {
    if (isProblem(error, 'code_expired')) return say('phone.codeExpired')
    if (!isProblem(error, 'invalid_code')) return formProblem(error, t, formats)
    const { attempts_left } = error.problem
    return attempts_left === undefined
      ? error.problem.detail
      : say('phone.codeWrong', { count: attempts_left })
  }
  function type(text: string): void {
    const typed = text.replace(/\D/g, '').slice(0, digits)
    setCode(typed)
    setIncomplete(false)
    if (typed.length === digits && typed !== code && !confirm.loading) confirm.run(typed)
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (confirm.loading) return
    setIncomplete(code.length < digits)
    if (code.length === digits) confirm.run(code)
  }

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2, maxWidth: 440 }}>
      <TextField
        ref={input}
        label={say('phone.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        value={code}
        onChange={(event) => type(event.target.value)}
        problem={incomplete ? say('phone.codeMissing') : problem}
        style={{ letterSpacing: '0.4em', fontVariantNumeric: 'tabular-nums' }}
      />
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {resend.error ? <Alert severity="error">{formProblem(resend.error, t, formats)}</Alert> : null}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button type="submit" variant="contained" loading={confirm.loading}>
          {say('phone.confirm')}
        </Button>
        <Button disabled={waitSeconds > 0} loading={resend.loading} onClick={() => resend.run()}>
          {waitSeconds > 0
            ? say('phone.resendIn', { duration: formats.duration(waitSeconds) })
            : say('phone.resend')}
        </Button>
      </Box>
    </Box>
  )
}
