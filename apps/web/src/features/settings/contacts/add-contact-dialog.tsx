import ArrowForwardIosRounded from '@mui/icons-material/ArrowForwardIosRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { NewContact } from '@roundsman/contract/accounts/contacts'
import { useId, useState } from 'react'
import { channelsQuery } from '../../../data/alerts/channel-states.ts'
import { useFetch } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ChannelIcon } from '../../../parts/alerts/alert-marks.tsx'
import { useCopy } from '../../../ui/controls/copy.tsx'
import { TextField } from '../../../ui/controls/fields.tsx'
import { RouteLink } from '../../../ui/controls/links.tsx'
import { styled } from '../../../ui/theme/styled.tsx'
import { showSuccess } from '../../../ui/toast.ts'
import type { GivenChannel } from './contact-fields.data.ts'
import { ContactForm } from './contact-form.tsx'
import { PushStep } from './push-step.tsx'
import { TelegramStep } from './telegram-step.tsx'

/** In the order in which they are offered: what people of this field live in, then the rest. */
const offered = [
  ...(['TELEGRAM', 'DISCORD', 'SLACK', 'PAGERDUTY', 'WEB_PUSH', 'NTFY'] as const),
  ...(['WEBHOOK', 'MATRIX', 'PUSHOVER', 'GOTIFY'] as const),
] satisfies readonly GivenChannel[]

interface Props {
  /** Whose contact it is to be; null: the user's own. */
  teamId: number | null
  onClose: () => void
}

/** Leads from a channel to a contact of it that works. */
export default function AddContactDialog({ teamId, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const { t: tAlerts } = useTranslation('alerts')
  const id = useId()
  const [channel, setChannel] = useState<GivenChannel | null>(null)
  /** The key that is shown this once. */
  const [secret, setSecret] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const close = () => (secret === null ? onClose() : setAsking(true))

  function added(contact: NewContact): void {
    const { name } = contact
    if (contact.secret !== undefined) return setSecret(contact.secret)
    showSuccess(t(contact.state === 'CONFIRMED' ? 'dialog.added' : 'dialog.addedWaiting', { name }))
    onClose()
  }

  const title =
    secret !== null
      ? t('secret.title')
      : channel === null
        ? t('dialog.title')
        : t('dialog.titleOf', { channel: tAlerts(`channel.${channel}`) })
  const back = () => setChannel(null)
  return (
    <Dialog
      open
      aria-labelledby={id}
      maxWidth={false}
      slotProps={{ paper: { sx: { width: 560, maxWidth: 'calc(100% - 32px)' } } }}
      onClose={close}
    >
      <DialogTitle
        id={id}
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3, pb: 2 }}
      >
        {title}
        <IconButton aria-label={t('close')} onClick={close} sx={{ marginInlineEnd: -2 }}>
          <CloseRounded sx={{ fontSize: 20 }} />
        </IconButton>
      </DialogTitle>
      {secret !== null ? (
        <SecretStep secret={secret} asking={asking} onStay={() => setAsking(false)} onClose={onClose} />
      ) : channel === null ? (
        <ChooseStep teamId={teamId} onChoose={setChannel} />
      ) : channel === 'TELEGRAM' ? (
        <TelegramStep teamId={teamId} onBack={back} onClose={onClose} />
      ) : channel === 'WEB_PUSH' ? (
        <PushStep onBack={back} onAdded={added} />
      ) : (
        <ContactForm channel={channel} teamId={teamId} onBack={back} onAdded={added} />
      )}
    </Dialog>
  )
}

const Choices = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& button': {
    all: 'unset',
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: 14,
    width: '100%',
    minHeight: 56,
    padding: '8px 24px',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    cursor: 'pointer',
    '&:hover': { backgroundColor: theme.vars.palette.action.hover },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: -2 },
    '& > svg': { flex: 'none', fontSize: 22, color: theme.vars.palette.text.secondary },
    '& > svg:last-of-type': { fontSize: 14 },
    '& > span': { flex: 1, minWidth: 0 },
  },
  '[dir="rtl"] & button > svg:last-of-type': { transform: 'scaleX(-1)' },
}))

