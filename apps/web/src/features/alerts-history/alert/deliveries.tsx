import Typography from '@mui/material/Typography'
import { notificationChannels } from '@roundsman/contract/accounts/accounts'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { heldReasons } from '../../../data/alerts/alert-history.ts'
import { type Incident, waitingIn } from '../../../data/alerts/incidents.ts'
import {
  callOver,
  callOutcome,
  ChannelIcon,
  DeliveryMark,
  deliveryWord,
  isWaiting,
  type UsedUp,
  usedUpOf,
} from '../../../parts/alerts/alert-marks.tsx'
import { VisuallyHidden } from '../../../ui/known.tsx'
import { isImported } from './alert-evidence.ts'
import { asOver, type ShownDelivery } from './deliveries-over.ts'
import { useHistoryTimes } from './alert-times.ts'
import { dot } from '../../../ui/dot.ts'
import { styled } from '../../../ui/theme/styled.tsx'

interface Props {
  deliveries: readonly Delivery[]
  /** The alert was raised elsewhere, and this site sent nothing. */
  imported: boolean
}

/** As many states as there are, on as many lines as they need: none is cut (P576). */
const Root = styled('span')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 10,
  flex: '1 1 0',
  minWidth: 0,
})
const Group = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  '& > svg': { fontSize: 16, flex: 'none', color: theme.vars.palette.text.secondary },
  '& [data-emphasis="quiet"]': { paddingInlineStart: 0, minWidth: 0, minHeight: 0, lineHeight: '1rem' },
}))

/** Where the messages about an alert stand; channels in the same state share one word. */
export const DeliveriesCell = memo(function DeliveriesCell({ deliveries, imported }: Props) {
  const { t } = useTranslation('alerts')
  const { t: tHistory } = useTranslation('history')
  const times = useHistoryTimes()
  const groups = deliveryGroups(deliveries)
  if (groups.length === 0 && imported)
    return (
      <Typography variant="table" component="span" color="textSecondary">
        {tHistory('imported')}
      </Typography>
    )
  if (groups.length === 0)
    return (
      <>
        <span aria-hidden>–</span>
        <VisuallyHidden>{tHistory('detail.noDeliveries')}</VisuallyHidden>
      </>
    )
  return (
    <Root data-deliveries="">
      {groups.map(({ first, word, channels }) => (
        <Group key={word}>
          {channels.map((channel) => (
            <ChannelIcon key={channel} channel={channel} />
          ))}
          <VisuallyHidden>{channels.map((channel) => t(`channel.${channel}`)).join(', ')} </VisuallyHidden>
          <DeliveryMark
            delivery={first}
            {...(first.waits_until !== undefined && { until: times.shortOn(first.waits_until, first.at) })}
          />
        </Group>
      ))}
    </Root>
  )
})

interface ListProps {
  item: AlertHistoryItem
  /** The alerts of its incident. */
  steps: readonly AlertHistoryItem[]
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
export function AlertDeliveries({ item, steps, bundles }: ListProps) {
  const { t } = useTranslation('history')
  const { t: tAlerts } = useTranslation('alerts')
  const times = useHistoryTimes()
  if (item.deliveries.length === 0)
    return (
      <Typography variant="table" color="textSecondary">
        {t(isImported(item) ? 'detail.importedDeliveries' : 'detail.noDeliveries')}
      </Typography>
    )
  return (
    <List>
      {inOrderOfTime(deliveriesOf(item, steps)).map((delivery) => {
        const { id, at, channel, to } = delivery
        const alerts = bundles.get(id) ?? 1
        const attempts = attemptsMade(delivery)
        const notes = [
          attempts > 0 && t('detail.attempts', { count: attempts }),
          reasonOf(delivery, item, { t, until: (iso) => times.shortOn(iso, at) }),
          alerts > 1 && t('detail.bundle', { count: alerts }),
        ].filter((note) => typeof note === 'string')
        return (
          <li key={id}>
            <Line>
              <time dateTime={at} title={times.full(at)}>
                {times.clock(at)}
              </time>
              <ChannelIcon channel={channel} />
              <VisuallyHidden>{tAlerts(`channel.${channel}`)} </VisuallyHidden>
              <bdi>{to === '' ? '–' : to}</bdi>
              <DeliveryMark
                delivery={delivery}
                {...(deliveryWord(delivery) === 'call.LATER' &&
                  delivery.waits_until !== undefined && { until: times.shortOn(delivery.waits_until, at) })}
              />
            </Line>
            {notes.length === 0 ? null : (
              <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
                {notes.join(dot)}
              </Typography>
            )}
          </li>
        )
      })}
    </List>
  )
}

/** The ledger lists by channel; who reads what happened reads it as it happened (P819). */
function inOrderOfTime(deliveries: readonly Delivery[]): Delivery[] {
  return deliveries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.id - b.id)
}

