import { catalogue, type Severity, type Subject } from '@roundsman/alerting/catalogue'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { alertKind } from '../record/alert.store.ts'
import type { AgedAlert } from '../record/history.store.ts'
import { isNearJail } from '../texts/figures.ts'
import { conditionKey, isHigherStep, partsOf } from '../record/incidents/occurrence.policy.ts'
import {
  answersFor,
  answersLaterStep,
  areMisses,
  compareSeverity,
  isJailing,
  isOfJailing,
  isOfUnjailing,
  isOutOfJail,
  isEndOf,
  isOfOneMoment,
  saysNothingNew,
  type Step,
} from '../record/incidents/outage.policy.ts'
import { type Contact, hasTold, isTo } from './contact.ts'
import { programs } from '../record/programs.ts'
import { hasCalledAboutVote } from './calls-about-votes.policy.ts'
import { isEndOfShare } from './ends-of-shares.ts'
import { canRecur } from './recurring.policy.ts'

/** Where each end takes the place of its own beginning, which would go on there without it. */
const endsByThemselves = ['telegram', 'discord', 'ntfy', 'web_push', 'matrix']
/** Of its newest alerts so many are looked at: who has more at once is told twice rather than not at all. */
export const lookedAt = 200

/** Their ends say the same of every step, whenever each is over (E236). */
const endAlike: readonly Subject[] = [
  'missed_in_a_row',
  'no_update',
  'lagging',
  'stalled',
  'halted',
  'unseen',
  'not_voted',
  'not_signalled',
]

type Told = Pick<AgedAlert, 'id' | 'networkId' | 'settingId' | 'severity' | 'occurrence' | 'evidence'> & {
  atMs: number
  isOver: boolean
  /** False: a message that was taken before mine is being sent, and is about it. */
  isTold: boolean
}
type Mine = Pick<
  AgedAlert,
  'networkId' | 'settingId' | 'severity' | 'occurrence' | 'at' | 'evidence' | 'ageMs' | 'endedAt'
>

/**
 * Of alerts about to be told to a contact, those that a message to the same contact has told already, as grave or graver
 * (E222): jail within 6 hours beside “within 1 hour” of one moment, blocks missed in a row beside jail near, how far a bridge is behind
 * while its height stands, a lower step than one that goes on, a later step that says nothing new (E322), by a call the vote of another validator (V59); and those that such a message told itself (E255). What is graver than
 * all that was told is always told. `beingTold`: those of which a message that was taken before this one is about to tell (E280).
 *
 * @param reference of the row that is being sent
 */
export async function toldAlready(
  orm: Queryable,
  contact: Contact,
  alerts: readonly AgedAlert[],
  reference: string,
): Promise<{ told: ReadonlySet<number>; beingTold: ReadonlySet<number> }> {
  const asked = alerts.filter((one) => mayBeTold(one, contact))
  if (asked.length === 0) return { told: new Set(), beingTold: new Set() }
  const all = await toldTo(orm, contact, asked, reference)
  const saidBy = (others: readonly Told[]) => {
    const isSaid = (mine: AgedAlert) =>
      others.some(
        (other) =>
          other.id === mine.id ||
          says(other, mine) ||
          (contact.channel === 'voice' && hasCalledAboutVote(other, mine)),
      )
    return new Set(asked.filter(isSaid).map(({ id }) => id))
  }
  const [told, beingTold] = [saidBy(all.filter(({ isTold }) => isTold)), saidBy(all)]
  const rising = asked.filter(
    (mine) => isRising(mine) && !told.has(mine.id) && all.some((one) => isLagOf(one, mine)),
  )
  for (const id of await awaitingCaughtUp(orm, contact, rising)) beingTold.add(id)
  return { told, beingTold }
}

/** For so long whoever was told that a bridge is behind waits for the one word that it has caught up; then that it rises is news. */
const catchingUpMs = 15 * 60_000

/** The end of a stall, so young that the bridge may yet catch up (D322). */
function isRising({ settingId, ageMs }: AgedAlert): boolean {
  const isEndOfStall =
    catalogue.meaning(settingId)?.condition.subject === 'stalled' && catalogue.isEnd(settingId)
  return isEndOfStall && ageMs < catchingUpMs
}

