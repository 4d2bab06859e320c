import { catalogue } from '@roundsman/alerting/catalogue'
import type { AgedAlert } from '../record/history.store.ts'
import { partsOf } from '../record/incidents/occurrence.policy.ts'

/** Whoever is woken by then comes too late to vote (V60). */
const tooLateMs = 120_000

type Vote = Pick<AgedAlert, 'networkId' | 'settingId' | 'occurrence' | 'evidence'>

type AgedVote = Pick<AgedAlert, 'settingId' | 'evidence' | 'ageMs'>

/** Something to vote on that ends so soon that a call about it wakes somebody for nothing. */
export function isTooLateToVote(one: AgedVote): boolean {
  return leftToVoteMs(one) < tooLateMs
}

/** Something to vote on that cannot be voted on any more: what became of it is told by its end (E403). */
export function isVotedOut(one: AgedVote): boolean {
  return leftToVoteMs(one) <= 0
}

function leftToVoteMs({ settingId, evidence, ageMs }: AgedVote): number {
  const meaning = catalogue.meaning(settingId)
  const { voting_end_at: end, observed_at: observedAt } = evidence
  const isOpen = meaning?.condition.type === 'GOVERNANCE' && meaning.trigger === 'FALSE_TO_TRUE'
  return !isOpen || end === undefined ? Infinity : Date.parse(end) - (observedAt + ageMs)
}

/** Whether a call about somebody's missing vote said of this proposal, by this step or a later one, what one about another validator would say (V59). */
export function hasCalledAboutVote(told: Vote, mine: Vote): boolean {
  const [there, here] = [told, mine].map(({ settingId }) => catalogue.meaning(settingId))
  if (there?.condition.subject !== 'not_voted' || here?.condition.subject !== 'not_voted') return false
  if (there.trigger !== 'FALSE_TO_TRUE' || here.trigger !== 'FALSE_TO_TRUE') return false
  const { proposal_id: proposal, voting_end_at: end } = mine.evidence
  return (
    told.networkId === mine.networkId &&
    partsOf(told.occurrence).epoch === partsOf(mine.occurrence).epoch &&
    proposal !== undefined &&
    told.evidence.proposal_id === proposal &&
    told.evidence.voting_end_at === end &&
    (there.condition.threshold ?? 0) <= (here.condition.threshold ?? 0)
  )
}
