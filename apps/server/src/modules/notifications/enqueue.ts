import type { Tx } from '../../platform/db/database.ts'
import { insertDelivery, nextDeliveryId } from './delivery.store.ts'
import type { NewDelivery } from './new-delivery.ts'
import type { PayloadSeal } from './payload-seal.ts'

/** Writes one row of the ledger; a dedupe key that is there already leaves everything as it is. */
export async function enqueue(
  tx: Tx,
  delivery: NewDelivery,
  deps: { seal: PayloadSeal; now: number },
): Promise<void> {
  const { message, usefulForMs, suppressed, ...row } = delivery
  const id = await nextDeliveryId(tx)
  const now = new Date(deps.now)
  await insertDelivery(tx, {
    ...row,
    id,
    state: suppressed === undefined ? 'QUEUED' : 'SUPPRESSED',
    attempts: 0,
    payload: suppressed === undefined ? deps.seal.seal(id, message) : null,
    detail: suppressed ?? null,
    dueAt: now,
    giveUpAt: new Date(deps.now + usefulForMs),
    createdAt: now,
    updatedAt: now,
  })
}