function isLagOf({ settingId, occurrence }: Pick<Told, 'settingId' | 'occurrence'>, mine: Mine): boolean {
  const [there, own] = [partsOf(occurrence), partsOf(mine.occurrence)]
  const { condition, trigger } = catalogue.meaning(settingId) ?? {}
  if (condition?.subject !== 'lagging' || trigger !== 'FALSE_TO_TRUE') return false
  return there.epoch === own.epoch && there.target === own.target
}

/** Of ends of stalls, those whose bridge is behind as far as a contact was told, or whose having caught up is about to be told. */
async function awaitingCaughtUp(
  orm: Queryable,
  contact: Contact,
  rising: readonly AgedAlert[],
): Promise<readonly number[]> {
  if (rising.length === 0) return []
  const lags = catalogue.conditions.filter(({ subject }) => subject === 'lagging').map(({ id }) => id)
  const own = sql`ANY (${`{${rising.map(({ id }) => id).join()}}`}::bigint[])`
  const isOfContact = sql`d.kind = ${alertKind} AND ${isTo(contact)}`
  const { rows } = await orm.execute<{ id: number }>(sql`
    SELECT mine.id::float8 AS id FROM alert mine WHERE mine.id = ${own} AND EXISTS (
      SELECT FROM alert_recipient r JOIN alert a ON a.id = r.alert_id
      WHERE r.user_id = ${contact.userId} AND a.network_id = mine.network_id AND a.bridge_key = mine.bridge_key
        AND a.setting_id / 10 = ANY (${`{${lags.join()}}`}::int[])
        AND CASE WHEN a.setting_id % 10 = 1
          THEN a.ended_at IS NULL AND EXISTS (
            SELECT FROM delivery d WHERE d.reference = a.id::text AND ${isOfContact} AND ${hasTold})
          ELSE a.at >= mine.at AND EXISTS (
            SELECT FROM delivery d WHERE d.reference = a.id::text AND ${isOfContact} AND d.state IN ('QUEUED', 'SENDING'))
          END)`)
  return rows.map(({ id }) => id)
}

/**
 * Unacknowledged alerts of a reader that an answer to these answers as well: the lower steps of one outage, of what is as grave or
 * less (E233), what came later of a row of missed blocks that goes on (E340), and what goes on of a bridge's incident (E353).
 */
export async function answeredAlong(
  orm: Queryable,
  { userId, alertIds }: { userId: number; alertIds: readonly number[] },
): Promise<number[]> {
  const given = sql`ANY (${`{${alertIds.join()}}`}::bigint[])`
  const { rows } = await orm.execute<Recorded & Record<string, unknown>>(sql`
    SELECT a.id::int, a.network_id AS "networkId", a.setting_id AS "settingId", a.severity, a.occurrence,
           (extract(epoch FROM a.at) * 1000)::float8 AS "atMs", (extract(epoch FROM a.ended_at) * 1000)::float8 AS "endedMs",
           a.evidence, coalesce(a.incident_id, a.id)::float8 AS "incidentId", a.id = ${given} AS "isGiven", r.acknowledged_at IS NULL AS "isOpen"
    FROM (SELECT r.alert_id, r.acknowledged_at FROM alert_recipient r WHERE r.user_id = ${userId}
          ORDER BY r.alert_id DESC LIMIT ${lookedAt}) r
    JOIN alert a ON a.id = r.alert_id`)
  const answered = rows.filter(({ isGiven }) => isGiven)
  const others = rows.filter(({ isGiven, isOpen }) => isOpen && !isGiven)
  // What was over before is of another outage.
  const isAnswered = (other: Recorded) =>
    answered.some(
      (one) =>
        ((other.endedMs ?? Infinity) >= one.atMs && answersFor(one, other)) ||
        (other.endedMs === null && (answersLaterStep(one, other) || isOfBridgeAnswered(one, other))),
    )
  return others.filter(isAnswered).map(({ id }) => id)
}

/** Of one incident of a bridge that is behind, or stands, as grave or less, whichever began first (E353). */
function isOfBridgeAnswered(answered: Recorded, other: Recorded): boolean {
  const areBegins = [answered, other].every(
    ({ settingId }) =>
      !catalogue.isEnd(settingId) &&
      ofHeights.includes(catalogue.meaning(settingId)?.condition.subject ?? null),
  )
  return (
    areBegins &&
    answered.incidentId === other.incidentId &&
    compareSeverity(answered.severity, other.severity) >= 0
  )
}

