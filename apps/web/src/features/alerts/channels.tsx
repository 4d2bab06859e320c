import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import RemoveCircleOutlineRounded from '@mui/icons-material/RemoveCircleOutlineRounded'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { styled as styledPart } from '@mui/material/styles'
import { alertEndpoints } from '@roundsman/contract/alerts/alert-endpoints'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { type ChannelState, fewLeft } from '../../data/alerts/channel-states.ts'
import { useNow, useServices } from '../../data/services/services.ts'
import { ChannelIcon } from '../../parts/alerts/alert-marks.tsx'
import { TestOutcome, useTestMessage } from '../../parts/alerts/test-message.tsx'
import { RouteButton } from '../../ui/controls/links.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { styled } from '../../ui/theme/styled.tsx'

const stateMarks = {
  ready: { icon: CheckCircleOutlineRounded, tone: 'success' },
  noPhone: { icon: WarningAmberRounded, tone: 'warning' },
  broken: { icon: WarningAmberRounded, tone: 'warning' },
  notSetUp: { icon: RemoveCircleOutlineRounded, tone: 'neutral' },
  unknown: { icon: HelpOutlineRounded, tone: 'neutral' },
} as const

const Cards = styledPart(Paper)({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
})
const Card = styled('section')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 14px',
  minWidth: 0,
  padding: '12px 12px 12px 20px',
  // One line between two cards, whether they stand beside or above each other.
  boxShadow: `1px 0 ${theme.vars.palette.divider}, 0 1px ${theme.vars.palette.divider}`,
  '& > svg': { flex: 'none', fontSize: 20, color: theme.vars.palette.text.secondary },
  '& > div': { flex: '1 1 120px', minWidth: 0 },
}))
const Line = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 8 })

/** Each channel with whether it can be used, and a message to try it. */
export function ChannelCards({ channels }: { channels: readonly ChannelState[] }) {
  return (
    <Cards variant="outlined" sx={{ mb: 5, overflow: 'hidden' }}>
      {channels.map((one) => (
        <ChannelCard key={one.channel} {...one} />
      ))}
    </Cards>
  )
}

/** How a channel stands that messages can go through: that few or none are left today comes before that it works (P896). */
function useStanding({ state, left }: ChannelState) {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  const now = useNow(60)
  if (state !== 'ready' || left === undefined || left.count > fewLeft)
    return { ...stateMarks[state], text: t(`channelState.${state}`) }
  if (left.count > 0)
    return {
      icon: WarningAmberRounded,
      tone: 'warning',
      text: t('channelLeft.few', { value: left.count }),
    } as const
  const time = left.until === null ? null : formats.shortTime(left.until, now)
  // Red all the same: the next ordinary alert comes another way.
  const text =
    time === null
      ? t('channelLeft.none')
      : left.kept > 0
        ? t('channelLeft.keptUntil', { time, value: left.kept })
        : t('channelLeft.noneUntil', { time })
  return { icon: ErrorOutlineRounded, tone: 'error', text } as const
}

function ChannelCard(one: ChannelState) {
  const { channel, state, to } = one
  const { t } = useTranslation('alerts')
  const { client } = useServices()
  const test = useTestMessage(() => client.callTo(alertEndpoints.testAlert, { body: { channel } }))
  const { icon, tone, text } = useStanding(one)
  const name = t(`channel.${channel}`)
  return (
    <Card aria-label={name}>
      <ChannelIcon channel={channel} />
      <div>
        <Line>
          <Typography variant="subtitle2" component="h2">
            {name}
          </Typography>
          <StateMark icon={icon} tone={tone} emphasis="quiet" wraps>
            {text}
          </StateMark>
        </Line>
        <Typography variant="caption" color="textSecondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
          {to !== null ? <bdi>{to}</bdi> : state === 'ready' ? null : t(`channelHint.${state}`)}
        </Typography>
        <TestOutcome test={test} />
      </div>
      {state === 'ready' || (state === 'unknown' && to !== null) ? (
        <Button
          variant="text"
          size="small"
          loading={test.starting}
          aria-label={t('test.sendBy', { channel: name })}
          onClick={test.start}
        >
          {t('test.send')}
        </Button>
      ) : state === 'noPhone' ? (
        <RouteButton variant="text" size="small" to="/settings" search={{ tab: 'phones' }}>
          {t('channelHint.addPhone')}
        </RouteButton>
      ) : state === 'broken' ? (
        <RouteButton variant="text" size="small" to="/settings" search={{ tab: 'contacts' }}>
          {t('channelHint.check')}
        </RouteButton>
      ) : null}
    </Card>
  )
}

/** On a phone, above the boxes: which channels have few or none left today (P987). */
function FewLeft({ channels }: { channels: readonly ChannelState[] }) {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  const now = useNow(60)
  const few = channels.flatMap(({ channel, state, left }) =>
    state === 'ready' && left !== undefined && left.count <= fewLeft ? [{ channel, left }] : [],
  )
  if (few.length === 0) return null
  return (
    <Alert severity={few.some(({ left }) => left.count === 0) ? 'error' : 'warning'} sx={{ mb: 3 }}>
      {few
        .map(({ channel, left: { count, kept, until } }) => {
          const of = { channel: t(`channel.${channel}`) }
          if (count > 0) return t('channelLeft.fewOf', { ...of, value: count })
          if (until === null) return t('channelLeft.noneOf', of)
          const time = formats.shortTime(until, now)
          if (kept > 0) return t('channelLeft.keptUntilOf', { ...of, time, value: kept })
          return t('channelLeft.noneUntilOf', { ...of, time })
        })
        .join(' ')}
    </Alert>
  )
}

/** On a phone, above the boxes: which channels have few or no messages left, which cannot be used, and the way to change that. */
export function ChannelWarning({ channels }: { channels: readonly ChannelState[] }) {
  return (
    <>
      <FewLeft channels={channels} />
      <UnusableChannels channels={channels} />
    </>
  )
}

function UnusableChannels({ channels }: { channels: readonly ChannelState[] }) {
  const { t } = useTranslation('alerts')
  if (channels.some(({ state }) => state === 'noPhone'))
    return (
      <Alert
        severity="warning"
        sx={{ mb: 3 }}
        action={
          <RouteButton variant="text" size="small" to="/settings" search={{ tab: 'phones' }}>
            {t('channelHint.addPhone')}
          </RouteButton>
        }
      >
        {t('channelHint.noPhoneLong')}
      </Alert>
    )
  const broken = channels
    .filter(({ state }) => state === 'broken')
    .map(({ channel }) => t(`channel.${channel}`))
  if (broken.length > 0)
    return (
      <Alert
        severity="warning"
        sx={{ mb: 3 }}
        action={
          <RouteButton variant="text" size="small" to="/settings" search={{ tab: 'contacts' }}>
            {t('channelHint.check')}
          </RouteButton>
        }
      >
        {t('channelHint.brokenLong', { channels: broken.join(', ') })}
      </Alert>
    )
  const missing = channels
    .filter(({ state }) => state === 'notSetUp')
    .map(({ channel }) => t(`channel.${channel}`))
  if (missing.length === 0) return null
  return (
    <Alert severity="info" sx={{ mb: 3 }}>
      {t('channelHint.notSetUpLong', { channels: missing.join(', ') })}
    </Alert>
  )
}
