import type { AlertHistoryItem } from '@roundsman/contract/alerts'

export type Delivery = AlertHistoryItem['deliveries'][number]

/** Channels whose messages stand alike share one word. */
export interface DeliveryGroup {
  state: Delivery['state']
  channels: Delivery['channel'][]
}

/** What needs a person first, then what is still on its way. */
const order: readonly Delivery['state'][] = ['FAILED', 'SENDING', 'QUEUED', 'SENT', 'SUPPRESSED', 'DELIVERED']

export function deliveryGroups(deliveries: readonly Delivery[]): DeliveryGroup[] {
  return order.flatMap((state) => {
    const channels = [
      ...new Set(deliveries.filter((one) => one.state === state).map(({ channel }) => channel)),
    ]
    return channels.length === 0 ? [] : [{ state, channels }]
  })
}

/** Under how many of the alerts each message is listed. */
export function bundleSizes(items: readonly AlertHistoryItem[]): ReadonlyMap<number, number> {
  const sizes = new Map<number, number>()
  for (const { deliveries } of items)
    for (const id of new Set(deliveries.map((one) => one.id))) sizes.set(id, (sizes.get(id) ?? 0) + 1)
  return sizes
}
