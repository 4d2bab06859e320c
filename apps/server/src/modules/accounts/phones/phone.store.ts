import { and, asc, eq, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { type PhoneRow, userPhone } from './phones.schema.ts'

export async function phonesOf(db: Queryable, userId: number): Promise<PhoneRow[]> {
  return db.select().from(userPhone).where(eq(userPhone.userId, userId)).orderBy(asc(userPhone.id))
}

/** The number of this id if it is this user's; locked until the end of the transaction. */
export async function findOwnPhone(tx: Tx, userId: number, id: number): Promise<PhoneRow | null> {
  const [row] = await tx
    .select()
    .from(userPhone)
    .where(and(eq(userPhone.id, id), eq(userPhone.userId, userId)))
    .for('update')
  return row ?? null
}

export async function insertPhone(tx: Tx, userId: number, phone: string, now: Date): Promise<PhoneRow> {
  const [row] = await tx
    .insert(userPhone)
    .values({ userId, phone, createdAt: now, resendAfter: now })
    .returning()
  if (!row) throw new Error('the phone was not added')
  return row
}

export async function setPhoneCode(
  tx: Tx,
  id: number,
  code: { codeHash: Buffer; codeExpiresAt: Date; resendAfter: Date },
): Promise<void> {
  await tx
    .update(userPhone)
    .set({ ...code, tries: 0 })
    .where(eq(userPhone.id, id))
}

export async function countCodeTry(tx: Tx, id: number): Promise<void> {
  await tx
    .update(userPhone)
    .set({ tries: sql`${userPhone.tries} + 1` })
    .where(eq(userPhone.id, id))
}

export async function markPhoneConfirmed(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .update(userPhone)
    .set({ confirmedAt: now, codeHash: null, codeExpiresAt: null })
    .where(eq(userPhone.id, id))
}

export async function deletePhone(tx: Tx, id: number): Promise<void> {
  await tx.delete(userPhone).where(eq(userPhone.id, id))
}
