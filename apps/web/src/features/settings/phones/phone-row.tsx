import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import ScheduleSendOutlined from '@mui/icons-material/ScheduleSendOutlined'
import VerifiedOutlined from '@mui/icons-material/VerifiedOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { Phone } from '@roundsman/contract/accounts/users'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type * as z from 'zod/mini'
import { formProblem, isProblem, ProblemError } from '../../../data/api/errors.ts'
import { useAction } from '../../../data/api/operation.ts'
import { useNow, useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { TextField } from '../../../ui/controls/fields.tsx'

/** Of the code that a phone waits for, Unix milliseconds; 0 where nothing is known of it. */
export interface CodeTimes {
  /** When another one may be asked for; what is not known may be tried. */
  resendAt: number
  /** How long the last one that was sent can be used. */
  validUntil: number
}

interface Props {
  phone: z.infer<typeof Phone>
  /** The site makes calls. */
  canCall: boolean
  /** Added just now, so the code is what comes next. */
  isNew: boolean
  times: CodeTimes
  /** A code was sent; another one may be asked for at that time. */
  onSent: (resendAt: number) => void
  /** None was sent, and none may be asked for before that time. */
  onWait: (resendAt: number) => void
  onUnavailable: () => void
}

/** One number: its state, the code that it waits for, the test call, and the question before it goes. */
export function PhoneRow({ phone: { user_phone_id, phone, is_confirmed }, canCall, ...code }: Props) {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
  const formats = useFormats()
  const { client, session } = useServices()
  const [asking, setAsking] = useState(false)
  const test = useAction(() => client.call('testVoice', { params: { user_phone_id } }), {
    onError(error) {
      if (isProblem(error, 'not_configured')) code.onUnavailable()
    },
  })
  const remove = useAction(() => client.call('removePhone', { body: { user_phone_id } }), {
    onLoaded: () =>
      session.change((user) => ({
        ...user,
        phones: user.phones.filter((one) => one.user_phone_id !== user_phone_id),
      })),
  })
  const error = remove.error ?? test.error
  const State = is_confirmed ? VerifiedOutlined : ScheduleSendOutlined

  return (
    <Box component="li" sx={{ display: 'grid', gap: 3, py: 4, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        <Box sx={{ flex: 1, minWidth: 170 }}>
          <Typography variant="subtitle2" component="div" dir="ltr" sx={{ textAlign: 'start' }}>
            {phone}
          </Typography>
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              typography: 'caption',
              color: is_confirmed ? 'success.main' : 'warning.main',
            }}
          >
            <State aria-hidden sx={{ fontSize: 16 }} />
            {is_confirmed ? tAccount('phone.confirmed') : tAccount('phone.waiting')}
          </Box>
          <Typography variant="caption" color="textSecondary">
            {is_confirmed ? tAccount('phone.gets') : <CodeHint validUntil={code.times.validUntil} />}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          {is_confirmed && canCall ? (
            <Button
              variant="outlined"
              size="small"
              loading={test.loading}
              aria-label={tAccount('phone.testOf', { phone })}
              onClick={() => test.run()}
            >
              {tAccount('phone.test')}
            </Button>
          ) : null}
          <IconButton
            aria-label={tAccount('phone.remove', { phone })}
            aria-expanded={asking}
            onClick={() => setAsking(!asking)}
          >
            <DeleteOutlineRounded fontSize="small" />
          </IconButton>
        </Box>
      </Box>
      {asking ? (
        <Alert severity="warning">
          {tAccount('phone.removeAsk')}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
            <Button color="error" autoFocus loading={remove.loading} onClick={() => remove.run()}>
              {tAccount('phone.removeYes')}
            </Button>
            <Button variant="text" color="inherit" onClick={() => setAsking(false)}>
              {tAccount('phone.cancel')}
            </Button>
          </Box>
        </Alert>
      ) : null}
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {error === null ? null : <Alert severity="error">{formProblem(error, t, formats)}</Alert>}
      </Box>
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {test.loaded && test.result ? <Alert severity="success">{test.result.detail}</Alert> : null}
      </Box>
      {is_confirmed ? null : <PhoneCode id={user_phone_id} {...code} />}
    </Box>
  )
}

/** Says of a code that it is on its way only as long as it can be used (P363). */
function CodeHint({ validUntil }: { validUntil: number }) {
  const { t } = useTranslation('account')
  return t(useNow() < validUntil ? 'phone.codeSent' : 'phone.codeAsked')
}

interface CodeProps extends Pick<Props, 'isNew' | 'times' | 'onSent' | 'onWait' | 'onUnavailable'> {
  /** Of the phone. */
  id: number
}

const digits = 6

/**
 * The code of an SMS. One input instead of six: pasting, filling in by the phone's keyboard and screen readers need
 * nothing special. Whatever else was pasted with the digits is left out, and the sixth one sends them.
 */
function PhoneCode({ id, isNew, times, onSent, onWait, onUnavailable }: CodeProps) {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
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
      onSent(Date.parse(resend_after))
    },
    onError(error) {
      if (isProblem(error, 'not_configured')) onUnavailable()
      if (error instanceof ProblemError && error.retryAfterSeconds !== null)
        onWait(serverTime.now() + error.retryAfterSeconds * 1_000)
    },
  })
  const waitSeconds = Math.ceil((times.resendAt - now) / 1_000)
  const problem = confirm.error ? codeProblem(confirm.error) : undefined

  function codeProblem(error: Error): string {
    if (isProblem(error, 'code_expired')) return tAccount('phone.codeExpired')
    if (!isProblem(error, 'invalid_code')) return formProblem(error, t, formats)
    const { attempts_left } = error.problem
    return attempts_left === undefined
      ? error.problem.detail
      : tAccount('phone.codeWrong', { count: attempts_left })
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
        label={tAccount('phone.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        value={code}
        onChange={(event) => type(event.target.value)}
        problem={incomplete ? tAccount('phone.codeMissing') : problem}
        style={{ letterSpacing: '0.4em', fontVariantNumeric: 'tabular-nums' }}
      />
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {resend.error ? <Alert severity="error">{formProblem(resend.error, t, formats)}</Alert> : null}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button type="submit" variant="contained" loading={confirm.loading}>
          {tAccount('phone.confirm')}
        </Button>
        <Button disabled={waitSeconds > 0} loading={resend.loading} onClick={() => resend.run()}>
          {waitSeconds > 0
            ? tAccount('phone.resendIn', { duration: formats.duration(waitSeconds) })
            : tAccount('phone.resend')}
        </Button>
      </Box>
    </Box>
  )
}
