import { type AlertHistoryItem, conditionIdOf } from '@roundsman/contract/alerts/alerts'
import { isEnd } from '../../../data/alerts/incidents.ts'

/** A message as the history shows it. */
export type ShownDelivery = AlertHistoryItem['deliveries'][number] & {
  /** What it waits to say, or is saying, is over: it says so. */
  isOver?: true
}

/** As the server writes it at the end of quiet hours (D165). */
const overInQuietHours = 'ended_in_quiet_hours'

/**
 * The messages about an alert that is over, as that leaves them (P1057): what waits for the end of quiet hours is not sent any more, and
 * neither is its end; what came and went is told with how often it did; and a call that rings finds that it is over.
 *
 * @param steps the alerts of its incident
 */
export function asOver(
  item: AlertHistoryItem,
  deliveries: readonly ShownDelivery[],
  steps: readonly AlertHistoryItem[],
): readonly ShownDelivery[] {
  const isOfEnd = isEnd(item)
  if (!isOfEnd && item.status !== 'ENDED') return deliveries
  const begun = isOfEnd ? steps.filter((one) => isBeginningOf(item, one)) : []
  return deliveries.map((one): ShownDelivery => {
    const { channel, state, detail, is_under_way: isUnderWay } = one
    if (state === 'QUEUED' && detail === 'quiet_hours') {
      const isUntold = !isOfEnd || begun.some((other) => other.deliveries.some((its) => waitsWith(its, one)))
      return isUntold ? notSent(one) : one
    }
    if (state === 'QUEUED' && detail === 'comes_and_goes' && channel !== 'VOICE')
      return { ...one, isOver: true }
    return isUnderWay === true && !isOfEnd ? { ...one, isOver: true } : one
  })
}

function isBeginningOf(end: AlertHistoryItem, { status, setting_id: setting }: AlertHistoryItem): boolean {
  return status === 'ENDED' && conditionIdOf(setting) === conditionIdOf(end.setting_id)
}

/** To the same contact: an end is told only where what began was (D165). */
function waitsWith(its: ShownDelivery, end: ShownDelivery): boolean {
  const isWaiting = its.state === 'QUEUED' && its.detail === 'quiet_hours'
  return isWaiting && its.channel === end.channel && its.to === end.to
}

function notSent(delivery: ShownDelivery): ShownDelivery {
  const { waits_until: _until, ...rest } = delivery
  return { ...rest, state: 'SUPPRESSED', detail: overInQuietHours }
}
