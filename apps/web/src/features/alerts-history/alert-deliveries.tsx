import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { heldReasons } from '../../data/alert-history/alert-needs.ts'
import { DeliveryMark } from '../../parts/delivery-mark.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.ts'
import { ChannelIcon } from './channel-icon.tsx'
import type { Delivery } from './delivery-groups.ts'
import { useHistoryTimes } from './use-history-times.ts'

interface Props {
  deliveries: readonly Delivery[]
  /** Under how many alerts each message is listed. */
  bundles: ReadonlyMap<number, number>
}

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 8 })
const Line = styled('div')(({ theme }) => ({
  ...theme.typography.table,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 8,
  '& > svg': { fontSize: 16, flex: 'none', color: theme.vars.palette.text.secondary },
  '& > time': { color: theme.vars.palette.text.secondary },
  '& > bdi': { flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere' },
}))

/** Every message about an alert: when, by what, to whom, where it stands, and what the provider said. */
export function AlertDeliveries({ deliveries, bundles }: Props) {
  const { t } = useTranslation('history')
  const { t: words } = useTranslation('alerts')
  const times = useHistoryTimes()
  if (deliveries.length === 0)
    return (
      <Typography variant="table" color="textSecondary">
        {t('detail.noDeliveries')}
      </Typography>
    )
  return (
    <List>
      {deliveries.map((delivery) => {
        const { id, at, channel, to, state, attempts } = delivery
        const alerts = bundles.get(id) ?? 1
        const notes = [
          attempts > 0 && t('detail.attempts', { count: attempts }),
          reasonOf(delivery, t),
          alerts > 1 && t('detail.bundle', { count: alerts }),
        ].filter((note) => typeof note === 'string')
        return (
          <li key={id}>
            <Line>
              <time dateTime={at} title={times.full(at)}>
                {times.clock(at)}
              </time>
              <ChannelIcon channel={channel} />
              <VisuallyHidden>{words(`channel.${channel}`)} </VisuallyHidden>
              <bdi>{to === '' ? '–' : to}</bdi>
              <DeliveryMark state={state} />
            </Line>
            {notes.length === 0 ? null : (
              <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
                {notes.join(' · ')}
              </Typography>
            )}
          </li>
        )
      })}
    </List>
  )
}

/** Why it is as it is, in words where the ledger has one of its own; else as the provider said it. */
function reasonOf({ detail }: Delivery, t: ReturnType<typeof useTranslation<'history'>>['t']): string | null {
  if (detail === null) return null
  if (detail === 'no_contact') return t('detail.no_contact')
  const held = heldReasons.find((reason) => reason === detail)
  return held ? t(`held.${held}`) : detail
}