/** The ledger counts the attempts, too, that found that it waits, or that there was nothing to send any more. */
function attemptsMade(delivery: Delivery): number {
  const { attempts, state, detail } = delivery
  if (isWaiting(delivery)) return 0
  return state === 'SUPPRESSED' && detail?.endsWith(stopped) === true ? attempts - 1 : attempts
}

/** As the ledger writes it where there was nothing to send any more, behind what the attempt before it came to. */
const stopped = 'nothing to say any more'
/** Reasons of the ledger beside those why it was held back. */
const ownReasons = [
  'no_contact',
  'quiet_hours',
  'ended_in_quiet_hours',
  'told_already',
  'acknowledged',
  'comes_and_goes',
  'on_call',
] as const

/** Why the ledger has it wait for its turn, for its number or for a limit, by the word for it (P1046). */
const turnReasons = {
  'waiting: its provider takes only so many messages at a time': 'turn',
  'waiting: another call to this number is under way': 'line',
  'waiting: this number was called a moment ago': 'peace',
  'waiting: the daily limit is used up, and this may be over in a moment': 'limit',
} as const
const isTurn = (detail: string): detail is keyof typeof turnReasons => Object.hasOwn(turnReasons, detail)

/** Why it is as it is, in words where the outcome is a usual one; else as the provider said it. */
function reasonOf(
  { channel, state, detail, waits_until: waitsUntil }: Delivery,
  { acknowledged_at: acknowledgedAt, status }: AlertHistoryItem,
  { t, until }: { t: TFunction<'history'>; until: (iso: string) => string },
): string | null {
  // The word says it.
  if (detail === null || detail === callOver) return null
  const usedUp = usedUpOf(detail)
  if (usedUp !== null) return usedUpText(usedUp, channel === 'VOICE' ? 'VOICE' : 'SMS')
  if (detail.endsWith(`; ${callOver}`)) return t('detail.stoppedOver')
  if (detail.endsWith(stopped)) {
    if (acknowledgedAt !== null) return t('detail.stoppedAcknowledged')
    return t(status === 'ENDED' ? 'detail.stoppedOver' : 'detail.stopped')
  }
  const called = channel === 'VOICE' ? callOutcome(detail) : null
  // The word beside the call says it.
  if (called !== null && state === 'FAILED') return null
  if (called !== null) return t(`detail.${called}`)
  const waits = waitsUntil === undefined ? null : { time: until(waitsUntil) }
  if (waits !== null && detail === 'quiet_hours') return t('detail.quietUntil', waits)
  if (waits !== null && detail === 'comes_and_goes')
    return t(status === 'ENDED' ? 'detail.comesUntilOver' : 'detail.comesUntil', waits)
  const known = ownReasons.find((reason) => reason === detail)
  if (known) return t(`detail.${known}`)
  if (isTurn(detail)) return t(`detail.waitsFor.${turnReasons[detail]}`)
  const held = heldReasons.find((reason) => reason === detail)
  return held ? t(`held.${held}`) : detail

  /** "not sent: daily SMS limit used up until 14:22" */
  function usedUpText(budget: UsedUp, which: 'SMS' | 'VOICE'): string {
    if (budget.of === 'site') return t(`detail.siteUsedUp.${which}`)
    const time = until(budget.until)
    if (budget.of === 'reader' && budget.kept > 0)
      return t(`detail.kept.${which}`, { time, count: budget.kept })
    return t(`detail.${budget.of === 'share' ? 'shareUsedUp' : 'usedUp'}.${which}`, { time })
  }
}

type Delivery = ShownDelivery

/** Channels whose messages stand alike share one word. */
interface DeliveryGroup {
  word: ReturnType<typeof deliveryWord>
  first: Delivery
  channels: Delivery['channel'][]
}

/** In every row the same one (P155): the call last, which has words of its own and so never shares one with the messages. */
const channelOrder = [...notificationChannels.filter((channel) => channel !== 'VOICE'), 'VOICE']
/** Of the contacts of one channel what needs a person first, then what is still on its way. */
const order: readonly Delivery['state'][] = ['FAILED', 'SENDING', 'QUEUED', 'SENT', 'SUPPRESSED', 'DELIVERED']

