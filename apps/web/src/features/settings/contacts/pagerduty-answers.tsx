import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { contactEndpoints } from '@roundsman/contract/accounts/account-endpoints'
import { type Contact, ContactChangeBody } from '@roundsman/contract/accounts/contacts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { contactsChanged, type GivenContact } from '../../../data/alerts/contacts.ts'
import { fieldProblem, formProblem } from '../../../data/api/errors.ts'
import { useAction } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { OutLink } from '../../../parts/out-link.tsx'
import { useCopy } from '../../../ui/controls/copy.tsx'
import { PasswordField, TextField, useCheckedForm } from '../../../ui/controls/fields.tsx'
import { showSuccess } from '../../../ui/toast.ts'

interface Props {
  contact: GivenContact
  webhook: NonNullable<Contact['webhook']>
}

const help = 'https://support.pagerduty.com/main/docs/webhooks'
const SecretBody = z.required(ContactChangeBody)

/** Whether what is acknowledged in PagerDuty is acknowledged here, and the way to it (P776). */
export function PagerdutyAnswers({ contact, webhook }: Props) {
  const { t } = useTranslation('contacts')
  const [open, setOpen] = useState(false)
  const { name } = contact
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        {webhook.has_secret ? (
          <Typography variant="caption" color="textSecondary" component="div">
            {t('pagerduty.on')}
          </Typography>
        ) : null}
        <Button
          variant="text"
          size="small"
          aria-expanded={open}
          aria-label={webhook.has_secret ? t('pagerduty.changeOf', { name }) : undefined}
          sx={webhook.has_secret ? {} : { ml: -1.5 }}
          onClick={() => setOpen(!open)}
        >
          {webhook.has_secret ? t('pagerduty.change') : t('pagerduty.set')}
        </Button>
      </Box>
      {open ? <AnswersForm contact={contact} webhook={webhook} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Where its webhooks come, and the secret that it signs them with: shown once there, and never here. */
function AnswersForm({ contact: { id, name }, webhook, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('contacts')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const services = useServices()
  const copy = useCopy()
  const change = useAction(
    (body: ContactChangeBody) =>
      services.client.callTo(contactEndpoints.renameContact, { params: { contactId: id }, body }),
    {
      onLoaded: async ({ webhook: changed }) => {
        await contactsChanged(services)
        showSuccess(t(changed?.has_secret ? 'pagerduty.saved' : 'pagerduty.stopped'))
        onClose()
      },
    },
  )
  const { wrong, onSubmit } = useCheckedForm(SecretBody, change.run)
  const { error } = change
  const problem = wrong.has('webhook_secret')
    ? t('pagerduty.wrong')
    : error
      ? (fieldProblem(error, 'webhook_secret') ?? formProblem(error, tCommon, formats))
      : undefined
  return (
    <Box
      component="form"
      noValidate
      autoComplete="off"
      onSubmit={onSubmit}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, mt: 2, maxWidth: 560 }}
    >
      <div>
        <Typography
          variant="table"
          color="textSecondary"
          component="p"
          sx={{ m: 0, overflowWrap: 'anywhere' }}
        >
          {t('pagerduty.how')}
        </Typography>
        <OutLink href={help}>{t('pagerduty.link')}</OutLink>
      </div>
      <input type="hidden" name="name" value={name} />
      <TextField
        label={t('field.webhookUrl')}
        value={webhook.url}
        readOnly
        autoFocus
        dir="ltr"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
        end={
          <Button
            variant="text"
            size="small"
            startIcon={<ContentCopyRounded />}
            onClick={() => copy(webhook.url)}
          >
            {tCommon('code.copy')}
          </Button>
        }
      />
      <PasswordField
        name="webhook_secret"
        label={t('pagerduty.secret')}
        hint={webhook.has_secret ? t('pagerduty.replaces') : undefined}
        problem={problem}
        dir="ltr"
        spellCheck={false}
        autoComplete="one-time-code"
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button type="submit" size="small" variant="contained" loading={change.loading}>
          {t('save')}
        </Button>
        {webhook.has_secret ? (
          <Button
            size="small"
            variant="text"
            color="error"
            onClick={() => change.run({ name, webhook_secret: null })}
          >
            {t('pagerduty.off')}
          </Button>
        ) : null}
        <Button size="small" variant="text" onClick={onClose}>
          {t('cancel')}
        </Button>
      </Box>
    </Box>
  )
}
