import MailOutlined from '@mui/icons-material/MailOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formProblem } from '../../data/form-problem.ts'
import type { Operation } from '../../data/operation.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

interface Props {
  /** What is on its way where. The same whether or not the address is taken: only its owner learns which. */
  children: string
  /** The call that had it sent. */
  send: Operation
  onAgain: () => void
  onOtherAddress: () => void
}

/** After a form whose answer comes by mail: what to do now, and what to do if nothing comes. */
export function MailSent({ children, send, onAgain, onOtherAddress }: Props) {
  const { t } = useTranslation()
  const { t: say } = useTranslation('account')
  const formats = useFormats()
  const [again, setAgain] = useState(false)
  return (
    <>
      <EmptyState
        icon={MailOutlined}
        tone="info"
        title={t('account.lookIntoMail')}
        heading="h1"
        actions={
          <>
            <Button
              loading={send.loading}
              onClick={() => {
                setAgain(true)
                onAgain()
              }}
            >
              {say('sent.again')}
            </Button>
            <Button variant="text" onClick={onOtherAddress}>
              {t('account.otherAddress')}
            </Button>
          </>
        }
      >
        {children} {say('sent.missing')}
      </EmptyState>
      <Box role="status">
        {again && send.loaded ? <Alert severity="success">{say('sent.done')}</Alert> : null}
      </Box>
      <Box role="alert">
        {send.error ? <Alert severity="error">{formProblem(send.error, t, formats)}</Alert> : null}
      </Box>
    </>
  )
}
