import { catalogue } from '@roundsman/alerting/catalogue'
import type { Queryable } from '../../../../platform/db/database.ts'
import type { AgedAlert } from '../../record/history.store.ts'
import { conditionKey, partsOf } from '../../record/incidents/occurrence.policy.ts'
import { answersFor, type Standing } from '../../record/incidents/outage.policy.ts'
import type { Contact } from '../contact.ts'
import { severityAsTold } from '../told-already.ts'
import { toldIn } from '../told-in.ts'

/**
 * Of beginnings that waited and are over, those that a message about what still is names beside it (D301), each as its end, with the ids of
 * both: not what is for information, nor what its reader was told of by another step of the outage.
 *
 * @param waited all that waited
 * @param told what the message is about
 */
export async function overMeanwhile(
  orm: Queryable,
  contact: Contact,
  waited: readonly AgedAlert[],
  { over, told }: { over: ReadonlySet<number>; told: readonly AgedAlert[] },
): Promise<{ ends: AgedAlert[]; ids: ReadonlySet<number> }> {
  const begun = waited.filter((one) => over.has(one.id) && severityAsTold(one) !== 'INFO')
  const [first] = begun
  if (first === undefined) return { ends: [], ids: new Set() }
  const others: Standing[] = [
    ...(await toldIn(orm, contact, first.networkId)),
    ...told.map((one) => ({ ...one, atMs: one.at.getTime() })),
  ]
  const untold = begun.filter((one) => !others.some((other) => wasOf(one, other)))
  const pairs = untold.map((one) => ({ one, end: waited.find((other) => isItsEnd(other, one)) }))
  return {
    ends: pairs.flatMap(({ one, end }) => end ?? endedForm(one) ?? []),
    ids: new Set(pairs.flatMap(({ one, end }) => (end === undefined ? [one.id] : [one.id, end.id]))),
  }
}

/** Whether another one that was told is of the outage that this is of: it came while this lasted. */
function wasOf(one: AgedAlert, other: Standing): boolean {
  const lasted = one.endedAt?.getTime() ?? Number.POSITIVE_INFINITY
  return other.atMs <= lasted && answersFor(other, { ...one, atMs: one.at.getTime() })
}

function isItsEnd(other: AgedAlert, begun: AgedAlert): boolean {
  const isOfOne = conditionKey(other) === conditionKey(begun)
  return (
    isOfOne && other.id !== begun.id && partsOf(other.occurrence).times === partsOf(begun.occurrence).times
  )
}

/** As its end would be, where its reader wants none; null: it has none. */
export function endedForm(one: AgedAlert): AgedAlert | null {
  const meaning = catalogue.meaning(one.settingId)
  const settingId = meaning && catalogue.settingId(meaning.condition, 'TRUE_TO_FALSE')
  if (settingId === null || one.endedAt === null) return null
  const began = one.evidence.began_at ?? one.at.getTime()
  const evidence = { ...one.evidence, began_at: began, ended_at: one.endedAt.getTime() }
  return { ...one, settingId, evidence }
}
