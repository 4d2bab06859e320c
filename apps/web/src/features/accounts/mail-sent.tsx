import MailOutlined from '@mui/icons-material/MailOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { mailAgainSeconds } from '@roundsman/contract/accounts/users'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { WithWait } from '../../data/api/api-client.ts'
import { formProblem, ProblemError } from '../../data/api/errors.ts'
import { type Action, type Operation, useAction } from '../../data/api/operation.ts'
import { useNow, useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'

interface Props {
  /**
   * What is on its way where; left out for a registration. The same whether or not the address is taken: only its owner
   * learns which.
   */
  children?: string
  mail: SentMail
}

/** After a form whose answer comes by mail: what to do now, and when it can be sent again if nothing comes (P113). */
export function MailSent({ children, mail }: Props) {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
  const formats = useFormats()
  const { clock } = useServices()
  const [wasAsked, setAsked] = useState(false)
  useNow()
  const waitSeconds = Math.ceil((mail.againAt - clock.now()) / 1_000)
  const { send, isLimited } = mail
  return (
    <>
      <EmptyState
        icon={MailOutlined}
        tone="info"
        title={tAccount('sent.title')}
        heading="h1"
        actions={
          <>
            <Button
              disabled={waitSeconds > 0}
              loading={send.loading}
              onClick={() => {
                setAsked(true)
                mail.again()
              }}
            >
              {waitSeconds > 0
                ? tAccount('sent.againIn', { duration: formats.duration(waitSeconds) })
                : tAccount('sent.again')}
            </Button>
            <Button variant="text" onClick={mail.otherAddress}>
              {tAccount('sent.otherAddress')}
            </Button>
          </>
        }
      >
        {children ?? tAccount('sent.signUp', { email: mail.sentTo ?? '' })} {tAccount('sent.missing')}
      </EmptyState>
      <Box role="status">
        {send.loaded && isLimited ? <Alert severity="warning">{tAccount('sent.limited')}</Alert> : null}
        {wasAsked && send.loaded && !isLimited ? (
          <Alert severity="success">{tAccount('sent.done')}</Alert>
        ) : null}
      </Box>
      <Box role="alert">
        {send.error ? <Alert severity="error">{formProblem(send.error, t, formats)}</Alert> : null}
      </Box>
    </>
  )
}

/** A call that is answered by mail, and when it may be made again. */
interface SentMail {
  send: Operation
  /** Where the last one went; null before, and when another address is wanted. */
  sentTo: string | null
  /** When it may be sent again, as the server said (Unix milliseconds of this machine). */
  againAt: number
  /** The server took the call and mailed nothing: the address has had its share of the hour. */
  isLimited: boolean
  again(): void
  otherAddress(): void
}

interface Mail<Body> extends SentMail {
  send: Action<Body, unknown>
}

/** @param call sends a mail to the address of its body, and says how long to wait before the next */
export function useMail<Body extends { email: string }>(
  call: (body: Body) => Promise<WithWait<unknown>>,
): Mail<Body> {
  const { clock } = useServices()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [wait, setWait] = useState({ againAt: 0, isLimited: false })
  const noteWait = (seconds: number) =>
    setWait({ againAt: clock.now() + seconds * 1_000, isLimited: seconds > mailAgainSeconds })
  const send = useAction(call, {
    onLoaded({ waitSeconds }, { email }) {
      setSentTo(email)
      noteWait(waitSeconds ?? mailAgainSeconds)
    },
    onError(error) {
      if (error instanceof ProblemError && error.retryAfterSeconds !== null) noteWait(error.retryAfterSeconds)
    },
  })
  return {
    ...wait,
    send,
    sentTo,
    again: () => send.input && send.run(send.input),
    otherAddress: () => setSentTo(null),
  }
}
