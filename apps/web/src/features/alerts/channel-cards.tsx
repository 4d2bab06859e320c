import CallOutlined from '@mui/icons-material/CallOutlined'
import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import MailOutlined from '@mui/icons-material/MailOutlined'
import RemoveCircleOutlineRounded from '@mui/icons-material/RemoveCircleOutlineRounded'
import SmsOutlined from '@mui/icons-material/SmsOutlined'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formProblem } from '../../data/form-problem.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { DeliveryMark } from '../../parts/delivery-mark.tsx'
import { RouteButton } from '../../ui/route-button.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import type { ChannelState } from './channel-state.ts'
import { type ChannelTest, useChannelTest } from './use-channel-test.ts'

export const channelIcons = { SMS: SmsOutlined, VOICE: CallOutlined, EMAIL: MailOutlined }
const stateLooks = {
  ready: { icon: CheckCircleOutlineRounded, tone: 'success' },
  noPhone: { icon: WarningAmberRounded, tone: 'warning' },
  notSetUp: { icon: RemoveCircleOutlineRounded, tone: 'neutral' },
} as const

const Cards = styled(Paper)({
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
  // Between the cards, whether they stand beside or above each other.
  boxShadow: `1px 0 ${theme.vars.palette.divider}, 0 1px ${theme.vars.palette.divider}, -1px 0 ${theme.vars.palette.divider}`,
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

function ChannelCard({ channel, state, to }: ChannelState) {
  const { t } = useTranslation('alerts')
  const test = useChannelTest(channel)
  const Icon = channelIcons[channel]
  const { icon, tone } = stateLooks[state]
  const name = t(`channel.${channel}`)
  return (
    <Card aria-label={name}>
      <Icon aria-hidden />
      <div>
        <Line>
          <Typography variant="subtitle2" component="h2">
            {name}
          </Typography>
          <StateMark icon={icon} tone={tone} look="quiet">
            {t(`channelState.${state}`)}
          </StateMark>
        </Line>
        <Typography variant="caption" color="textSecondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
          {to === null ? t(`channelHint.${state === 'noPhone' ? 'noPhone' : 'notSetUp'}`) : <bdi>{to}</bdi>}
        </Typography>
        <TestOutcome test={test} />
      </div>
      {state === 'ready' ? (
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
      ) : null}
    </Card>
  )
}

/** Where the test stands in the ledger, or why there is none. */
function TestOutcome({ test: { delivery, error } }: { test: ChannelTest }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <div role="status">
      {error ? (
        <Typography variant="caption" color="error">
          {formProblem(error, t, formats)}
        </Typography>
      ) : delivery ? (
        <>
          <DeliveryMark state={delivery.state} />
          {delivery.detail === null ? null : (
            <Typography variant="caption" color="textSecondary" component="div" dir="auto">
              {delivery.detail}
            </Typography>
          )}
        </>
      ) : null}
    </div>
  )
}
