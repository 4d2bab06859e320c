import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { DeliveryMark } from '../../parts/delivery-mark.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.ts'
import { ChannelIcon } from './channel-icon.tsx'
import { type Delivery, deliveryGroups } from './delivery-groups.ts'

interface Props {
  deliveries: readonly Delivery[]
  /** States that there is room for. */
  most: number
}

const Root = styled('span')({ display: 'flex', alignItems: 'center', gap: 10, minWidth: 0 })
const Group = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  '& > svg': { fontSize: 16, flex: 'none', color: theme.vars.palette.text.secondary },
  '& [data-look="quiet"]': { paddingInlineStart: 0, minWidth: 0 },
}))
const More = styled('span')(({ theme }) => ({ flex: 'none', color: theme.vars.palette.text.secondary }))

/** Where the messages about an alert stand; channels in the same state share one word. */
export const DeliveriesCell = memo(function DeliveriesCell({ deliveries, most }: Props) {
  const { t } = useTranslation('alerts')
  const { t: own } = useTranslation('history')
  const groups = deliveryGroups(deliveries)
  if (groups.length === 0)
    return (
      <>
        <span aria-hidden>–</span>
        <VisuallyHidden>{own('detail.noDeliveries')}</VisuallyHidden>
      </>
    )
  const more = groups.length - most
  return (
    <Root>
      {groups.slice(0, most).map(({ state, channels }) => (
        <Group key={state}>
          {channels.map((channel) => (
            <ChannelIcon key={channel} channel={channel} />
          ))}
          <VisuallyHidden>{channels.map((channel) => t(`channel.${channel}`)).join(', ')} </VisuallyHidden>
          <DeliveryMark state={state} />
        </Group>
      ))}
      {more > 0 ? <More>+{more}</More> : null}
    </Root>
  )
})
