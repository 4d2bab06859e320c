import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { Notifications } from '../../notifications/notifications.public.ts'
import type { AlertRow } from '../alerts.schema.ts'
import { lockHead } from '../deciding/state.store.ts'
import { beginEscalations, endEscalations } from '../escalation/escalation.store.ts'
import { alertStatusesOf } from '../history/alert-status.ts'
import { hintChanged } from '../record/alert-hints.ts'
import { alertKind, recipientsOf, usefulForMs } from '../record/alert.store.ts'
import { activeSilences, silencedDetail } from './silence.store.ts'

/** So many silences in one transaction. */
const atOnce = 100

export interface Recipient {
  userId: number
  alertId: number
}

/** What tells late what was only for the record. */
export type LateTelling = Pick<Notifications, 'fanOut' | 'withdrawRecords'>

/**
 * Tells what silences that are over have held back and what is still so, once (D177). What has ended, or was
 * acknowledged, stays in the history; what another silence holds back waits for that one. All in one transaction, beside
 * which nothing is decided about the network.
 *
 * @param channels that the site has
 */
export async function settleSilences(
  db: Pick<Database, 'orm' | 'transaction' | 'now' | 'notify'>,
  notifications: LateTelling,
  channels: readonly NotificationChannel[],
): Promise<void> {
  for (;;) {
    const { rows } = await db.orm.execute<{ id: number; networkId: number }>(sql`
      SELECT id, network_id AS "networkId" FROM alert_silence WHERE NOT is_settled AND until_at <= ${db.now()}
      ORDER BY until_at, id LIMIT ${atOnce}`)
    for (const networkId of new Set(rows.map((row) => row.networkId))) {
      const ids = rows.filter((row) => row.networkId === networkId).map(({ id }) => id)
      await db.transaction(async (tx) => {
        // An end that is decided meanwhile would not know whether its beginning is told.
        await lockHead(tx, networkId)
        const told = await release(tx, db, ids)
        if (told.length === 0) return
        await hintChanged(db, tx, [...new Set(told.map(({ alertId }) => alertId))])
        // What the work has explained is one piece of news, told by one message (E279).
        await tellNow(tx, db, notifications, { told, channels, detail: silencedDetail })
      })
    }
    if (rows.length < atOnce) return
  }
}

/**
 * Holds back from a user what has waited until planned work explains it (D226): it waits for the end of that now. False: some
 * of it is to be told after all, since the work is over.
 *
 * @param alerts beginnings, all of one network
 */
export async function holdBack(
  tx: Tx,
  db: Pick<Database, 'now' | 'notify'>,
  { userId, networkId }: { userId: number; networkId: number },
  alerts: readonly Pick<AlertRow, 'id' | 'settingId'>[],
): Promise<boolean> {
  await lockHead(tx, networkId)
  const ids = sql`${`{${alerts.map(({ id }) => id).join()}}`}::bigint[]`
  const { rows: silences } = await tx.execute<{ id: number }>(sql`
    UPDATE alert_recipient r SET silence_id = active.silence_id, silenced = 'WAITS'
    FROM (${activeSilences(db.now(), alerts)}) active
    WHERE r.user_id = ${userId} AND active.user_id = r.user_id AND active.alert_id = r.alert_id
      AND (r.silenced IS NULL OR r.silenced = 'TOLD')
    RETURNING r.silence_id AS id`)
  // One that ended while this waited for its turn has been settled without it.
  await tx.execute(sql`
    UPDATE alert_silence SET is_settled = false WHERE id = ANY (${`{${silences.map(({ id }) => id).join()}}`}::int[])`)
  const alertIds = alerts.map(({ id }) => id)
  await endEscalations(tx, db.now(), { userId, alertIds })
  await hintChanged(db, tx, alertIds)
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM alert_recipient r
    WHERE r.user_id = ${userId} AND r.alert_id = ANY (${ids}) AND r.silenced = 'WAITS'`)
  return rows[0]?.count === alerts.length
}

/** Ends the waiting for silences; gives what is to be told now, and to whom. */
async function release(
  tx: Tx,
  { now }: Pick<Database, 'now'>,
  silenceIds: readonly number[],
): Promise<readonly Recipient[]> {
  const list = sql.param([...silenceIds])
  const settled = await tx.execute(sql`
    UPDATE alert_silence SET is_settled = true
    WHERE id = ANY (${list}::int[]) AND NOT is_settled AND until_at <= ${now()} RETURNING id`)
  // Another process has done it.
  if (settled.rows.length === 0) return []
  const waits = sql`r.silence_id = ANY (${list}::int[]) AND r.silenced = 'WAITS'`
  const { rows: alerts } = await tx.execute<
    Pick<AlertRow, 'id' | 'settingId' | 'occurrence' | 'heldBack' | 'endedAt'> & Record<string, unknown>
  >(sql`
    SELECT a.id::int, a.setting_id AS "settingId", a.occurrence, a.held_back AS "heldBack", a.ended_at AS "endedAt"
    FROM alert a WHERE a.id IN (SELECT r.alert_id FROM alert_recipient r WHERE ${waits})`)
  const statuses = await alertStatusesOf(tx, alerts)
  // What nobody knows may be so.
  const still = alerts.filter(({ id }) => statuses.get(id) !== 'ENDED')
  await tx.execute(sql`
    UPDATE alert_recipient r SET silence_id = other.silence_id
    FROM (${activeSilences(now(), still)}) other
    WHERE ${waits} AND r.alert_id = other.alert_id AND r.user_id = other.user_id`)
  const { rows } = await tx.execute<Recipient & { isTold: boolean } & Record<string, unknown>>(sql`
    UPDATE alert_recipient r
    SET silenced = CASE WHEN r.alert_id = ANY (${sql.param(still.map(({ id }) => id))}::bigint[]) AND r.acknowledged_at IS NULL
                        THEN 'TOLD' ELSE 'RECORDED' END
    WHERE ${waits}
    RETURNING r.user_id AS "userId", r.alert_id::int AS "alertId", silenced = 'TOLD' AS "isTold"`)
  return rows.filter(({ isTold }) => isTold)
}

/**
 * As if it had begun now: by the contacts that its reader has now, in the place of what was only for the record, and all of it in
 * one message.
 *
 * @param detail why it was only for the record, as the ledger writes it
 */
export async function tellNow(
  tx: Tx,
  { now }: Pick<Database, 'now'>,
  notifications: LateTelling,
  {
    told,
    channels,
    detail,
  }: { told: readonly Recipient[]; channels: readonly NotificationChannel[]; detail: string },
): Promise<void> {
  const about = told.map(({ userId, alertId }) => ({ userId, reference: String(alertId) }))
  await notifications.withdrawRecords(tx, { kind: alertKind, detail, about })
  const ids = [...new Set(told.map(({ alertId }) => alertId))]
  await notifications.fanOut(tx, {
    kind: alertKind,
    usefulForMs,
    recipients: recipientsOf(now(), ids, channels, told),
    hasStates: true,
    hasTimes: true,
    ...(ids.length === 1
      ? {}
      : { storm: ids.map(String), things: new Map(ids.map((id) => [String(id), detail])) }),
  })
  await beginEscalations(tx, now(), ids, told)
}
