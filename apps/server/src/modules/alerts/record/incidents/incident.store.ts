import { settingId } from '@roundsman/contract/alerts/alerts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/db/database.ts'
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
  // By itself, so that what follows is planned for these networks and that time.
  const targets = await tx.execute<{ networkId: number; target: string; since: string }>(sql`
    SELECT network_id AS "networkId", split_part(occurrence, '/', 2) AS target,
           (min(min(created_at)) OVER () - make_interval(mins => ${besideMinutes}))::text AS since
    FROM alert WHERE id IN ${[...added]} GROUP BY 1, 2`)
  const networkIds = [...new Set(targets.rows.map(({ networkId }) => networkId))]
  const since = targets.rows[0]?.since ?? null
  const isOfTargets = sql`(network_id, split_part(occurrence, '/', 2)) IN (
    SELECT * FROM unnest(${sql.param(targets.rows.map(({ networkId }) => networkId))}::int[],
                         ${sql.param(targets.rows.map(({ target }) => target))}::text[]))`
  const { rows } = await tx.execute<Part & { isNew: boolean } & Record<string, unknown>>(sql`
    WITH beside AS (
      SELECT id FROM alert
      WHERE ended_at IS NULL AND network_id IN ${networkIds} AND setting_id IN ${beginsOfTroubles} AND ${isOfTargets}
      UNION
      SELECT id FROM alert
      WHERE created_at >= ${since}::timestamptz AND ${isOfTargets})
    SELECT a.id::float8 AS id, a.network_id AS "networkId", a.setting_id AS "settingId", a.severity, a.occurrence,
           (extract(epoch FROM a.at) * 1000)::float8 AS "atMs", a.ended_at IS NULL AND a.setting_id IN ${beginsOfTroubles} AS "isOpen",
           a.incident_id::float8 AS "incidentId", jsonb_build_object('began_at', a.evidence -> 'began_at', 'consecutive_missed', a.evidence -> 'consecutive_missed') AS evidence,
           a.id IN ${[...added]} AS "isNew"
    FROM alert a JOIN beside USING (id) ORDER BY a.id`)
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
