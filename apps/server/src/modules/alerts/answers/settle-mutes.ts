import { catalogue } from '@roundsman/alerting/catalogue'
import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { AlertRow } from '../alerts.schema.ts'
import { lockHead } from '../deciding/state.store.ts'
import { alertStatusesOf } from '../history/alert-status.ts'
import { hintChanged } from '../record/alert-hints.ts'
import { alertKind } from '../record/alert.store.ts'
import { isMuteOf, mutedDetail } from '../record/mute.store.ts'
import { saysAllOf, type Standing } from '../record/incidents/outage.policy.ts'
import { type LateTelling, type Recipient, tellNow } from '../silences/settle-silences.ts'
import { hasTold } from '../telling/contact.ts'

/** So much is looked at of what was told to those whose mutes end. */
const lookedAt = 1_000

/**
 * Tells what began while its reader had muted it in answer to an alert, and goes on when that ends (E306), once: nobody would
 * hear of it otherwise. In one transaction with forgetting the mutes, beside which nothing is decided about the network.
 *
 * @param channels that the site has
 */
export async function settleMutes(
  db: Pick<Database, 'orm' | 'transaction' | 'now' | 'notify'>,
  notifications: LateTelling,
  channels: readonly NotificationChannel[],
): Promise<void> {
  const { rows } = await db.orm.execute<{ networkId: number }>(sql`
    SELECT DISTINCT network_id AS "networkId" FROM alert_mute WHERE muted_until <= ${db.now()}`)
  for (const { networkId } of rows)
    await db.transaction(async (tx) => {
      await lockHead(tx, networkId)
      const told = await untoldBy(tx, db.now(), networkId)
      if (told.length === 0) return
      await hintChanged(db, tx, [...new Set(told.map(({ alertId }) => alertId))])
      await tellNow(tx, db, notifications, { told, channels, detail: mutedDetail })
    })
}

type Untold = Recipient & Pick<AlertRow, 'id' | 'heldBack' | 'endedAt'> & Standing

const standing = (a: SQL) => sql`
  ${a}.id::float8 AS id, ${a}.network_id AS "networkId", ${a}.setting_id AS "settingId", ${a}.severity, ${a}.occurrence,
  (extract(epoch FROM ${a}.at) * 1000)::float8 AS "atMs", ${a}.held_back AS "heldBack", ${a}.ended_at AS "endedAt"`

/** Forgets the mutes of a network that are over; gives what they kept back that goes on, that nobody has seen and nothing else has told. */
async function untoldBy(tx: Tx, now: SQL, networkId: number): Promise<readonly Recipient[]> {
  const { rows } = await tx.execute<Untold & Record<string, unknown>>(sql`
    WITH over AS (
      DELETE FROM alert_mute WHERE network_id = ${networkId} AND muted_until <= ${now} RETURNING *
    )
    SELECT DISTINCT r.user_id AS "userId", a.id::float8 AS "alertId", ${standing(sql`a`)}
    FROM over m JOIN alert a ON ${isMuteOf(sql`a`)} AND a.ended_at IS NULL AND a.held_back IS NULL
    JOIN alert_recipient r ON r.user_id = m.user_id AND r.alert_id = a.id AND r.acknowledged_at IS NULL
    WHERE EXISTS (
      SELECT FROM delivery d WHERE d.kind = ${alertKind} AND d.reference = a.id::text AND d.user_id = r.user_id
        AND d.state = 'SUPPRESSED' AND d.detail = ${mutedDetail})`)
  const begun = rows.filter(({ settingId }) => !catalogue.isEnd(settingId))
  if (begun.length === 0) return []
  const statuses = await alertStatusesOf(tx, begun)
  // What nobody knows may be so; what was an event is over.
  const still = begun.filter(({ id }) => ['ONGOING', 'UNKNOWN'].includes(statuses.get(id) ?? ''))
  if (still.length === 0) return []
  const readers = [...new Set(still.map(({ userId }) => userId))]
  const { rows: told } = await tx.execute<Untold & Record<string, unknown>>(sql`
    SELECT r.user_id AS "userId", a.id::float8 AS "alertId", ${standing(sql`a`)}
    FROM alert_recipient r JOIN alert a ON a.id = r.alert_id
    WHERE r.user_id = ANY (${`{${readers.join()}}`}::int[]) AND a.network_id = ${networkId} AND a.ended_at IS NULL
      AND EXISTS (
        SELECT FROM delivery d WHERE d.kind = ${alertKind} AND d.reference = a.id::text AND d.user_id = r.user_id AND ${hasTold})
    ORDER BY a.id DESC LIMIT ${lookedAt}`)
  return still
    .filter((one) => !told.some((other) => other.userId === one.userId && saysAllOf(other, one)))
    .map(({ userId, alertId }) => ({ userId, alertId }))
}
