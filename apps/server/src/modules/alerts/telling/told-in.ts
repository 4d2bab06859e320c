import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { alertKind } from '../record/alert.store.ts'
import type { AgedAlert } from '../record/history.store.ts'
import { type Contact, hasTold, isTo } from './contact.ts'
import { lookedAt } from './told-already.ts'

export type ToldAlert = Pick<
  AgedAlert,
  'networkId' | 'settingId' | 'severity' | 'occurrence' | 'evidence'
> & {
  atMs: number
  toldMs: number
}

/**
 * Of a reader's newest alerts, those of a network that a contact was told of, and when.
 *
 * @param orAnswered also those that any contact of the reader was told of, and that they, or somebody of a team of theirs, acknowledged
 * @param orCalled also those of which a call to the same number told that was taken
 */
export async function toldIn(
  orm: Queryable,
  contact: Contact,
  networkId: number,
  { orAnswered = false, orCalled = false } = {},
): Promise<ToldAlert[]> {
  const isAnswered = sql`(d.user_id = ${contact.userId} AND newest.acknowledged_at IS NOT NULL)`
  const isTaken = sql`(${isTo({ ...contact, channel: 'voice' })} AND (d.state = 'DELIVERED' OR d.answers <> '{}'))`
  const ways = [isTo(contact), ...(orAnswered ? [isAnswered] : []), ...(orCalled ? [isTaken] : [])]
  const isToldTo = sql`(${sql.join(ways, sql` OR `)})`
  const ofContact = sql`d.kind = ${alertKind} AND ${isToldTo} AND ${hasTold}`
  const { rows } = await orm.execute<ToldAlert & Record<string, unknown>>(sql`
    SELECT a.network_id AS "networkId", a.setting_id AS "settingId", a.severity, a.occurrence, a.evidence,
           (extract(epoch FROM a.at) * 1000)::float8 AS "atMs", (extract(epoch FROM t.told_at) * 1000)::float8 AS "toldMs"
    FROM (SELECT r.alert_id, r.acknowledged_at FROM alert_recipient r WHERE r.user_id = ${contact.userId}
          ORDER BY r.alert_id DESC LIMIT ${lookedAt}) newest
    JOIN alert a ON a.id = newest.alert_id
    CROSS JOIN LATERAL (
      SELECT max(greatest(d.due_at, d.claimed_at)) AS told_at FROM (
        SELECT d.* FROM delivery d WHERE d.reference = a.id::text AND ${ofContact}
        UNION ALL
        SELECT d.* FROM delivery_also o JOIN delivery d ON d.id = o.delivery_id
        WHERE o.reference = a.id::text AND ${ofContact}) d) t
    WHERE a.network_id = ${networkId} AND t.told_at IS NOT NULL`)
  return rows
}
