import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import ScheduleSendOutlined from '@mui/icons-material/ScheduleSendOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { alertEndpoints } from '@roundsman/contract/alerts/alert-endpoints'
import type { Contact } from '@roundsman/contract/accounts/contacts'
import { useCallback, useState } from 'react'
import { contactsChanged, isGiven } from '../../../data/alerts/contacts.ts'
import { ageSeconds } from '../../../data/network/network-health.ts'
import { useNow, useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ChannelIcon } from '../../../parts/alerts/alert-marks.tsx'
import { TestOutcome, useTestMessage } from '../../../parts/alerts/test-message.tsx'
import { RouteButton } from '../../../ui/controls/links.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'
import { styled } from '../../../ui/theme/styled.tsx'
import { RemoveContact, RenameContact } from './contact-changes.tsx'
import type { DevicePush } from './device-push.ts'
import { PagerdutyAnswers } from './pagerduty-answers.tsx'
import { usePushProblem } from './push-step.tsx'

const marks = {
  CONFIRMED: { icon: CheckCircleOutlineRounded, tone: 'success', emphasis: 'silent' },
  WAITING: { icon: ScheduleSendOutlined, tone: 'warning', emphasis: 'chip' },
  BROKEN: { icon: ErrorOutlineRounded, tone: 'error', emphasis: 'chip' },
} as const

const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 16,
  padding: '14px 0',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& > svg': { fontSize: 22, marginTop: 2, color: theme.vars.palette.text.secondary },
  '& > div': { display: 'grid', gap: 6, minWidth: 0 },
}))
const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: '6px 12px',
  '& > div:first-of-type': { flex: '1 1 200px', minWidth: 0 },
})
const Actions = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'center',
  gap: 4,
  minWidth: 0,
  marginInlineStart: 'auto',
  // With letters twice as large one of these is wider than a phone.
  '& > a': { maxWidth: '100%', whiteSpace: 'normal', textAlign: 'end' },
})

interface Props {
  contact: Contact
  /** No other one of its channel works. */
  isLast: boolean
  /** The user may test, rename and remove it. */
  mayChange: boolean
  /** Of the contact that this browser is; null for all others. */
  push: DevicePush | null
}

/** One contact: what it is and how it stands, what to do where it does not work, and what can be done with it. */
export function ContactRow({ contact, isLast, mayChange, push }: Props) {
  const { t } = useTranslation('contacts')
  const { t: tAlerts } = useTranslation('alerts')
  const services = useServices()
  const { client } = services
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null)
  const { channel, to, state } = contact
  const given = isGiven(contact) ? contact : null
  const kind = tAlerts(`channel.${channel}`)
  const name = given?.name ?? kind
  const called = given ? name : `${kind}, ${to}`
  const changed = useCallback(() => void contactsChanged(services), [services])
  const test = useTestMessage(
    () =>
      given
        ? client.callTo(alertEndpoints.testContact, { params: { contactId: given.id } })
        : client.callTo(alertEndpoints.testAlert, { body: { channel } }),
    changed,
  )
  const canTest = mayChange && (given ? channel !== 'TELEGRAM' || state !== 'WAITING' : state === 'CONFIRMED')
  const close = () => setOpen(null)
  return (
    <Row>
      <ChannelIcon channel={channel} />
      <div>
        <Line>
          <div>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2.5 }}>
              <Typography
                variant="subtitle2"
                component="h3"
                dir="auto"
                sx={{ m: 0, overflowWrap: 'anywhere', minWidth: 0 }}
              >
                {name}
              </Typography>
              <StateMark {...marks[state]}>{t(`state.${state}`)}</StateMark>
            </Box>
            <Typography
              variant="caption"
              color="textSecondary"
              component="div"
              sx={{ overflowWrap: 'anywhere' }}
            >
              {[given && name !== kind ? kind : null, push ? t('thisDevice') : null]
                .filter((part) => part !== null)
                .map((part) => `${part} · `)
                .join('')}
              <bdi dir="ltr">{to}</bdi>
            </Typography>
            {given ? <LastDelivery at={given.last_delivered_at} /> : null}
          </div>
          <Actions>
            {canTest ? (
              <Button
                variant="outlined"
                size="small"
                loading={test.starting}
                aria-label={t('testOf', { name: called })}
                onClick={test.start}
              >
                {t('test')}
              </Button>
            ) : null}
            {!mayChange ? null : given ? (
              <>
                <IconButton
                  aria-label={t('rename', { name })}
                  aria-expanded={open === 'rename'}
                  onClick={() => setOpen(open === 'rename' ? null : 'rename')}
                >
                  <EditOutlined fontSize="small" />
                </IconButton>
                <IconButton
                  aria-label={t('remove', { name })}
                  aria-expanded={open === 'remove'}
                  onClick={() => setOpen(open === 'remove' ? null : 'remove')}
                >
                  <DeleteOutlineRounded fontSize="small" />
                </IconButton>
              </>
            ) : (
              <RouteButton
                variant="text"
                size="small"
                to="/settings"
                search={{ tab: channel === 'EMAIL' ? 'security' : 'phones' }}
              >
                {t(channel === 'EMAIL' ? 'inSecurity' : 'inPhones')}
              </RouteButton>
            )}
          </Actions>
        </Line>
        <Advice contact={contact} mayChange={mayChange} />
        {given && given.webhook && mayChange ? (
          <PagerdutyAnswers contact={given} webhook={given.webhook} />
        ) : null}
        {push && state === 'CONFIRMED' ? <DeviceAdvice push={push} name={name} /> : null}
        {/* Of several numbers the server chooses one: the receipt says which. */}
        {given === null && test.delivery ? (
          <Typography variant="caption" color="textSecondary" component="div">
            {t('testTo', { to: test.delivery.to })}
          </Typography>
        ) : null}
        <TestOutcome test={test} />
        {given && open === 'rename' ? <RenameContact contact={given} onClose={close} /> : null}
        {given && open === 'remove' ? (
          <RemoveContact contact={given} isLast={isLast} onRemoved={push?.forget} onClose={close} />
        ) : null}
      </div>
    </Row>
  )
}

