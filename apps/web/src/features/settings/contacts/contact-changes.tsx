import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { contactEndpoints } from '@roundsman/contract/accounts/account-endpoints'
import { type Contact, ContactNameBody } from '@roundsman/contract/accounts/contacts'
import { contactsChanged, type GivenContact } from '../../../data/alerts/contacts.ts'
import { useUserSettings } from '../../../data/alerts/user-alert-settings.ts'
import { formProblem } from '../../../data/api/errors.ts'
import { useAction } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showSuccess } from '../../../ui/toast.ts'
import { NameForm } from '../name-form.tsx'

interface Props {
  contact: GivenContact
  onClose: () => void
}

export function RenameContact({ contact: { id, name }, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const services = useServices()
  const rename = useAction(
    (body: Pick<Contact, 'name'>) =>
      services.client.callTo(contactEndpoints.renameContact, { params: { contactId: id }, body }),
    {
      onLoaded: async () => {
        await contactsChanged(services)
        onClose()
      },
    },
  )
  return (
    <Box sx={{ mt: 2 }}>
      <NameForm
        name={name}
        schema={ContactNameBody}
        rename={rename}
        texts={{ label: t('name'), wrong: t('nameWrong'), save: t('save'), cancel: t('cancel') }}
        onClose={onClose}
      />
    </Box>
  )
}

interface RemoveProps extends Props {
  /** No other one of its channel works. */
  isLast: boolean
  onRemoved: (() => void) | undefined
}

/** The question before a contact goes: which alerts go by its channel, and where they go then (P616). */
export function RemoveContact({ contact, isLast, onRemoved, onClose }: RemoveProps) {
  const { t } = useTranslation('contacts')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const services = useServices()
  const { id, name } = contact
  const remove = useAction(
    () => services.client.callTo(contactEndpoints.removeContact, { params: { contactId: id } }),
    {
      onLoaded: () => {
        showSuccess(t('removed', { name }))
        onRemoved?.()
        return contactsChanged(services)
      },
    },
  )
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      {t('removeAsk')} <Uses contact={contact} isLast={isLast} />
      {remove.error ? (
        <Box role="alert" sx={{ color: 'error.main', mt: 2 }}>
          {formProblem(remove.error, tCommon, formats)}
        </Box>
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
        <Button color="error" autoFocus loading={remove.loading} onClick={() => remove.run()}>
          {t('removeYes')}
        </Button>
        <Button variant="text" color="inherit" onClick={onClose}>
          {t('cancel')}
        </Button>
      </Box>
    </Alert>
  )
}

/** The alerts of this network that go by a channel; where they are not known, only where they go then. */
function Uses({ contact, isLast }: Pick<RemoveProps, 'contact' | 'isLast'>) {
  const { t } = useTranslation('contacts')
  const { t: tAlerts } = useTranslation('alerts')
  const formats = useFormats()
  const { network } = useServices()
  const { channel, team_id: teamId } = contact
  const { known } = useUserSettings(teamId)
  const kind = tAlerts(`channel.${channel}`)
  const count = known?.entries.filter(({ channels }) => channels.includes(channel)).length
  const names = { channel: kind, network: network.name }
  const last = teamId === null ? 'thenMail' : 'thenMembers'
  const then = t(isLast ? last : teamId === null ? 'thenOther' : 'thenOtherOfTeam', { channel: kind })
  if (count === undefined) return then
  if (count === 0) return t('usesNone', names)
  return `${t('uses', { ...names, count, value: formats.integer(count) })} ${then}`
}
