import { settingId } from '@roundsman/contract/alerts/alerts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import { conditionsThatGoOn, incidentOfStep, type Part } from './incident.policy.ts'
import { partsOf } from './occurrence.policy.ts'

const beginsOfTroubles = conditionsThatGoOn.map((id) => settingId(id, 'FALSE_TO_TRUE'))
/** What came with a jailing was written with it, or by a transaction just before. */
const besideMinutes = 2

/**
 * Notes of which incident new alerts are a step (E315): of what goes on of the same target, or of what came with them. Before what they
 * end is noted as over.
 */
export async function joinIncidents(tx: Tx, added: readonly number[]): Promise<void> {
  if (added.length === 0) return
  const { rows } = await tx.execute<Part & { isNew: boolean } & Record<string, unknown>>(sql`
    WITH added AS (
      SELECT network_id, split_part(occurrence, '/', 2) AS target, min(created_at) AS since FROM alert
      WHERE id IN ${[...added]} GROUP BY 1, 2)
    SELECT a.id::float8 AS id, a.network_id AS "networkId", a.setting_id AS "settingId", a.severity, a.occurrence,
           (extract(epoch FROM a.at) * 1000)::float8 AS "atMs", a.ended_at IS NULL AS "isOpen",
           a.incident_id::float8 AS "incidentId", jsonb_build_object('began_at', a.evidence -> 'began_at') AS evidence,
           a.id IN ${[...added]} AS "isNew"
    FROM alert a
    WHERE a.id IN (
        SELECT o.id FROM alert o WHERE o.ended_at IS NULL AND o.setting_id IN ${beginsOfTroubles}
          AND o.network_id IN (SELECT network_id FROM added)
        UNION
        SELECT r.id FROM alert r WHERE r.created_at >= (SELECT min(since) FROM added) - make_interval(mins => ${besideMinutes}))
      AND (a.network_id, split_part(a.occurrence, '/', 2)) IN (SELECT network_id, target FROM added)
    ORDER BY a.id`)
  // Newest first, of each target.
  const before = new Map<string, Part[]>()
  const joined: { id: number; incident_id: number }[] = []
  for (const { isNew, ...row } of rows) {
    const { epoch, target } = partsOf(row.occurrence)
    const key = `${row.networkId}/${epoch}/${target}`
    const others = before.get(key) ?? []
    const incidentId = isNew ? incidentOfStep(row, others) : row.incidentId
    if (isNew && incidentId !== null) joined.push({ id: row.id, incident_id: incidentId })
    before.set(key, [{ ...row, incidentId }, ...others])
  }
  if (joined.length === 0) return
  await tx.execute(sql`
    UPDATE alert a SET incident_id = j.incident_id
    FROM jsonb_to_recordset(${JSON.stringify(joined)}::jsonb) AS j (id bigint, incident_id bigint) WHERE a.id = j.id`)
}
