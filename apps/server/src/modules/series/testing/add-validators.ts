import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'

/** Validators of an epoch in the slots from 0 on; gives their ids. */
export async function addValidators(
  orm: Queryable,
  { networkId, epoch }: { networkId: number; epoch: number },
  count: number,
): Promise<number[]> {
  const { rows } = await orm.execute<{ id: number }>(sql`
    insert into watch_validator (network_id, epoch, slot, consensus_address, bond_status, power, reported_power,
                                 changed_at, seq)
    select ${networkId}, ${epoch}, slot, 'C' || slot, 'BOND_STATUS_BONDED', 1, 1, 0, 1
    from generate_series(0, ${count - 1}) as slot returning id`)
  return rows.map(({ id }) => id)
}
