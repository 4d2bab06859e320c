import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { takeLock } from '../../../platform/db/advisory-locks.ts'
import { bytea, timestamptz } from '../../../platform/db/columns.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'

const userPhone = pgTable('user_phone', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  userId: integer('user_id').notNull(),
  phone: text('phone').notNull(),
  confirmedAt: timestamptz('confirmed_at'),
  createdAt: timestamptz('created_at').notNull(),
  codeHash: bytea('code_hash'),
  codeExpiresAt: timestamptz('code_expires_at'),
  tries: integer('tries').notNull().default(0),
  resendAfter: timestamptz('resend_after').notNull(),
})

export const userPhoneMessage = pgTable('user_phone_message', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  channel: text('channel').$type<PhoneChannel>().notNull(),
  phone: text('phone').notNull(),
  numberRange: text('number_range').notNull(),
  userId: integer('user_id').notNull(),
  network: text('network').notNull(),
  at: timestamptz('at').notNull(),
  usedAt: timestamptz('used_at'),
})

export type PhoneChannel = 'sms' | 'voice'
export type PhoneRow = typeof userPhone.$inferSelect
export type PhoneMessageRow = typeof userPhoneMessage.$inferSelect

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