interface ChooseProps extends Pick<Props, 'teamId'> {
  onChoose: (channel: GivenChannel) => void
}

/** The channels that this site can send through; to a team not by the push of a browser, which is one person's. */
function ChooseStep({ teamId, onChoose }: ChooseProps) {
  const { t } = useTranslation('contacts')
  const { t: tCommon } = useTranslation()
  const { t: tAlerts } = useTranslation('alerts')
  const { client } = useServices()
  const { known, error, fetch } = useFetch(channelsQuery(client), null)
  const isAvailable = (channel: GivenChannel) =>
    known?.some((one) => one.channel === channel && one.is_available) ?? false
  const wanted = offered.filter((channel) => teamId === null || channel !== 'WEB_PUSH')
  const missing = known ? wanted.filter((channel) => !isAvailable(channel)) : []
  return (
    <DialogContent sx={{ p: 0 }}>
      <Typography color="textSecondary" sx={{ px: 6, pb: 4 }}>
        {t(teamId === null ? 'dialog.choose' : 'team.choose')}
      </Typography>
      {known ? (
        <Choices>
          {wanted.filter(isAvailable).map((channel) => (
            <li key={channel}>
              <button type="button" onClick={() => onChoose(channel)}>
                <ChannelIcon channel={channel} />
                <span>
                  <Typography variant="label" component="span" sx={{ display: 'block' }}>
                    {tAlerts(`channel.${channel}`)}
                  </Typography>
                  <Typography variant="caption" color="textSecondary" component="span">
                    {t(`about.${channel}`)}
                  </Typography>
                </span>
                <ArrowForwardIosRounded aria-hidden />
              </button>
            </li>
          ))}
        </Choices>
      ) : error ? (
        <Alert
          severity="error"
          role="alert"
          sx={{ mx: 6 }}
          action={
            <Button variant="text" color="inherit" size="small" onClick={fetch}>
              {tCommon('error.tryAgain')}
            </Button>
          }
        >
          {t('dialog.unknown')}
        </Alert>
      ) : (
        <CircularProgress size={24} aria-label={t('loading')} sx={{ mx: 6 }} />
      )}
      <Box sx={{ px: 6, py: 4, display: 'grid', gap: 1, typography: 'caption', color: 'text.secondary' }}>
        {missing.length === 0 ? null : (
          <div>
            {t('dialog.unavailable', {
              channels: missing.map((channel) => tAlerts(`channel.${channel}`)).join(', '),
            })}
          </div>
        )}
        {teamId === null ? (
          <div>
            {t('dialog.phones')}{' '}
            <RouteLink to="/settings" search={{ tab: 'phones' }}>
              {t('dialog.phonesLink')}
            </RouteLink>
            .
          </div>
        ) : null}
      </Box>
    </DialogContent>
  )
}

interface SecretProps {
  secret: string
  /** Somebody wants to close it. */
  asking: boolean
  onStay: () => void
  onClose: () => void
}

/** The key of a webhook, which goes with a button that says that it is kept, or after a question (P614). */
function SecretStep({ secret, asking, onStay, onClose }: SecretProps) {
  const { t } = useTranslation('contacts')
  const { t: tCommon } = useTranslation()
  const copy = useCopy()
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 4, pt: '20px !important' }}>
        <TextField
          label={t('secret.title')}
          hint={t('secret.once')}
          value={secret}
          readOnly
          // Where the form had it: the keyboard stays in the dialog.
          autoFocus
          dir="ltr"
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
          end={
            <Button size="small" startIcon={<ContentCopyRounded />} onClick={() => copy(secret)}>
              {tCommon('code.copy')}
            </Button>
          }
        />
        {asking ? (
          <Alert severity="warning" role="alert">
            {t('secret.ask')}
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
              <Button color="error" onClick={onClose}>
                {t('secret.leave')}
              </Button>
              <Button variant="text" color="inherit" autoFocus onClick={onStay}>
                {t('secret.stay')}
              </Button>
            </Box>
          </Alert>
        ) : null}
      </DialogContent>
      <DialogActions sx={{ p: 5, pt: 3 }}>
        <Button variant="contained" onClick={onClose}>
          {t('secret.saved')}
        </Button>
      </DialogActions>
    </>
  )
}
