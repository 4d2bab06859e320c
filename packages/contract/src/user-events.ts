import { AlertHistoryItem } from './alerts.ts'

/**
 * Events of the stream that are for one user only; their ids are not numbers of change batches. Apart from the others,
 * whose schemas every first load of the page carries.
 */
export const userEvents = { alert: AlertHistoryItem } as const
export type UserEventName = keyof typeof userEvents
