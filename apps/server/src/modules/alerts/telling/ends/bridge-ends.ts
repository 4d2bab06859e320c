import { catalogue } from '@roundsman/alerting/catalogue'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../../platform/db/database.ts'
import { reminderKind } from '../../escalation/escalation.store.ts'
import { alertKind } from '../../record/alert.store.ts'
import type { AgedAlert } from '../../record/history.store.ts'
import { programs } from '../../record/programs.ts'
import type { Contact } from '../contact.ts'

/** Rows `d` of the ledger by which a phone rang or was texted, a call that nobody took, too. */
const hasRung = sql`(d.channel IN ('sms', 'voice')
  AND (d.state IN ('SENDING', 'SENT', 'DELIVERED') OR d.channel = 'voice' AND d.ended_ids <> '{}'))`

/**
 * Of what an SMS is about to tell of bridges, what is over, where no SMS and no call told anything of its incident and its end goes to
 * its reader by another channel (D342): a bridge that was silent is behind for the seconds that it takes to catch up.
 */
export async function toldOffPhones(
  orm: Queryable,
  { userId, channel }: Contact,
  alerts: readonly AgedAlert[],
): Promise<ReadonlySet<number>> {
  const nothing: ReadonlySet<number> = new Set()
  const ofBridges = channel === 'sms' ? alerts.filter(({ bridgeId }) => bridgeId !== null) : []
  const isEnd = ({ settingId }: AgedAlert) => catalogue.isEnd(settingId)
  const incidentOf = ({ id, incidentId }: AgedAlert) => incidentId ?? id
  const open = new Set(ofBridges.filter((one) => !isEnd(one) && one.endedAt === null).map(incidentOf))
  const over = ofBridges.filter((one) => !open.has(incidentOf(one)))
  if (over.length === 0) return nothing
  const own = `{${alerts.map(({ id }) => id).join()}}`
  const isOfUser = sql`d.user_id = ${userId}`
  const isOfStep = sql`d.kind = ${reminderKind} AND split_part(d.reference, '/', 1) = o.id::text`
  const { rows } = await orm.execute<{ incident: number }>(sql`
    SELECT DISTINCT coalesce(a.incident_id, a.id)::float8 AS incident
    FROM alert a
    WHERE a.id = ANY (${`{${over.map(({ id }) => id).join()}}`}::bigint[])
      AND EXISTS (
        SELECT FROM delivery d
        WHERE ${isOfUser} AND d.kind = ${alertKind} AND d.channel NOT IN ('sms', 'voice') AND d.channel <> ALL (${sql.param([...programs])}::text[])
          AND d.state IN ('QUEUED', 'SENDING', 'SENT', 'DELIVERED') AND (d.reference = a.id::text OR EXISTS (
            SELECT FROM delivery_also x WHERE x.delivery_id = d.id AND x.reference = a.id::text)))
      AND NOT EXISTS (
        SELECT FROM alert o
        WHERE coalesce(a.incident_id, a.id) IN (o.id, o.incident_id) AND o.id <= a.id AND o.id <> ALL (${own}::bigint[]) AND (
          EXISTS (SELECT FROM delivery d WHERE ${isOfUser} AND ${hasRung} AND (d.kind = ${alertKind} AND d.reference = o.id::text OR ${isOfStep}))
          OR EXISTS (
            SELECT FROM delivery_also x JOIN delivery d ON d.id = x.delivery_id AND ${isOfUser} AND ${hasRung}
            WHERE x.reference = o.id::text OR d.kind = ${reminderKind} AND split_part(x.reference, '/', 1) = o.id::text)))`)
  const quiet = new Set(rows.map(({ incident }) => incident))
  return new Set(ofBridges.filter((one) => quiet.has(incidentOf(one))).map(({ id }) => id))
}
