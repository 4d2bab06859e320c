import { catalogue } from '@roundsman/alerting/catalogue'
import type { AlertRow } from '../alerts.schema.ts'
import { conditionKey, partsOf } from '../record/incidents/occurrence.policy.ts'
import { areMisses } from '../record/incidents/outage.policy.ts'
import { isOfMisses } from './how-often.ts'

type Alert = Pick<AlertRow, 'id' | 'settingId' | 'severity' | 'occurrence' | 'evidence' | 'endedAt'>

/**
 * Whether it is of missed blocks that are over, which have begun again since and go on, as the contact was told, or is about to be, by
 * whichever step (E388): “signing again” of a blip would come while the validator is on its way to jail. Its own end is still to come.
 *
 * @param known what concerns the reader
 */
export function isOutlived<K extends Alert>(
  one: Alert,
  known: readonly K[],
  { goesOn, isTold }: { goesOn: (other: K) => boolean; isTold: (other: K) => boolean },
): boolean {
  const subject = catalogue.meaning(one.settingId)?.condition.subject ?? null
  const isPast = catalogue.isEnd(one.settingId) || one.endedAt !== null
  if (!isPast || !areMisses(subject, subject)) return false
  const later = known.filter(
    (other) => other.id > one.id && isOfMisses(other) && isOfOneTarget(other, one) && goesOn(other),
  )
  // Without that, no later end might tell what this one does.
  const hasBegunAgain = later.some((other) => conditionKey(other) === conditionKey(one))
  return hasBegunAgain && later.some(isTold)
}

function isOfOneTarget(a: Alert, b: Alert): boolean {
  const [here, there] = [partsOf(a.occurrence), partsOf(b.occurrence)]
  return here.epoch === there.epoch && here.target === there.target
}
