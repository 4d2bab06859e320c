import { catalogue } from '@roundsman/alerting/catalogue'
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import {
  bringForward,
  callsBeside,
  callsToWaitFor,
  takeIn,
  type WaitingCall,
} from '../../notifications/notifications.public.ts'
import { reminderKind, stepIn } from '../escalation/escalation.store.ts'
import { openSteps } from '../escalation/read-escalations.store.ts'
import { turningBackOf } from '../history/alert-status.ts'
import { alertKind } from '../record/alert.store.ts'
import { type AgedAlert, findAlerts, unacknowledgedOf } from '../record/history.store.ts'
import { beginsMisses, compareSeverity } from '../record/incidents/outage.policy.ts'
import { isTooLateToVote } from './calls-about-votes.policy.ts'
import { type Contact, hasTold, isTo } from './contact.ts'
import { worthCalling } from './stale.ts'
import { severityAsTold, toldAlready } from './told-already.ts'

/**
 * What a call about these tells beside them (E406, E407): what else waits for the same phone and goes on, of the same network. What was
 * never called finds that it is told, or is called by itself where this was the last call in vain; what was called in vain goes on with
 * this; and what it would have been reminded of is reminded.
 */
export async function calledWith(
  db: Pick<Database, 'orm' | 'now'>,
  contact: Contact,
  alerts: readonly AgedAlert[],
  row: { reference: string; createdAt: Date },
): Promise<AgedAlert[]> {
  if (contact.channel !== 'voice' || alerts.length === 0) return []
  const call = { ...contact, ...row, kind: alertKind }
  const waiting = await callsBeside(db.orm, db.now(), call, [alertKind, reminderKind])
  if (waiting.length === 0) return []
  const isReminder = ({ kind }: WaitingCall) => kind === reminderKind
  const idsOf = (calls: readonly WaitingCall[]) => calls.flatMap(({ references }) => references.map(Number))
  const made = waiting.filter((one) => !isReminder(one) && one.wasMade)
  const fresh = idsOf(waiting.filter((one) => !isReminder(one) && !one.wasMade))
  const steps = await openSteps(db.orm, db.now(), {
    userId: contact.userId,
    references: waiting.filter(isReminder).flatMap(({ references }) => references),
  })
  const reminded = steps.map(({ alertId }) => alertId)
  const open = await openOf(db, contact, alerts, [...idsOf(made), ...fresh, ...reminded])
  const isOpen = (wanted: number) => open.some(({ id }) => id === wanted)
  const { told } = await toldAlready(
    db.orm,
    contact,
    open.filter(({ id }) => fresh.includes(id)),
    row.reference,
  )
  const taken = await takeIn(db.orm, db.now(), call, {
    overtaken: made.filter((one) => idsOf([one]).some(isOpen)).map(({ id }) => id),
    references: [...fresh.filter((id) => !told.has(id)), ...reminded].filter(isOpen).map(String),
  })
  return open.filter(({ id }) => taken.includes(String(id)))
}

/**
 * Whether a call that is to remind of these waits for one to the same phone that was made in vain, and is about something else too: that
 * is made now, and tells both (E387). Where it is stopped meanwhile this one is made.
 */
export async function isToldByNext(
  db: Pick<Database, 'orm' | 'now'>,
  contact: Contact,
  alerts: readonly AgedAlert[],
  row: { reference: string; createdAt: Date },
): Promise<boolean> {
  if (contact.channel !== 'voice') return false
  const calls = await callsToWaitFor(db.orm, db.now(), { ...contact, ...row, kind: reminderKind }, [
    alertKind,
  ])
  if (calls.length === 0) return false
  const ids = alerts.map(({ id }) => id)
  const idsOf = ({ references }: WaitingCall) => references.map(Number)
  const open = await openOf(db, contact, alerts, [...ids, ...calls.flatMap(idsOf)])
  if (!open.some(({ id }) => ids.includes(id))) return false
  const incidents = alerts.map(incidentOf)
  const others = open.filter((one) => !incidents.includes(incidentOf(one))).map(({ id }) => id)
  const found = calls.filter((one) => idsOf(one).some((id) => others.includes(id)))
  if (found.length === 0) return false
  await bringForward(
    db.orm,
    db.now(),
    found.map(({ id }) => id),
  )
  return true
}

