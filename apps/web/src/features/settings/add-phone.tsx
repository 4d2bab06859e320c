import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { PhoneBody } from '@roundsman/contract/accounts'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { isProblem } from '../../data/errors.ts'
import { fieldProblem, formProblem } from '../../data/form-problem.ts'
import { useAction } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { useDraft } from '../../data/use-draft.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'

interface Props {
  /** The phone's id, and when another code may be asked for, Unix milliseconds. */
  onAdded: (id: number, resendAt: number) => void
  onCancel: () => void
  onUnavailable: () => void
}

/** Under which a number that was not sent yet is kept. */
export const phoneDraft = 'phone'

export function AddPhone({ onAdded, onCancel, onUnavailable }: Props) {
  const { t } = useTranslation()
  const { t: say } = useTranslation('account')
  const formats = useFormats()
  const { client, session } = useServices()
  const add = useAction((body: z.output<typeof PhoneBody>) => client.call('addPhone', { body }), {
    onLoaded({ resend_after, ...phone }) {
      session.change((user) => ({
        ...user,
        phones: [...user.phones.filter((one) => one.user_phone_id !== phone.user_phone_id), phone],
      }))
      onAdded(phone.user_phone_id, Date.parse(resend_after))
    },
    onError(error) {
      if (isProblem(error, 'not_configured')) onUnavailable()
    },
  })
  const { wrong, onSubmit } = useCheckedForm(PhoneBody, add.run)
  const draft = useDraft(phoneDraft, add.loaded)
  const atField = fieldProblem(add.error, 'phone')

  return (
    <Box
      component="form"
      noValidate
      ref={draft}
      onSubmit={onSubmit}
      sx={{ display: 'grid', gap: 3, maxWidth: 440, mb: 4 }}
    >
      <TextField
        name="phone"
        type="tel"
        label={say('phone.number')}
        hint={say('phone.numberHint')}
        autoComplete="tel"
        autoFocus
        problem={wrong.has('phone') ? say('phone.numberMissing') : atField}
      />
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {add.error && atField === undefined ? (
          <Alert severity="error">{formProblem(add.error, t, formats)}</Alert>
        ) : null}
      </Box>
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button type="submit" variant="contained" loading={add.loading}>
          {say('phone.sendCode')}
        </Button>
        <Button onClick={onCancel}>{say('phone.cancel')}</Button>
      </Box>
    </Box>
  )
}
