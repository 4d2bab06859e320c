import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { takeLock } from '../../../platform/db/advisory-locks.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { type PhoneChannel, type PhoneMessageRow, userPhoneMessage } from './phones.schema.ts'

/** From here to the end of the transaction nobody else counts or spends: a hundred at once count like a hundred in a row. */
export async function lockPhoneMessages(tx: Tx): Promise<void> {
  await takeLock(tx, 'phoneMessages')
}

/** Oldest first. The site's own cap bounds how many there are in a day. */
export async function phoneMessagesSince(
  tx: Tx,
  channel: PhoneChannel,
  since: Date,
): Promise<PhoneMessageRow[]> {
  return tx
    .select()
    .from(userPhoneMessage)
    .where(and(eq(userPhoneMessage.channel, channel), gt(userPhoneMessage.at, since)))
    .orderBy(asc(userPhoneMessage.at), asc(userPhoneMessage.id))
}

export async function insertPhoneMessage(
  tx: Tx,
  row: Omit<typeof userPhoneMessage.$inferInsert, 'id'>,
): Promise<number> {
  const [added] = await tx.insert(userPhoneMessage).values(row).returning({ id: userPhoneMessage.id })
  if (!added) throw new Error('the message was not noted')
  return added.id
}

/** The newest code that went to this number for this user was entered. */
export async function markCodeUsed(tx: Tx, userId: number, phone: string, now: Date): Promise<void> {
  const newest = tx
    .select({ id: userPhoneMessage.id })
    .from(userPhoneMessage)
    .where(
      and(
        eq(userPhoneMessage.userId, userId),
        eq(userPhoneMessage.phone, phone),
        eq(userPhoneMessage.channel, 'sms'),
      ),
    )
    .orderBy(desc(userPhoneMessage.id))
    .limit(1)
  await tx.update(userPhoneMessage).set({ usedAt: now }).where(sql`${userPhoneMessage.id} in (${newest})`)
}

export async function forgetPhoneMessages(db: Queryable, before: Date): Promise<void> {
  await db.delete(userPhoneMessage).where(lt(userPhoneMessage.at, before))
}