/** Of what waits, what there is to call about now. */
async function openOf(
  { orm, now }: Pick<Database, 'orm' | 'now'>,
  { userId }: Contact,
  [mine]: readonly AgedAlert[],
  ids: readonly number[],
): Promise<readonly AgedAlert[]> {
  const found = await worthCalling(orm, await findAlerts(orm, now(), [...new Set(ids)]))
  const unknown = await unacknowledgedOf(
    orm,
    userId,
    found.map(({ id }) => id),
  )
  const back = await turningBackOf(orm, found)
  return found.filter(
    (one) =>
      one.networkId === mine?.networkId &&
      one.endedAt === null &&
      one.severity !== 'INFO' &&
      !catalogue.isEnd(one.settingId) &&
      !isTooLateToVote(one) &&
      !back.has(one.id) &&
      unknown.has(one.id),
  )
}

const callsAbout = (contact: Contact, alertId: SQL) => sql`
  SELECT d.* FROM delivery d WHERE d.reference = ${alertId} AND d.kind = ${alertKind} AND ${isTo(contact)}
  UNION ALL
  SELECT d.* FROM delivery_also o JOIN delivery d ON d.id = o.delivery_id
  WHERE o.reference = ${alertId} AND d.kind = ${alertKind} AND ${isTo(contact)}`

/** Of alerts that a call is to remind of, those that one to the same phone has told, or is telling, since that was to be made (E407). */
export async function calledSince(
  orm: Queryable,
  contact: Contact,
  alerts: readonly AgedAlert[],
  since: Date,
): Promise<{ told: ReadonlySet<number>; beingTold: ReadonlySet<number> }> {
  if (contact.channel !== 'voice' || alerts.length === 0) return { told: new Set(), beingTold: new Set() }
  const { rows } = await orm.execute<{ id: number; isTold: boolean }>(sql`
    SELECT w.id::float8 AS id, bool_or(${hasTold}) AS "isTold"
    FROM unnest(${sql.param(alerts.map(({ id }) => id))}::bigint[]) AS w (id)
    CROSS JOIN LATERAL (${callsAbout(contact, sql`w.id::text`)}) d
    WHERE (${hasTold} OR d.state = 'SENDING') AND d.claimed_at > to_timestamp(${since.getTime()}::float8 / 1000)
    GROUP BY w.id`)
  return {
    told: new Set(rows.filter(({ isTold }) => isTold).map(({ id }) => id)),
    beingTold: new Set(rows.map(({ id }) => id)),
  }
}

/** How long after a call in vain another one of its outage is made. */
const pauseMs = 60_000

/**
 * Whether the phone was rung in vain less than a minute ago about the outages that these are steps of, each told as grave or graver (E408):
 * calls about an outage are one round, whichever of its steps, or reminders, asks for the next one. What is being made itself does not count.
 */
export async function isCalledJustNow(
  { orm, now }: Pick<Database, 'orm' | 'now'>,
  contact: Contact,
  alerts: readonly AgedAlert[],
): Promise<boolean> {
  const isAsked = contact.channel === 'voice' && alerts.length > 0
  if (!isAsked || !alerts.every(({ settingId }) => beginsMisses(settingId))) return false
  const { rows: calls } = await orm.execute<{ kind: string; references: string[] }>(sql`
    SELECT d.kind, d.reference || ARRAY(SELECT o.reference FROM delivery_also o WHERE o.delivery_id = d.id) AS references
    FROM delivery d
    WHERE ${isTo(contact)} AND d.kind IN (${alertKind}, ${reminderKind}) AND d.state IN ('QUEUED', 'FAILED')
      AND d.ended_ids <> '{}' AND d.claimed_at > ${now()} - make_interval(secs => ${pauseMs / 1000}::float8)`)
  const called = calls.flatMap(({ kind, references }) =>
    references.map((one) => (kind === reminderKind ? stepIn(one).alertId : Number(one))),
  )
  if (called.length === 0) return false
  const rows = await findAlerts(orm, now(), [...new Set(called)])
  return alerts.every((mine) =>
    rows.some(
      (one) =>
        incidentOf(one) === incidentOf(mine) &&
        compareSeverity(severityAsTold(one), severityAsTold(mine)) >= 0,
    ),
  )
}

const incidentOf = ({ id, incidentId }: Pick<AgedAlert, 'id' | 'incidentId'>) => incidentId ?? id
