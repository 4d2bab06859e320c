import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import ScheduleSendOutlined from '@mui/icons-material/ScheduleSendOutlined'
import VerifiedOutlined from '@mui/icons-material/VerifiedOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { Phone } from '@roundsman/contract/users'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { isProblem } from '../../data/errors.ts'
import { formProblem } from '../../data/form-problem.ts'
import { useAction } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { PhoneCode } from './phone-code.tsx'

interface Props {
  phone: z.infer<typeof Phone>
  /** The site makes calls. */
  canCall: boolean
  /** Added just now, so the code is what comes next. */
  isNew: boolean
  /** When another code may be asked for, Unix milliseconds. */
  resendAt: number
  onResend: (at: number) => void
  onUnavailable: () => void
}

/** One number: its state, the code that it waits for, the test call, and the question before it goes. */
export function PhoneRow({ phone: { user_phone_id, phone, is_confirmed }, canCall, ...code }: Props) {
  const { t } = useTranslation()
  const { t: say } = useTranslation('account')
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
            {is_confirmed ? say('phone.confirmed') : say('phone.waiting')}
          </Box>
          <Typography variant="caption" color="textSecondary">
            {is_confirmed ? say('phone.gets') : say('phone.codeSent')}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          {is_confirmed && canCall ? (
            <Button
              variant="outlined"
              size="small"
              loading={test.loading}
              aria-label={say('phone.testOf', { phone })}
              onClick={() => test.run()}
            >
              {say('phone.test')}
            </Button>
          ) : null}
          <IconButton
            aria-label={say('phone.remove', { phone })}
            aria-expanded={asking}
            onClick={() => setAsking(!asking)}
          >
            <DeleteOutlineRounded fontSize="small" />
          </IconButton>
        </Box>
      </Box>
      {asking ? (
        <Alert severity="warning">
          {say('phone.removeAsk')}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
            <Button color="error" autoFocus loading={remove.loading} onClick={() => remove.run()}>
              {say('phone.removeYes')}
            </Button>
            <Button variant="text" color="inherit" onClick={() => setAsking(false)}>
              {say('phone.cancel')}
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