/** Grows older by itself. */
function LastDelivery({ at }: { at: string | null }) {
  const { t } = useTranslation('contacts')
  const formats = useFormats()
  const age = ageSeconds(at, useNow())
  return (
    <Typography variant="caption" color="textSecondary" component="div">
      {age === null ? t('never') : t('last', { age: formats.roughDuration(age) })}
    </Typography>
  )
}

/** Why nothing goes to a contact, in the provider's words where there are any, and what to do about it. */
function Advice({
  contact: { id, channel, state, problem, team_id: teamId },
  mayChange,
}: Pick<Props, 'contact' | 'mayChange'>) {
  const { t } = useTranslation('contacts')
  const { t: tAlerts } = useTranslation('alerts')
  const formats = useFormats()
  const { serverTime } = useServices()
  if (state === 'CONFIRMED') return null
  const advice =
    id === null
      ? 'phone'
      : state === 'WAITING'
        ? channel === 'TELEGRAM'
          ? 'TELEGRAM'
          : 'WAITING'
        : channel === 'WEB_PUSH'
          ? 'WEB_PUSH'
          : 'BROKEN'
  return (
    <Typography variant="table" component="div" sx={{ overflowWrap: 'anywhere' }}>
      {problem === null ? null : (
        <div>
          {t(`problem.${problem.code}`, { time: formats.time(problem.since, serverTime.now()) })}{' '}
          {problem.detail === '' ? null : (
            <bdi>
              {problem.code === 'refused'
                ? t('problem.said', { channel: tAlerts(`channel.${channel}`), detail: problem.detail })
                : problem.detail}
            </bdi>
          )}
        </div>
      )}
      {teamId === null
        ? t(`advice.${advice}`)
        : advice === 'BROKEN'
          ? t(mayChange ? 'team.BROKEN' : 'team.BROKENMember')
          : mayChange
            ? t(`advice.${advice}`)
            : null}
    </Typography>
  )
}

/** What the server cannot know of this browser: that it shows nothing any more. */
function DeviceAdvice({ push, name }: { push: DevicePush; name: string }) {
  const { t } = useTranslation('contacts')
  const { state, turnOn } = push
  const problem = usePushProblem(turnOn.error)
  if (state !== 'unsubscribed' && state !== 'blocked') return null
  return (
    <Box role="status" sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography variant="table">{t(`advice.${state}`)}</Typography>
      {state === 'unsubscribed' ? (
        <Button size="small" loading={turnOn.loading} onClick={() => turnOn.run(name)}>
          {t('turnOnAgain')}
        </Button>
      ) : null}
      {problem === null ? null : (
        <Typography variant="table" color="error" role="alert">
          {problem}
        </Typography>
      )}
    </Box>
  )
}
