import { catalogue } from '@roundsman/alerting/catalogue'
import { settingId } from '@roundsman/contract/alerts/alerts'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/database.ts'
import type { OwedEndsOf } from '../../notifications/notifications.public.ts'
import { alertKind } from '../record/alert.store.ts'

const beginsWithEnd = catalogue.conditions
  .filter(({ id }) => catalogue.isEnd(settingId(id, 'TRUE_TO_FALSE')))
  .map(({ id }) => settingId(id, 'FALSE_TO_TRUE'))

/**
 * The ends whose price is taken with their beginnings (D334): of each incident that goes on, of which a message of the last day told, where
 * its reader gets the end by the same channel. An end rings nobody.
 */
export const owedEndsOf =
  ({ now }: Pick<Database, 'now'>): OwedEndsOf =>
  async (db, { userId, channel }) => {
    if (channel !== 'sms') return { open: 0, kept: 0 }
    const { rows } = await db.execute<{ open: number; kept: number }>(sql`
      SELECT count(*) FILTER (WHERE NOT of_kept)::int AS open, count(*) FILTER (WHERE of_kept)::int AS kept
      FROM (
        SELECT DISTINCT ON (coalesce(a.incident_id, a.id)) d.spent_kept AS of_kept
        FROM delivery d
        JOIN alert a ON a.id = substring(d.reference from '^[0-9]{1,18}$')::bigint
        WHERE d.user_id = ${userId} AND d.channel = ${channel} AND d.kind = ${alertKind}
          AND d.spent_at > ${now()} - interval '1 day'
          AND a.ended_at IS NULL AND a.setting_id = ANY (${sql.param(beginsWithEnd)}::int[])
          AND EXISTS (
            SELECT FROM alert_entry e
            WHERE e.user_id = d.user_id AND e.network_id = a.network_id AND e.setting_id = a.setting_id + 1
              AND (e.bridge_key IS NULL OR e.bridge_key = a.bridge_key)
              AND (e.validator_key IS NULL OR e.validator_key = ANY (a.validator_keys))
              AND ${channel.toUpperCase()} = ANY (e.channels))
        ORDER BY coalesce(a.incident_id, a.id), d.spent_at DESC
      ) told`)
    return rows[0] ?? { open: 0, kept: 0 }
  }
