import { catalogue, type Subject } from '@roundsman/alerting/catalogue'
import type { Evidence } from '@roundsman/alerting/deciding'
import { missingBlocks } from '@roundsman/contract/networks/validator-state'
import { partsOf } from './occurrence.policy.ts'
import { isOfJailing, isOfOneMoment, isOfUnjailing, isOutOfJail, type Standing } from './outage.policy.ts'

// Which alerts are steps of one incident (decision 034): one row of the history, counted once.

/** An alert as it stands beside what it may be a step of. */
export interface Part extends Standing {
  id: number
  /** It began, goes on until it is over, and is not yet. */
  isOpen: boolean
  /** Of the first of its incident, where it is not that itself. */
  incidentId: number | null
  evidence: Pick<Evidence, 'began_at' | 'consecutive_missed'>
}

type Meaning = NonNullable<ReturnType<typeof catalogue.meaning>>

/** Of one trouble, whichever figure says it. Every other subject is one by itself. */
const families: readonly (readonly Subject[])[] = [
  ['window_missed', 'missed_in_a_row', 'jail_near'],
  ['lagging', 'stalled'],
  ['not_voted', 'voted'],
]
const jailings: readonly Subject[] = ['jailed', 'tombstoned']

/** Conditions that go on until they are over: what begins meanwhile may be a step of the same. To be in the active set is no trouble. */
export const conditionsThatGoOn = catalogue.conditions
  .filter(({ subject, severity }) => subject !== 'bonded' && severity.TRUE_TO_FALSE !== null)
  .map(({ id }) => id)

/** The incident that an alert is a step of; null: it begins one of its own. `before`: what was decided of the same target, newest first. */
export function incidentOfStep(step: Part, before: readonly Part[]): number | null {
  const earlier = before.find((one) => isStepOf(step, one))
  return earlier === undefined ? null : (earlier.incidentId ?? earlier.id)
}

function isStepOf(step: Part, earlier: Part): boolean {
  const [here, there] = [step, earlier].map(({ settingId }) => catalogue.meaning(settingId))
  const [own, other] = [partsOf(step.occurrence), partsOf(earlier.occurrence)]
  if (!here || !there || step.settingId === earlier.settingId) return false
  if (step.networkId !== earlier.networkId || own.epoch !== other.epoch || own.target !== other.target)
    return false
  const isOfMoment = isOfOneMoment(step.atMs, earlier.atMs)
  const isOfJail = (one: Meaning) => isJailing(one) || isOfJailing(one)
  if (isOfJail(here) && isOfJail(there)) return isOfMoment
  if (here.condition.subject === 'bonded') return isOfUnjailing(here) && isOutOfJail(there) && isOfMoment
  // An end has the number of its beginning.
  if (catalogue.isEnd(step.settingId))
    return (
      there.trigger === 'FALSE_TO_TRUE' &&
      there.condition.id === here.condition.id &&
      own.times === other.times
    )
  if (there.trigger !== 'FALSE_TO_TRUE' || !earlier.isOpen) return false
  const family = familyOf(there)
  // What missed blocks lead to. A double sign is told by its tombstone, whatever was missed before.
  if (here.condition.subject === 'jailed' || here.condition.subject === 'slashed')
    return family.includes('jail_near')
  if (!family.includes(here.condition.subject)) return false
  if (!family.includes('jail_near')) return true
  // The row of missed blocks since its first one: the share of an earlier one may still be missed (E340).
  const isOfOneRow = (step.evidence.began_at ?? null) === (earlier.evidence.began_at ?? null)
  return isOfOneRow || (isOfSingleMisses(step, here) && isOfSingleMisses(earlier, there))
}

/** A share of the window that blocks missed here and there have made, of no row of them. */
function isOfSingleMisses({ evidence }: Part, { condition }: Meaning): boolean {
  return condition.subject === 'window_missed' && (evidence.consecutive_missed ?? Infinity) < missingBlocks
}

function isJailing({ condition, trigger }: Meaning): boolean {
  return trigger === 'FALSE_TO_TRUE' && jailings.includes(condition.subject)
}

function familyOf({ condition: { subject } }: Meaning): readonly Subject[] {
  return families.find((family) => family.includes(subject)) ?? [subject]
}
