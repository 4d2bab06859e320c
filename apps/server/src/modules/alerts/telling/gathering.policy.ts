import { catalogue } from '@roundsman/alerting/catalogue'
import { isOutOfJail } from '../record/incidents/outage.policy.ts'

// What an SMS gathers from its first alert on (E390, E391): each costs one of the day's, and nothing of this is lost within 20 seconds.

/** Where a message more costs its reader one of the day's. */
export const gatheringChannels: readonly string[] = ['sms']

/** The end that others follow within seconds, and what is decided of several validators one after the other. */
export function opensGathering(settingId: number): boolean {
  const meaning = catalogue.meaning(settingId)
  if (meaning === null) return false
  const isMissingVote = meaning.condition.subject === 'not_voted' && meaning.trigger === 'FALSE_TO_TRUE'
  return awaitsFollowing(settingId) || isMissingVote
}

/** The end that others follow: ten blocks after its first one a validator that is out of jail signs again (E402). */
export function awaitsFollowing(settingId: number): boolean {
  const meaning = catalogue.meaning(settingId)
  return meaning !== null && isOutOfJail(meaning)
}

/** Whether it goes along with what is gathering; alone it is told at once. */
export function joinsGathering(settingId: number): boolean {
  return catalogue.isEnd(settingId)
}
