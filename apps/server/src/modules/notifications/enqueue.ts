import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import type { Budgets } from './budgets.ts'
import { insertDelivery, nextDeliveryId } from './delivery.store.ts'
import { laneOf, type NewDelivery } from './new-delivery.ts'
import type { PayloadSeal } from './payload-seal.ts'

/**
 * Writes one row of the ledger; a dedupe key that is there already leaves everything as it is. What somebody asked for
 * is counted against the budgets here, since its caller has looked at them; an alert when it is sent.
 */
export async function enqueue(
  tx: Tx,
  newDelivery: NewDelivery,
  deps: { seal: PayloadSeal; now: SQL; budgets: Budgets },
): Promise<void> {
  const { message, usefulForMs, suppressed, isCritical: _isCritical, ...row } = newDelivery
  const id = await nextDeliveryId(tx)
  const isSent = suppressed === undefined
  await insertDelivery(tx, deps.now, {
    ...row,
    id,
    lane: laneOf(newDelivery),
    state: isSent ? 'QUEUED' : 'SUPPRESSED',
    payload: isSent ? deps.seal.seal(id, message) : null,
    detail: suppressed ?? null,
    usefulForMs,
    isSpent: isSent && row.purpose === 'account' && deps.budgets.of(row.channel) !== null,
  })
}
