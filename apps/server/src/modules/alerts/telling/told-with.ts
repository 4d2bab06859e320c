import { catalogue } from '@roundsman/alerting/catalogue'
import { sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { awaitsAnother, takeAlong } from '../../notifications/notifications.public.ts'
import { alertKind } from '../record/alert.store.ts'
import { type AgedAlert, findAlerts } from '../record/history.store.ts'
import { isJailingWithSlash, type Standing } from '../record/incidents/outage.policy.ts'
import { type Contact } from './contact.ts'
import { programs } from '../record/programs.ts'
import { lookedAt } from './told-already.ts'

/** A row of the ledger that alerts are told by. */
interface TellingRow {
  reference: string
  createdAt: Date
}

/**
 * What a message about a jailing tells beside it: the slash that came with it, where the message about it for the same contact is
 * not sent yet: its own (E255), or one that was gathering before (E368). The row is about that as well from then on, however often it is tried; the other
 * one finds that it was told.
 */
export async function toldWith(
  db: Pick<Database, 'orm' | 'now'>,
  contact: Contact,
  alerts: readonly AgedAlert[],
  row: TellingRow,
): Promise<AgedAlert[]> {
  const jailings = ofSubjects(alerts, ['jailed', 'tombstoned'])
  if (jailings.length === 0 || programs.includes(contact.channel)) return []
  const slashes = (await besideOf(db.orm, contact, jailings)).filter((other) =>
    jailings.some((mine) => isJailingWithSlash(standingOf(mine), other)),
  )
  const taken = await takeAlong(db.orm, { ...contact, ...row, kind: alertKind }, namesOf(slashes))
  return findAlerts(db.orm, db.now(), taken.map(Number))
}

/**
 * Whether a slash among these waits, since the message about its jailing is about to be sent, and tells it (E255): only that decides,
 * or both would tell it where they are sent at once (E278).
 */
export async function awaitsJailing(
  db: Pick<Database, 'orm' | 'now'>,
  contact: Contact,
  alerts: readonly AgedAlert[],
  row: TellingRow,
): Promise<boolean> {
  const slashes = ofSubjects(alerts, ['slashed'])
  if (slashes.length === 0 || programs.includes(contact.channel)) return false
  const jailings = (await besideOf(db.orm, contact, slashes)).filter((other) =>
    slashes.some((mine) => isJailingWithSlash(other, standingOf(mine))),
  )
  // What tells a jailing itself is waited for by others.
  const isLast = ofSubjects(alerts, ['jailed', 'tombstoned']).length === 0
  const of = { own: namesOf(slashes), others: namesOf(jailings), isLast }
  return awaitsAnother(db.orm, db.now(), { ...contact, ...row, kind: alertKind }, of)
}

function ofSubjects(alerts: readonly AgedAlert[], subjects: readonly string[]): readonly AgedAlert[] {
  return alerts.filter(({ settingId }) =>
    subjects.includes(catalogue.meaning(settingId)?.condition.subject ?? ''),
  )
}

const namesOf = (alerts: readonly { id: number }[]) => alerts.map(({ id }) => String(id))

export function standingOf({ at, ...alert }: AgedAlert): Standing {
  return { ...alert, atMs: at.getTime() }
}

/** The newest alerts of a contact's reader in the network of these, without these. */
export async function besideOf(
  orm: Queryable,
  { userId }: Contact,
  alerts: readonly AgedAlert[],
): Promise<(Standing & { id: number })[]> {
  const own = alerts.map(({ id }) => id)
  const { rows } = await orm.execute<Standing & { id: number } & Record<string, unknown>>(sql`
    SELECT a.id::float8 AS id, a.network_id AS "networkId", a.setting_id AS "settingId", a.severity, a.occurrence,
           (extract(epoch FROM a.at) * 1000)::float8 AS "atMs"
    FROM (SELECT r.alert_id FROM alert_recipient r WHERE r.user_id = ${userId}
          ORDER BY r.alert_id DESC LIMIT ${lookedAt}) newest
    JOIN alert a ON a.id = newest.alert_id
    WHERE a.network_id = ${alerts[0]?.networkId ?? 0} AND a.id <> ALL (${sql.param(own)}::bigint[])`)
  return rows
}
