import { sql } from 'drizzle-orm'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openEmbeddedDatabase } from '../../apps/server/src/platform/db/embedded/embedded-database.ts'
import { systemIds } from '../../apps/server/src/platform/ids.ts'

/** Blocks missed in a row, and the setting that alerts on so many. */
const settingOf = { 1: 1111, 3: 1121, 5: 1131 } as const
export type MissedInARow = keyof typeof settingOf

/** Whom an SMS goes to: who subscribes to one validator, by a number of their own. */
export interface Subscriber {
  networkId: number
  inARow: MissedInARow
}

/** Makes a user for each validator that is known and each of these settings; gives them by number. */
export async function subscribeToAll(
  dataDir: string,
  inARow: readonly MissedInARow[],
): Promise<Map<string, Subscriber>> {
  const db = await openEmbeddedDatabase({ dataDir, clock: systemClock, ids: systemIds })
  const found = new Map<string, Subscriber>()
  for (const missed of inARow) {
    const { rows } = await db.orm.execute<{ network_id: number; phone: string }>(sql`
      WITH wanted AS (
        SELECT network_id, coalesce(operator_address, consensus_address) AS key,
               concat(${missed}::text, '-', network_id, '-', id, '@example.org') AS email,
               '+44' || (7000000000 + ${missed}::bigint * 10000000 + id) AS phone
        FROM watch_validator WHERE removed_at IS NULL
      ),
      users AS (
        INSERT INTO user_account (email, email_key, created_at) SELECT email, email, now() FROM wanted
        RETURNING id, email
      ),
      phones AS (
        INSERT INTO user_phone (user_id, phone, confirmed_at, created_at, resend_after)
        SELECT u.id, w.phone, now(), now(), now() FROM wanted w JOIN users u USING (email)
      ),
      entries AS (
        INSERT INTO alert_entry (user_id, network_id, validator_key, setting_id, channels, created_at)
        SELECT u.id, w.network_id, w.key, ${settingOf[missed]}::int, ARRAY['SMS'], now() FROM wanted w JOIN users u USING (email)
      )
      SELECT network_id, phone FROM wanted`)
    for (const { network_id: networkId, phone } of rows) found.set(phone, { networkId, inARow: missed })
  }
  await db.close()
  return found
}

/** Makes one user who is told by mail of each validator that has not voted a day before the end; gives how many those are. */
export async function watchVotes(dataDir: string): Promise<number> {
  const db = await openEmbeddedDatabase({ dataDir, clock: systemClock, ids: systemIds })
  const { rows } = await db.orm.execute<{ watched: number }>(sql`
    WITH reader AS (
      INSERT INTO user_account (email, email_key, created_at) VALUES ('votes@example.org', 'votes@example.org', now())
      RETURNING id
    ),
    entries AS (
      INSERT INTO alert_entry (user_id, network_id, validator_key, setting_id, channels, created_at)
      SELECT r.id, v.network_id, coalesce(v.operator_address, v.consensus_address), 11021, ARRAY['EMAIL'], now()
      FROM watch_validator v, reader r WHERE v.removed_at IS NULL RETURNING 1
    )
    SELECT count(*)::int AS watched FROM entries`)
  await db.close()
  return rows[0]?.watched ?? 0
}
