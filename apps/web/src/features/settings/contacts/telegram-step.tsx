import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import TelegramIcon from '@mui/icons-material/Telegram'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { contactEndpoints } from '@roundsman/contract/accounts/account-endpoints'
import { type NewContact, NewContactBody } from '@roundsman/contract/accounts/contacts'
import { contactsChanged, contactsQuery } from '../../../data/alerts/contacts.ts'
import { fieldProblem, formProblem, isProblem } from '../../../data/api/errors.ts'
import { useAction, useFetch } from '../../../data/api/operation.ts'
import { useNow, useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextField, useCheckedForm } from '../../../ui/controls/fields.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'

/** How long a link works, as the contract has it, ms. */
const linkValidMs = 10 * 60_000
/** How often somebody who waits for the chat asks whether it is linked, ms. */
const againMs = 2_000

interface Props {
  /** Whose contact it is to be; null: the user's own. */
  teamId: number | null
  onBack: () => void
  onClose: () => void
}

/** Leads from a name to a chat: a link, its code for a phone, and what has come of it so far. */
export function TelegramStep({ teamId, onBack, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const { t: tCommon } = useTranslation()
  const { t: tAlerts } = useTranslation('alerts')
  const formats = useFormats()
  const services = useServices()
  const { client, serverTime } = services
  const add = useAction(
    async (name: string) => {
      // Before it is asked for: the link is good for no longer than that.
      const until = serverTime.now() + linkValidMs
      return {
        contact: await client.callTo(contactEndpoints.addContact, {
          body: { channel: 'TELEGRAM', name, ...(teamId !== null && { team_id: teamId }) },
        }),
        until,
      }
    },
    { onLoaded: () => contactsChanged(services) },
  )
  const again = useAction(
    async ({ id, name }: NewContact) => {
      if (id !== null) await client.callTo(contactEndpoints.removeContact, { params: { contactId: id } })
      return name
    },
    { onLoaded: (name) => add.run(name) },
  )
  const { wrong, onSubmit } = useCheckedForm(NewContactBody, ({ name }) => add.run(name))
  const { error } = add
  const atName = fieldProblem(error, 'name')
  const made = add.result
  if (made?.contact.link !== undefined)
    return (
      <Linking
        contact={made.contact}
        link={made.contact.link}
        until={made.until}
        renewing={again.loading || add.loading}
        onAgain={() => again.run(made.contact)}
        onClose={onClose}
      />
    )
  return (
    <form onSubmit={onSubmit} noValidate>
      <DialogContent sx={{ display: 'grid', gap: 5, pt: '20px !important' }}>
        <Typography color="textSecondary">{t('telegram.how')}</Typography>
        {error === null || atName !== undefined ? null : (
          <Alert severity="error" role="alert">
            {isProblem(error, 'not_configured')
              ? t('dialog.notConfigured')
              : (fieldProblem(error, 'channel') ?? formProblem(error, tCommon, formats))}
          </Alert>
        )}
        <input type="hidden" name="channel" value="TELEGRAM" />
        <TextField
          name="name"
          label={t('name')}
          hint={t('nameHint')}
          problem={wrong.has('name') ? t('nameWrong') : atName}
          defaultValue={tAlerts('channel.TELEGRAM')}
          maxLength={60}
          autoComplete="off"
          autoFocus
        />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', p: 5, pt: 3, gap: 2 }}>
        <Button variant="text" onClick={onBack}>
          {t('back')}
        </Button>
        <Button type="submit" variant="contained" loading={add.loading}>
          {t('telegram.getLink')}
        </Button>
      </DialogActions>
    </form>
  )
}

interface LinkingProps {
  contact: NewContact
  link: string
  /** Until when the link works, Unix milliseconds. */
  until: number
  renewing: boolean
  onAgain: () => void
  onClose: () => void
}

function Linking({ contact, link, until, renewing, onAgain, onClose }: LinkingProps) {
  const { t } = useTranslation('contacts')
  const { client } = useServices()
  const now = useNow()
  const { known } = useFetch(contactsQuery(client, { teamId: contact.team_id, againMs }), [])
  const isLinked = known?.some(({ id, state }) => id === contact.id && state === 'CONFIRMED') ?? false
  const isOver = !isLinked && now >= until
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 4, justifyItems: 'center', pt: '20px !important' }}>
        {isLinked || isOver ? null : (
          <>
            <Button
              variant="contained"
              startIcon={<TelegramIcon />}
              href={link}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('telegram.open')}
            </Button>
            <Typography color="textSecondary">{t('telegram.scan')}</Typography>
            <QrCode text={link} label={t('telegram.code')} />
          </>
        )}
        <Box
          role="status"
          sx={{ display: 'flex', gap: 3, alignItems: 'center', color: isLinked ? 'success.main' : undefined }}
        >
          {isLinked ? (
            <CheckCircleOutlineRounded aria-hidden />
          ) : isOver ? null : (
            <CircularProgress size={18} aria-hidden />
          )}
          <Typography>
            {t(isLinked ? 'telegram.linked' : isOver ? 'telegram.expired' : 'telegram.waiting')}
          </Typography>
        </Box>
        {isLinked || isOver ? null : <TimeLeft seconds={(until - now) / 1_000} />}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', p: 5, pt: 3, gap: 2 }}>
        {isOver ? (
          <Button variant="contained" loading={renewing} onClick={onAgain}>
            {t('telegram.again')}
          </Button>
        ) : null}
        <Button variant={isLinked ? 'contained' : 'outlined'} onClick={onClose}>
          {t(isLinked ? 'telegram.done' : 'close')}
        </Button>
      </DialogActions>
    </>
  )
}

/** Each second, which nobody wants to have read out. */
function TimeLeft({ seconds }: { seconds: number }) {
  const { t } = useTranslation('contacts')
  const formats = useFormats()
  return (
    <Typography variant="caption" color="textSecondary">
      {t('telegram.left', { duration: formats.duration(seconds) })}
    </Typography>
  )
}
