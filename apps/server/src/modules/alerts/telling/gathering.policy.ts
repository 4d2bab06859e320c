import { catalogue } from '@roundsman/alerting/catalogue'
import { isOutOfJail } from '../record/incidents/outage.policy.ts'

// What an SMS gathers from its first alert on (E390, E391): each costs one of the day's, and nothing of this is lost within 15 seconds.

/** Where a message more costs its reader one of the day's. */
export const gatheringChannels: readonly string[] = ['sms']

/** The end that others follow within seconds, and what is decided of several validators one after the other. */
export function opensGathering(settingId: number): boolean {
  const meaning = catalogue.meaning(settingId)
  if (meaning === null) return false
  const isMissingVote = meaning.condition.subject === 'not_voted' && meaning.trigger === 'FALSE_TO_TRUE'
  return isOutOfJail(meaning) || isMissingVote
}

/** Whether it goes along with what is gathering; alone it is told at once. */
export function joinsGathering(settingId: number): boolean {
  return catalogue.isEnd(settingId)
}
