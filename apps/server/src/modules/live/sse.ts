import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { LiveEvent } from '@roundsman/contract/live/live'
import type { ScreenEvent } from '@roundsman/contract/live/screen-events'

/** Bytes that keep a quiet stream open; clients ignore it. */
export const comment = ':\n\n'

/** How long a client waits before it connects again, ms. */
const retryMs = 2_000

/** What every listener of a network receives. */
export type StreamEvent = LiveEvent | ScreenEvent

/**
 * Events as one text. Only the last one carries the id: who lost the connection in the middle has not seen them all,
 * and must not say so. `id` null: there is more of the same number to come.
 */
export function encode(events: readonly StreamEvent[], id: number | null): string {
  return events
    .map(({ event, data }, index) => {
      const isLast = id !== null && index === events.length - 1
      return `${isLast ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
    })
    .join('')
}

/** What is for one user, as one text. Without an id: a stream is resumed by the batches of its network alone. */
export function encodeAlerts(items: readonly AlertHistoryItem[]): string {
  return items.map((item) => `event: alert\ndata: ${JSON.stringify(item)}\n\n`).join('')
}

/** The field that opens a stream. */
export function retryField(): string {
  return `retry: ${retryMs}\n`
}
