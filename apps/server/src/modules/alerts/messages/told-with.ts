import { catalogue, type Subject } from '@roundsman/alerting/catalogue'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/database.ts'
import { alertKind } from '../record/alert.store.ts'
import { type AgedAlert, findAlerts } from '../record/history.store.ts'
import { partsOf } from '../record/occurrence.policy.ts'
import { isJailingWithSlash, isOfOneMoment } from '../record/outage.policy.ts'
import { type Contact, programs } from './told-already.ts'

/**
 * What a message about a jailing tells beside it: the slash that came with it, where a message of its own was enqueued for the same
 * contact with this one, and is not sent yet (E255). That one then finds that it was told.
 */
export async function toldWith(
  db: Pick<Database, 'orm' | 'now'>,
  { userId, channel, recipient }: Contact,
  alerts: readonly AgedAlert[],
  enqueuedAt: Date,
): Promise<AgedAlert[]> {
  const jailings = alerts.filter(({ settingId }) => leadsToSlash.includes(subjectOf(settingId)))
  const [first] = jailings
  if (first === undefined || programs.includes(channel)) return []
  const { rows } = await db.orm.execute<{ id: number }>(sql`
    SELECT a.id::int AS id FROM alert a JOIN alert_recipient r ON r.alert_id = a.id AND r.user_id = ${userId}
    WHERE a.network_id = ${first.networkId} AND a.id BETWEEN ${first.id - nearby} AND ${first.id + nearby}
      AND EXISTS (
        SELECT FROM delivery d WHERE d.user_id = ${userId} AND d.kind = ${alertKind} AND d.channel = ${channel}
          AND d.recipient = ${recipient} AND d.state IN ('QUEUED', 'SENDING')
          AND abs(extract(epoch FROM d.created_at) * 1000 - ${enqueuedAt.getTime()}::float8) < 1
          AND (d.reference = a.id::text
            OR EXISTS (SELECT FROM delivery_also o WHERE o.delivery_id = d.id AND o.reference = a.id::text)))`)
  const found = await findAlerts(
    db.orm,
    db.now(),
    rows.map(({ id }) => id),
  )
  const isAmong = ({ id }: AgedAlert) => alerts.some((one) => one.id === id)
  return found.filter((other) => !isAmong(other) && jailings.some((mine) => arePair(mine, other)))
}

const leadsToSlash: readonly (Subject | null)[] = ['jailed', 'tombstoned']
/** Alerts of one decision have ids beside each other. */
const nearby = 200

function subjectOf(settingId: number): Subject | null {
  return catalogue.meaning(settingId)?.condition.subject ?? null
}

function arePair(jailing: AgedAlert, slash: AgedAlert): boolean {
  const [here, there] = [jailing, slash].map(({ settingId }) => catalogue.meaning(settingId))
  const [mine, other] = [partsOf(jailing.occurrence), partsOf(slash.occurrence)]
  if (!here || !there || mine.epoch !== other.epoch || mine.target !== other.target) return false
  return isJailingWithSlash(here, there) && isOfOneMoment(jailing.at.getTime(), slash.at.getTime())
}
