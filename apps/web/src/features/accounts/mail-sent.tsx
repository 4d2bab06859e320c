import MailOutlined from '@mui/icons-material/MailOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formProblem } from '../../data/form-problem.ts'
import { useServices } from '../../data/services.ts'
import { useNow } from '../../data/use-now.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { SentMail } from './use-mail.ts'

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
  const { t: say } = useTranslation('account')
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
        title={say('sent.title')}
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
                ? say('sent.againIn', { duration: formats.duration(waitSeconds) })
                : say('sent.again')}
            </Button>
            <Button variant="text" onClick={mail.otherAddress}>
              {say('sent.otherAddress')}
            </Button>
          </>
        }
      >
        {children ?? say('sent.signUp', { email: mail.sentTo ?? '' })} {say('sent.missing')}
      </EmptyState>
      <Box role="status">
        {send.loaded && isLimited ? <Alert severity="warning">{say('sent.limited')}</Alert> : null}
        {wasAsked && send.loaded && !isLimited ? <Alert severity="success">{say('sent.done')}</Alert> : null}
      </Box>
      <Box role="alert">
        {send.error ? <Alert severity="error">{formProblem(send.error, t, formats)}</Alert> : null}
      </Box>
    </>
  )
}
