import { catalogue } from '@roundsman/alerting/catalogue'
import type { Outcome } from '@roundsman/alerting/deciding'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/db/database.ts'

/**
 * What was decided, where the ends of missed blocks that a jailing ended say so, and when that was (E313). It is decided when the validator
 * signs again, after it was taken out of jail: nothing was missed meanwhile, as the timeline says.
 */
export async function withJailings(tx: Tx, outcomes: readonly Outcome[]): Promise<readonly Outcome[]> {
  const ends = outcomes.flatMap(({ kind, key, conditionId, target, at, evidence: { began_at: began } }) => {
    const isOfMisses = catalogue.condition(conditionId)?.type === 'UPTIME'
    return kind === 'ENDED' && isOfMisses && began !== undefined ? [{ key, id: target.id, began, at }] : []
  })
  if (ends.length === 0) return outcomes
  // Written by the watch module.
  const { rows } = await tx.execute<{ key: string; at: number }>(sql`
    SELECT o.key, min(coalesce(e.chain_at, e.at))::float8 AS at
    FROM jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) AS o (key text, id int, began float8, at float8)
    JOIN watch_event e ON e.validator_id = o.id AND e.kind = 'jailed'
      AND coalesce(e.chain_at, e.at) BETWEEN o.began AND o.at
    GROUP BY o.key`)
  const jailings = new Map(rows.map(({ key, at }) => [key, at]))
  return outcomes.map((outcome) => {
    const at = outcome.kind === 'ENDED' ? jailings.get(outcome.key) : undefined
    if (at === undefined) return outcome
    const { ended_at: signedAt = outcome.at, ...evidence } = outcome.evidence
    return {
      ...outcome,
      evidence: { ...evidence, ended_at: at, ended_in_jail: true, signed_at: signedAt },
    }
  })
}
