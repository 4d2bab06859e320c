import { governance, type GovernanceDecision, type GovernanceState } from '@roundsman/alerting/governance'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { alertGovernance, alertMatter } from '../alerts.schema.ts'

/** What is stored of a network's votes; null: nothing yet. Locked until the transaction ends. */
export async function lockGovernance(tx: Tx, networkId: number): Promise<GovernanceState['head'] | null> {
  const [row] = await tx
    .select({ head: alertGovernance.head })
    .from(alertGovernance)
    .where(eq(alertGovernance.networkId, networkId))
    .for('update')
  return row?.head ?? null
}

/** @param validatorId of this validator, or of the network (null) alone; left out: everything */
export async function readMatters(
  orm: Queryable,
  networkId: number,
  validatorId?: number | null,
): Promise<GovernanceState['matters']> {
  const target = validatorId === null ? 'network' : `validator:${validatorId}`
  const rows = await orm
    .select({ key: alertMatter.key, state: alertMatter.state })
    .from(alertMatter)
    .where(
      and(
        eq(alertMatter.networkId, networkId),
        validatorId === undefined ? undefined : sql`starts_with(${alertMatter.key}, ${`${target}:`})`,
      ),
    )
  return Object.fromEntries(rows.map(({ key, state }) => [key, state]))
}

/** What was decided of one target, for whoever shows it. */
export async function readGovernance(
  orm: Queryable,
  networkId: number,
  validatorId: number | null,
): Promise<GovernanceState> {
  const [row] = await orm
    .select({ head: alertGovernance.head })
    .from(alertGovernance)
    .where(eq(alertGovernance.networkId, networkId))
  const head = row?.head ?? governance.begin(0).head
  return { head, matters: await readMatters(orm, networkId, validatorId) }
}

/** Writes what a decision changed. Of another epoch than before everything older is void. */
export async function writeGovernance(
  tx: Tx,
  networkId: number,
  { state, touched, closed }: GovernanceDecision,
  isNewEpoch: boolean,
): Promise<void> {
  const { head, matters } = state
  await tx
    .insert(alertGovernance)
    .values({ networkId, head })
    .onConflictDoUpdate({ target: alertGovernance.networkId, set: { head } })
  if (isNewEpoch) await tx.delete(alertMatter).where(eq(alertMatter.networkId, networkId))
  if (closed.length > 0)
    await tx
      .delete(alertMatter)
      .where(and(eq(alertMatter.networkId, networkId), inArray(alertMatter.key, [...closed])))
  const changed = touched.flatMap((key) => {
    const matter = matters[key]
    return matter ? [{ key, state: matter }] : []
  })
  if (changed.length === 0) return
  // One parameter, however many they are.
  await tx.execute(sql`
    INSERT INTO alert_matter (network_id, key, state)
    SELECT ${networkId}::int, key, state FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS t (key text, state jsonb)
    ON CONFLICT (network_id, key) DO UPDATE SET state = excluded.state`)
}