export function deliveryGroups(deliveries: readonly Delivery[]): DeliveryGroup[] {
  const groups = new Map<string, DeliveryGroup>()
  const last = lastOfEach(deliveries).toSorted(
    (a, b) =>
      channelOrder.indexOf(a.channel) - channelOrder.indexOf(b.channel) ||
      order.indexOf(a.state) - order.indexOf(b.state),
  )
  for (const first of last) {
    const word = deliveryWord(first)
    const channels: Delivery['channel'][] = groups.get(word)?.channels ?? []
    if (!channels.includes(first.channel)) channels.push(first.channel)
    if (!groups.has(word)) groups.set(word, { first, word, channels })
  }
  return [...groups.values()]
}

/**
 * Of each contact what became of the last message that went out to it; where none did, of what waits, and only else of
 * what was not sent (P983): what it was told already was told by one that stands beside. Of calls the one that came
 * farthest: whoever has heard one was called, whatever became of the others (P1051).
 */
function lastOfEach(deliveries: readonly Delivery[]): Delivery[] {
  const byContact = new Map<string, Delivery>()
  for (const one of inOrderOfTime(deliveries)) {
    const contact = `${one.channel} ${one.to}`
    const known = byContact.get(contact)
    const [reach, before] = [reachOf(one), known === undefined ? -1 : reachOf(known)]
    if (reach > before || (reach === before && reach >= reaches.inVain)) byContact.set(contact, one)
  }
  return [...byContact.values()]
}

const reaches = { toldElsewhere: 0, notSent: 1, waits: 2, inVain: 3, out: 4 } as const

/** How far it came on the way to its reader. */
function reachOf(delivery: Delivery): number {
  const { channel, state, attempts, detail, is_under_way: isUnderWay } = delivery
  const outcome = channel === 'VOICE' && detail !== null ? callOutcome(detail) : null
  if (isUnderWay === true || outcome === 'noKey') return reaches.out
  if (outcome !== null) return reaches.inVain
  if (state === 'SUPPRESSED') return detail === 'told_already' ? reaches.toldElsewhere : reaches.notSent
  if (isWaiting(delivery) || (state === 'QUEUED' && attempts === 0)) return reaches.waits
  return channel === 'VOICE' && state === 'FAILED' ? reaches.inVain : reaches.out
}

/** Of all of its alerts, each message once. */
export function deliveriesIn(incident: Incident): readonly Delivery[] {
  const { steps } = incident
  const [first, ...others] = steps
  if (first !== undefined && others.length === 0) return deliveriesOf(first, steps)
  const all = new Map<number, Delivery>()
  // A call that is about several says nothing of those that were over before it (E416).
  for (const one of steps.flatMap((item) => asOver(item, item.deliveries, steps))) {
    const known = all.get(one.id)
    const [reach, before] = [reachOf(one), known === undefined ? -1 : reachOf(known)]
    // Nor does one that is about what goes on, too, say that it is over.
    if (reach > before || (reach === before && one.isOver !== true)) all.set(one.id, one)
  }
  const isSeen = waitingIn(incident).length === 0 && steps.some((item) => item.acknowledged_at !== null)
  return isSeen ? [...all.values()].map(withoutCall) : [...all.values()]
}

/** The messages about one alert; of what was acknowledged no call is still to come (P1018). */
export function deliveriesOf(
  item: AlertHistoryItem,
  steps: readonly AlertHistoryItem[],
): readonly Delivery[] {
  const { acknowledged_at: seen } = item
  const deliveries = asOver(item, item.deliveries, steps)
  return seen !== null && deliveries.some(isCallToCome) ? deliveries.map(withoutCall) : deliveries
}

function isCallToCome({ channel, state }: Delivery): boolean {
  return channel === 'VOICE' && state === 'QUEUED'
}

/** As the ledger has it as soon as its turn comes. */
function withoutCall(delivery: Delivery): Delivery {
  const { detail } = delivery
  if (!isCallToCome(delivery)) return delivery
  const isInVain = detail !== null && callOutcome(detail) !== null
  return { ...delivery, state: 'SUPPRESSED', detail: isInVain ? detail : 'acknowledged' }
}

/** Under how many of the alerts each message is listed. */
export function bundleSizes(items: readonly AlertHistoryItem[]): ReadonlyMap<number, number> {
  const sizes = new Map<number, number>()
  for (const { deliveries } of items)
    for (const id of new Set(deliveries.map((one) => one.id))) sizes.set(id, (sizes.get(id) ?? 0) + 1)
  return sizes
}

/** Where the messages about an alert stand, as text: "SMS, Call: Delivered". */
export function deliveriesText(deliveries: readonly Delivery[], t: TFunction<'alerts'>): string {
  return deliveryGroups(deliveries)
    .map(
      ({ word, channels }) => `${channels.map((channel) => t(`channel.${channel}`)).join(', ')}: ${t(word)}`,
    )
    .join('; ')
}