interface Recorded extends Step {
  id: number
  incidentId: number
  endedMs: number | null
  isGiven: boolean
  isOpen: boolean
}

function mayBeTold({ settingId }: AgedAlert, { channel }: Contact): boolean {
  if (programs.includes(channel)) return false
  return !catalogue.isEnd(settingId) || !endsByThemselves.includes(channel)
}

/** What went to a contact lately of the same network, by itself or beside others, or is being sent since before the row of `reference`. */
async function toldTo(
  orm: Queryable,
  contact: Contact,
  asked: readonly AgedAlert[],
  reference: string,
): Promise<Told[]> {
  const isOfContact = sql`d.kind = ${alertKind} AND ${isTo(contact)}`
  const own = sql`
    SELECT d.updated_at, d.id FROM delivery d WHERE ${isOfContact} AND d.reference = ${reference} AND d.state = 'SENDING'`
  const { rows } = await orm.execute<Told & Record<string, unknown>>(sql`
    SELECT a.id::float8 AS id, a.network_id AS "networkId", a.setting_id AS "settingId", a.severity, a.occurrence, a.evidence,
           (extract(epoch FROM a.at) * 1000)::float8 AS "atMs", a.ended_at IS NOT NULL AS "isOver", t.is_told AS "isTold"
    FROM (SELECT r.alert_id FROM alert_recipient r WHERE r.user_id = ${contact.userId}
          ORDER BY r.alert_id DESC LIMIT ${lookedAt}) newest
    JOIN alert a ON a.id = newest.alert_id
    CROSS JOIN LATERAL (
      SELECT bool_or(${hasTold}) AS is_told FROM (
        SELECT d.* FROM delivery d WHERE d.reference = a.id::text AND ${isOfContact}
        UNION ALL
        SELECT d.* FROM delivery_also o JOIN delivery d ON d.id = o.delivery_id
        WHERE o.reference = a.id::text AND ${isOfContact}) d
      WHERE ${hasTold} OR d.state = 'SENDING' AND (d.updated_at, d.id) < (${own})) t
    WHERE a.network_id = ${asked[0]?.networkId ?? 0} AND t.is_told IS NOT NULL`)
  return rows
}

/** Who is near jail is told that of any of their missed blocks (E235). */
export function subjectAsTold({ settingId, evidence }: Pick<Mine, 'settingId' | 'evidence'>): Subject | null {
  const meaning = catalogue.meaning(settingId)
  if (meaning === null) return null
  const { subject } = meaning.condition
  return isNearJail({ subject, trigger: meaning.trigger, evidence }) ? 'jail_near' : subject
}

/** Who is near jail is told that, with its severity (E235). */
export function severityAsTold(one: Pick<Mine, 'settingId' | 'severity' | 'evidence'>): Severity {
  const own = catalogue.meaning(one.settingId)?.condition.subject
  return subjectAsTold(one) === own ? one.severity : 'CRITICAL'
}

/** So long after it was told that a validator is out of jail, what came with that is no news. */
const unjailedMs = 15 * 60_000

/** What is told so long after it was decided was kept back. */
const keptBackMs = 30 * 60_000

const ofHeights: readonly (Subject | null)[] = ['lagging', 'stalled']

/**
 * A bridge that falls behind because its height stands is one outage (E336): who was told that it is behind and stands need not be told
 * that it stands; and where it rises and has caught up within a minute, one of both says so.
 */
function saysOfBridge(told: Told, mine: Mine): boolean {
  const [subject, mySubject] = [subjectAsTold(told), subjectAsTold(mine)]
  if (!ofHeights.includes(subject) || !ofHeights.includes(mySubject) || subject === mySubject) return false
  if (catalogue.isEnd(told.settingId))
    return (
      // That it has caught up says that it rises, however long that took (D322).
      (isOfOneMoment(told.atMs, mine.at.getTime()) ||
        (subject === 'lagging' && told.atMs > mine.at.getTime())) &&
      (mine.evidence.began_at ?? Number.POSITIVE_INFINITY) < told.atMs
    )
  const since = told.evidence.bridge?.still_since
  return (
    !told.isOver &&
    subject === 'lagging' &&
    since !== undefined &&
    since === mine.evidence.bridge?.still_since
  )
}

