import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'

let slots = 0

/** Puts a validator into a network, as the watcher would have; gives its id. */
export async function addValidator(
  orm: Queryable,
  {
    networkId = 1,
    epoch = 1,
    operator,
    consensus = `CONS${operator ?? slots}`,
  }: { networkId?: number; epoch?: number; operator: string | null; consensus?: string },
): Promise<number> {
  slots += 1
  const { rows } = await orm.execute<{ id: number }>(sql`
    insert into watch_validator (network_id, epoch, slot, operator_address, consensus_address, moniker, bond_status,
                                 power, reported_power, changed_at, seq)
    values (${networkId}, ${epoch}, ${slots}, ${operator}, ${consensus}, ${operator}, 'BOND_STATUS_BONDED', 1, 1, 0, 1)
    returning id`)
  const [row] = rows
  if (!row) throw new Error('no validator was added')
  return row.id
}

/** A confirmed number of a user. */
export async function addPhone(orm: Queryable, email: string, phone: string): Promise<void> {
  await orm.execute(sql`
    insert into user_phone (user_id, phone, confirmed_at, created_at, resend_after)
    select id, ${phone}, now(), now(), now() from user_account where email = ${email}`)
}
