import { asc, eq } from 'drizzle-orm'
import type { PersonalData } from '../../../platform/process/module.ts'
import type { ContactStore } from '../contacts/contact.store.ts'
import { delivery } from './delivery.schema.ts'

/** Contacts that a user gave, masked as the page shows them, and what was sent to them as the ledger has it. */
export function personalDataOf(contacts: Pick<ContactStore, 'ofUser'>): PersonalData {
  return {
    async read(orm, userId) {
      const given = await contacts.ofUser(userId)
      const sent = await orm
        .select()
        .from(delivery)
        .where(eq(delivery.userId, userId))
        .orderBy(asc(delivery.id))
      return {
        contacts: given.map(({ channel, name, shown, state, createdAt, lastDeliveredAt }) => ({
          channel,
          name,
          address: shown,
          state,
          created_at: createdAt.toISOString(),
          last_delivered_at: lastDeliveredAt?.toISOString() ?? null,
        })),
        deliveries: sent.map(({ id, channel, purpose, recipient, state, detail, createdAt, updatedAt }) => ({
          id,
          channel,
          purpose,
          recipient,
          state,
          detail,
          created_at: createdAt.toISOString(),
          updated_at: updatedAt.toISOString(),
        })),
      }
    },
    // What waits is not sent any more, and what was sent says nothing of its reader to anybody.
    async erase(tx, userId) {
      await tx.delete(delivery).where(eq(delivery.userId, userId))
    },
  }
}
