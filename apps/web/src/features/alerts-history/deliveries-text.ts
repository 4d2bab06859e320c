import type { TFunction } from 'i18next'
import { type Delivery, deliveryGroups } from './delivery-groups.ts'

/** Where the messages about an alert stand, as text: "SMS, Call: Delivered". */
export function deliveriesText(deliveries: readonly Delivery[], t: TFunction<'alerts'>): string {
  return deliveryGroups(deliveries)
    .map(
      ({ state, channels }) =>
        `${channels.map((channel) => t(`channel.${channel}`)).join(', ')}: ${t(`delivery.${state}`)}`,
    )
    .join('; ')
}