/** Its end, or that of another step of the same row of missed blocks, was told: it would be an alarm about what is known to be over (E356). */
function isToldAsOver(told: Told, { at, ...mine }: Mine): boolean {
  if (!catalogue.isEnd(told.settingId) || catalogue.isEnd(mine.settingId) || !canRecur(mine.settingId))
    return false
  const atMs = at.getTime()
  // What began after that end is another row's.
  const isOver = conditionKey(told) === conditionKey(mine) || (mine.endedAt !== null && atMs <= told.atMs)
  return isOver && isEndOf(told, { ...mine, atMs })
}

/** Shares of the window that are missed no more since one block: the first one told has the figure of the largest (E398). */
function isOfOneBlock(told: Told, mine: Mine): boolean {
  return [told, mine].every(({ settingId }) => isEndOfShare(settingId)) && told.atMs === mine.at.getTime()
}

/** A validator has signed between them: what was told of the earlier row may have said that it is over (E399). */
function isOfAnotherRow(told: Told, mine: Mine): boolean {
  if ([told, mine].some(({ settingId }) => catalogue.isEnd(settingId))) return false
  const [there, here] = [told.evidence.began_at, mine.evidence.began_at]
  return there !== undefined && here !== undefined && there < here
}

/** Whether what was told leaves nothing of mine to tell. */
function says(told: Told, mine: Mine): boolean {
  // The same once more is another time.
  if (told.settingId === mine.settingId) return false
  const [there, here] = [told, mine].map(({ settingId }) => catalogue.meaning(settingId))
  const [where, own] = [partsOf(told.occurrence), partsOf(mine.occurrence)]
  if (!there || !here || where.epoch !== own.epoch || where.target !== own.target) return false
  if (isToldAsOver(told, mine)) return true
  const isOfMoment = isOfOneMoment(told.atMs, mine.at.getTime())
  if (isOutOfJail(there) && isOfUnjailing(here))
    return here.condition.subject === 'bonded'
      ? isOfMoment
      : (mine.evidence.began_at ?? Number.POSITIVE_INFINITY) < told.atMs &&
          mine.at.getTime() - told.atMs <= unjailedMs
  // Whoever is jailed leaves the active set, and whoever is tombstoned is jailed as well: that says no more. How much a slash took does.
  if (isJailing(there) && here.condition.subject === 'bonded') return isOfJailing(here) && isOfMoment
  if (isJailing(there) && isJailing(here)) return there.condition.subject === 'tombstoned' && isOfMoment
  // How it voted says that it is over.
  if (there.condition.subject === 'voted' && here.condition.subject === 'not_voted')
    return here.trigger === 'TRUE_TO_FALSE' && mine.evidence.vote != null
  if (there.trigger !== here.trigger || compareSeverity(severityAsTold(told), severityAsTold(mine)) < 0)
    return false
  const [subject, mySubject] = [subjectAsTold(told), subjectAsTold(mine)]
  if (saysOfBridge(told, mine)) return true
  const isOfOneRow =
    areMisses(subject ?? null, mySubject ?? null) && isOfMoment && !isOfAnotherRow(told, mine)
  // The end of an outage that began after that is another one's.
  if (catalogue.isEnd(told.settingId))
    return (
      (isOfOneRow ||
        isOfOneBlock(told, mine) ||
        (subject != null && endAlike.includes(subject) && subject === mySubject)) &&
      (mine.evidence.began_at ?? Number.POSITIVE_INFINITY) < told.atMs
    )
  // What is over may have begun again.
  if (told.isOver) return false
  if (subject === 'upgrade_proposal_voting' && mySubject === 'proposal_voting') return true
  // What was kept back, by a mute or planned work, and goes on is news when that ends.
  if (mine.ageMs < keptBackMs && saysNothingNew(told, { ...mine, atMs: mine.at.getTime() })) return true
  return isOfOneRow || (subject === 'stalled' && mySubject === 'lagging') || isHigherStep(told, mine)
}
