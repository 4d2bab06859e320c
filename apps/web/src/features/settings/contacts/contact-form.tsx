import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { contactEndpoints } from '@roundsman/contract/accounts/account-endpoints'
import { type NewContact, NewContactBody } from '@roundsman/contract/accounts/contacts'
import { contactsChanged } from '../../../data/alerts/contacts.ts'
import { fieldProblem, formProblem, isProblem, ProblemError } from '../../../data/api/errors.ts'
import { useAction } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { OutLink } from '../../../parts/out-link.tsx'
import { PasswordField, SelectField, TextField, useCheckedForm } from '../../../ui/controls/fields.tsx'
import { addressFields, type ContactField, contactForms, type TypedChannel } from './contact-fields.data.ts'

const regions = ['US', 'EU'] as const

interface Props {
  channel: TypedChannel
  /** Whose it is to be; null: the user's own. */
  teamId: number | null
  onBack: () => void
  onAdded: (contact: NewContact) => void
}

/** Asks for what a channel wants to know, and says where that is found; what is refused is said where it stands. */
export function ContactForm({ channel, teamId, onBack, onAdded }: Props) {
  const { t } = useTranslation('contacts')
  const { t: tAlerts } = useTranslation('alerts')
  const services = useServices()
  const add = useAction(
    (body: NewContactBody) =>
      services.client.callTo(contactEndpoints.addContact, {
        body: { ...body, ...(teamId !== null && { team_id: teamId }) },
      }),
    {
      onLoaded(contact) {
        void contactsChanged(services)
        onAdded(contact)
      },
    },
  )
  const { wrong, onSubmit } = useCheckedForm(NewContactBody, add.run)
  const problems = useProblems(channel, add.error)
  const { help, fields } = contactForms[channel]
  const wrongNames: ReadonlySet<string> = wrong
  const nameProblem = wrong.has('name') ? t('nameWrong') : problems.at('name')

  return (
    <form onSubmit={onSubmit} noValidate autoComplete="off">
      <DialogContent sx={{ display: 'grid', gap: 5, pt: '20px !important' }}>
        <div>
          <Typography color="textSecondary">{t(`how.${channel}`)}</Typography>
          <OutLink href={help}>{t(`link.${channel}`)}</OutLink>
        </div>
        {problems.form === null ? null : (
          <Alert severity="error" role="alert" sx={{ overflowWrap: 'anywhere' }}>
            {problems.form}
          </Alert>
        )}
        <input type="hidden" name="channel" value={channel} />
        {fields.map((field, at) => (
          <Field
            key={field.name}
            field={field}
            isFirst={at === 0}
            problem={wrongNames.has(field.name) ? t(`wrong.${field.wrong}`) : problems.at(field.name)}
          />
        ))}
        {channel === 'PAGERDUTY' ? (
          <SelectField name="region" label={t('field.region')} defaultValue="US">
            {regions.map((region) => (
              <option key={region} value={region}>
                {t(`region.${region}`)}
              </option>
            ))}
          </SelectField>
        ) : null}
        <TextField
          name="name"
          label={t('name')}
          hint={t('nameHint')}
          problem={nameProblem}
          defaultValue={tAlerts(`channel.${channel}`)}
          maxLength={60}
          autoComplete="off"
        />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', p: 5, pt: 3, gap: 2 }}>
        <Typography variant="caption" color="textSecondary" sx={{ flex: '1 1 180px' }}>
          {t('dialog.tried')}
        </Typography>
        <Button variant="text" onClick={onBack}>
          {t('back')}
        </Button>
        <Button type="submit" variant="contained" loading={add.loading}>
          {t('dialog.submit')}
        </Button>
      </DialogActions>
    </form>
  )
}

interface FieldProps {
  field: ContactField
  isFirst: boolean
  problem: string | undefined
}

function Field({ field: { name, label, isSecret, isOptional, placeholder }, isFirst, problem }: FieldProps) {
  const { t } = useTranslation('contacts')
  const common = {
    ...{ name, problem, label: t(`field.${label}`), hint: isOptional ? t('dialog.optional') : undefined },
    ...{ dir: 'ltr' as const, spellCheck: false, autoFocus: isFirst },
  }
  // A key is no password of this site: password managers neither fill it in nor keep it.
  if (isSecret) return <PasswordField {...common} autoComplete="one-time-code" />
  return (
    <TextField
      {...common}
      type={addressFields.includes(name) ? 'url' : 'text'}
      placeholder={placeholder}
      autoComplete="off"
    />
  )
}

/** What the server says: at a field, or of the whole. */
function useProblems(channel: TypedChannel, error: Error | null) {
  const { t } = useTranslation('contacts')
  const { t: tCommon } = useTranslation()
  const { t: tAlerts } = useTranslation('alerts')
  const formats = useFormats()
  const names = ['name', ...contactForms[channel].fields.map(({ name }) => name)]
  const addressed = names.find((name) => addressFields.includes(name))
  const isAddress = isProblem(error, 'address_not_allowed') && addressed !== undefined
  const at = (name: string) =>
    isAddress && name === addressed ? t('dialog.notAllowed') : fieldProblem(error, name)
  const isAtField = names.some((name) => at(name) !== undefined)
  const whole = (): string | null => {
    if (error === null || isAtField) return null
    if (isProblem(error, 'not_configured')) return t('dialog.notConfigured')
    if (isProblem(error, 'contact_refused'))
      return t('dialog.refused', { channel: tAlerts(`channel.${channel}`), detail: error.problem.detail })
    // E.g. that there are too many already, which no field of this form has done.
    const others = error instanceof ProblemError ? Object.values(error.problem.errors ?? {}).flat() : []
    return others[0] ?? formProblem(error, tCommon, formats)
  }
  return { at, form: whole() }
}
