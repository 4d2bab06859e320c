import { catalogue } from '@roundsman/alerting/catalogue'
import type { AlertRow } from '../alerts.schema.ts'
import { conditionKey, partsOf } from '../record/incidents/occurrence.policy.ts'
import { areMisses } from '../record/incidents/outage.policy.ts'
import type { Recurred } from '../texts/writing.ts'
import { troubleMs } from './recurring.policy.ts'
import { subjectAsTold } from './told-already.ts'

/** `jailedMs`: when its validator was jailed last before it began; null: never. */
export type Begun = Pick<AlertRow, 'settingId' | 'severity' | 'occurrence' | 'evidence'> & {
  jailedMs: number | null
}
type Often = Omit<Recurred, 'isOver'>

/**
 * How often what began, or ends, has come (E37); null: as its beginning says. Missed blocks are counted by outages, whichever steps of them
 * their reader wants (E314), and as the step says that came most often; a jailing ends every count (E326).
 *
 * @param known what concerns the reader, of all steps of missed blocks
 * @param laterRow when the row of missed blocks began that it is told as, where that is a later one: it is counted as that (E410)
 */
export function howOften(
  one: Pick<Begun, 'settingId' | 'occurrence'>,
  known: readonly Begun[],
  laterRow?: number,
): Often | null {
  const { times } = partsOf(one.occurrence)
  const begun = known.find(
    (other) =>
      isBegin(other) &&
      conditionKey(other) === conditionKey(one) &&
      partsOf(other.occurrence).times === times,
  )
  if (begun === undefined) return null
  const isOfRow = (other: Begun) =>
    isOfMisses(other) && isOfOneTarget(other, begun) && other.evidence.began_at === laterRow
  const epoch = laterRow === undefined ? begun : (known.find(isOfRow) ?? begun)
  const ofEpoch = known.filter((other) => isBegin(other) && isSinceJailing(other, epoch))
  const beganAt = laterRow ?? (isOfMisses(begun) ? begun.evidence.began_at : undefined)
  if (beganAt === undefined) return ownCount(begun, ofEpoch)
  const misses = ofEpoch.filter((other) => isOfMisses(other) && isOfOneTarget(other, begun))
  const steps = misses.flatMap((other) =>
    other.evidence.began_at === beganAt && isRow(other) ? (countOf(other) ?? []) : [],
  )
  const outages = misses.flatMap(({ evidence }) => evidence.began_at ?? []).filter((at) => at <= beganAt)
  return steps.reduce((most, step) => (step.count > most.count ? step : most), rowOf(outages, beganAt))
}

/** Those with less than an hour between any two, up to this one. */
function rowOf(outages: readonly number[], last: number): Often {
  const newestFirst = [...new Set([last, ...outages])].toSorted((a, b) => b - a)
  const gap = newestFirst.findIndex(
    (at, index) => index > 0 && (newestFirst[index - 1] ?? at) - at > troubleMs,
  )
  const row = gap < 0 ? newestFirst : newestFirst.slice(0, gap)
  return { count: row.length, since: row.at(-1) ?? last }
}

/** As it says itself; where that began before the jailing, as it came since. */
function ownCount(begun: Begun, since: readonly Begun[]): Often | null {
  if (begun.evidence.flaps === undefined) return null
  const said = countOf(begun)
  if (said !== null) return said
  const own = since.filter((other) => conditionKey(other) === conditionKey(begun))
  const until = own.filter(({ occurrence }) => timesOf(occurrence) <= timesOf(begun.occurrence))
  return { count: until.length, since: Math.min(...until.map(({ evidence }) => beganAtOf(evidence))) }
}

/** null: it says none, or one that a jailing has ended. */
function countOf({ evidence: { flaps }, jailedMs }: Begun): Often | null {
  return flaps === undefined || flaps.since <= (jailedMs ?? 0) ? null : flaps
}

/** A beginning that is told as blocks missed in a row, or as jail near by them. */
export function isOfMisses(one: Pick<Begun, 'settingId' | 'severity' | 'evidence'>): boolean {
  const subject = subjectAsTold(one)
  return isBegin(one) && areMisses(subject, subject)
}

/** Begins once in a row of missed blocks: that jail is near may begin again while it goes on. */
function isRow({ settingId }: Begun): boolean {
  return catalogue.meaning(settingId)?.condition.subject === 'missed_in_a_row'
}

const isBegin = ({ settingId }: Pick<Begun, 'settingId'>) => !catalogue.isEnd(settingId)
const timesOf = (occurrence: string) => Number(partsOf(occurrence).times)
const beganAtOf = (evidence: Begun['evidence']) => evidence.began_at ?? evidence.observed_at

function isSinceJailing(other: Begun, begun: Begun): boolean {
  return other.jailedMs === begun.jailedMs
}

function isOfOneTarget(a: Begun, b: Begun): boolean {
  const [here, there] = [partsOf(a.occurrence), partsOf(b.occurrence)]
  return here.epoch === there.epoch && here.target === there.target
}
