/**
 * What is sent first: codes and account mail, then CRITICAL alerts, then the rest. Each lane of a channel has its own
 * places for sending, so that none waits for another.
 */
export const lanes = ['account', 'critical', 'other'] as const
export type Lane = (typeof lanes)[number]

/** Where rows were added that are to be sent, so that whoever sends there can be woken. */
export interface AddedTo {
  channel: string
  lane: Lane
  count: number
}
