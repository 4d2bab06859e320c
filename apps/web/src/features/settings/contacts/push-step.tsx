import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { ContactNameBody, type NewContact } from '@roundsman/contract/accounts/contacts'
import { formProblem } from '../../../data/api/errors.ts'
import { browserPush } from '../../../data/browser/push.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextField, useCheckedForm } from '../../../ui/controls/fields.tsx'
import { deviceOf } from '../device-of.ts'
import { PushRefusedError, useDevicePush } from './device-push.ts'

interface Props {
  onBack: () => void
  onAdded: (contact: NewContact) => void
}

/** Turns push on for this browser, and says what stands in its way. */
export function PushStep({ onBack, onAdded }: Props) {
  const { t } = useTranslation('contacts')
  const push = useDevicePush(onAdded)
  const { turnOn } = push
  const permission = browserPush.permission()
  const cannot = permission === 'insecure' || permission === 'unsupported'
  const { wrong, onSubmit } = useCheckedForm(ContactNameBody, ({ name }) => turnOn.run(name))
  const problem = usePushProblem(turnOn.error)
  return (
    <form onSubmit={onSubmit} noValidate>
      <DialogContent sx={{ display: 'grid', gap: 5, pt: '20px !important' }}>
        <Typography color="textSecondary">{t('push.how')}</Typography>
        <Alert severity={permission === 'denied' || cannot ? 'warning' : 'info'} role="status">
          {t(`push.ask.${permission}`)}
          {push.contactId === null || cannot ? null : <div>{t('push.ask.taken')}</div>}
        </Alert>
        {problem === null && turnOn.result !== null ? null : (
          <Alert severity="error" role="alert">
            {problem ?? t('push.notAsked')}
          </Alert>
        )}
        <TextField
          name="name"
          label={t('name')}
          hint={t('nameHint')}
          problem={wrong.has('name') ? t('nameWrong') : undefined}
          defaultValue={(deviceOf(navigator.userAgent) ?? '').slice(0, 60)}
          maxLength={60}
          autoComplete="off"
        />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', p: 5, pt: 3, gap: 2 }}>
        <Button variant="text" onClick={onBack}>
          {t('back')}
        </Button>
        <Button type="submit" variant="contained" disabled={cannot} loading={turnOn.loading}>
          {t('push.turnOn')}
        </Button>
      </DialogActions>
    </form>
  )
}

/** What kept push from being turned on, in a sentence. */
export function usePushProblem(error: Error | null): string | null {
  const { t } = useTranslation('contacts')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  if (error === null) return null
  return error instanceof PushRefusedError
    ? t('push.failed', { detail: error.message })
    : formProblem(error, tCommon, formats)
}
