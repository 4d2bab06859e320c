import { and, asc, count, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, timestamptz } from '../../../platform/db/columns.ts'
import type { Queryable } from '../../../platform/db/database.ts'

const id = () => integer('id').primaryKey().generatedByDefaultAsIdentity()

const userTotp = pgTable('user_totp', {
  id: id(),
  userId: integer('user_id').notNull(),
  sealed: bytea('sealed').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  confirmedAt: timestamptz('confirmed_at'),
  lastStep: bigint('last_step', { mode: 'number' }),
})

const userPasskey = pgTable('user_passkey', {
  id: id(),
  userId: integer('user_id').notNull(),
  name: text('name').notNull(),
  credentialId: bytea('credential_id').notNull(),
  publicKey: bytea('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull(),
  rpId: text('rp_id').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  lastUsedAt: timestamptz('last_used_at'),
})

const userRecoveryCode = pgTable('user_recovery_code', {
  id: id(),
  userId: integer('user_id').notNull(),
  codeHash: bytea('code_hash').notNull(),
  usedAt: timestamptz('used_at'),
})

export type TotpRow = typeof userTotp.$inferSelect
export type PasskeyRow = typeof userPasskey.$inferSelect

/** The generator that is in use; null where there is none. */
export async function findTotp(db: Queryable, userId: number): Promise<TotpRow | null> {
  const [row] = await db
    .select()
    .from(userTotp)
    .where(and(eq(userTotp.userId, userId), isNotNull(userTotp.confirmedAt)))
  return row ?? null
}

/** The generator that its user is about to confirm, if it is younger than `since`. */
export async function findPendingTotp(db: Queryable, userId: number, since: Date): Promise<TotpRow | null> {
  const [row] = await db
    .select()
    .from(userTotp)
    .where(and(eq(userTotp.userId, userId), isNull(userTotp.confirmedAt), gt(userTotp.createdAt, since)))
  return row ?? null
}

/** Puts one in place of what was about to be confirmed. @param seal seals its secret for the row of this id */
export async function insertPendingTotp(
  db: Queryable,
  userId: number,
  now: Date,
  seal: (id: number) => Buffer,
): Promise<void> {
  await db.delete(userTotp).where(and(eq(userTotp.userId, userId), isNull(userTotp.confirmedAt)))
  const [added] = await db
    .insert(userTotp)
    .values({ userId, sealed: Buffer.alloc(0), createdAt: now })
    .returning({ id: userTotp.id })
  if (!added) throw new Error('the generator was not added')
  await db
    .update(userTotp)
    .set({ sealed: seal(added.id) })
    .where(eq(userTotp.id, added.id))
}

/** In place of the one that was in use. @param step of the code by which it was confirmed */
export async function confirmPendingTotp(
  db: Queryable,
  { id, userId }: TotpRow,
  step: number,
  now: Date,
): Promise<void> {
  await deleteTotp(db, userId)
  await db.update(userTotp).set({ confirmedAt: now, lastStep: step }).where(eq(userTotp.id, id))
}

/** Takes a time step's code; false where it, or a later one, was taken before. */
export async function takeStep(db: Queryable, totpId: number, step: number): Promise<boolean> {
  const taken = await db
    .update(userTotp)
    .set({ lastStep: step })
    .where(and(eq(userTotp.id, totpId), or(isNull(userTotp.lastStep), lt(userTotp.lastStep, step))))
    .returning({ id: userTotp.id })
  return taken.length > 0
}

/** The one in use; false where there is none. */
export async function deleteTotp(db: Queryable, userId: number): Promise<boolean> {
  const gone = await db
    .delete(userTotp)
    .where(and(eq(userTotp.userId, userId), isNotNull(userTotp.confirmedAt)))
    .returning({ id: userTotp.id })
  return gone.length > 0
}

/** Those that nobody confirmed in time. */
export async function forgetPendingTotp(db: Queryable, before: Date): Promise<void> {
  await db.delete(userTotp).where(and(isNull(userTotp.confirmedAt), lt(userTotp.createdAt, before)))
}

/** Passkeys of a user, the oldest first. */
export async function passkeysOf(db: Queryable, userId: number): Promise<PasskeyRow[]> {
  return db.select().from(userPasskey).where(eq(userPasskey.userId, userId)).orderBy(asc(userPasskey.id))
}

export async function findPasskey(db: Queryable, credentialId: Buffer): Promise<PasskeyRow | null> {
  const [row] = await db.select().from(userPasskey).where(eq(userPasskey.credentialId, credentialId))
  return row ?? null
}

/** Null where the credential is kept already. */
export async function insertPasskey(
  db: Queryable,
  row: Omit<typeof userPasskey.$inferInsert, 'id' | 'lastUsedAt'>,
): Promise<PasskeyRow | null> {
  const [added] = await db.insert(userPasskey).values(row).onConflictDoNothing().returning()
  return added ?? null
}

export async function markPasskeyUsed(
  db: Queryable,
  passkeyId: number,
  counter: number,
  now: Date,
): Promise<void> {
  await db.update(userPasskey).set({ counter, lastUsedAt: now }).where(eq(userPasskey.id, passkeyId))
}

/** One of the user's own; null if it is none of theirs. */
export async function deletePasskey(
  db: Queryable,
  userId: number,
  passkeyId: number,
): Promise<PasskeyRow | null> {
  const [gone] = await db
    .delete(userPasskey)
    .where(and(eq(userPasskey.id, passkeyId), eq(userPasskey.userId, userId)))
    .returning()
  return gone ?? null
}

export async function recoveryCodesLeft(db: Queryable, userId: number): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(userRecoveryCode)
    .where(and(eq(userRecoveryCode.userId, userId), isNull(userRecoveryCode.usedAt)))
  return row?.left ?? 0
}

/** In place of those that the user had; none without `hashes`. */
export async function replaceRecoveryCodes(
  db: Queryable,
  userId: number,
  hashes: readonly Buffer[] = [],
): Promise<void> {
  await db.delete(userRecoveryCode).where(eq(userRecoveryCode.userId, userId))
  if (hashes.length > 0)
    await db.insert(userRecoveryCode).values(hashes.map((codeHash) => ({ userId, codeHash })))
}

/** Uses one up; false if it is used or none of the user's. */
export async function takeRecoveryCode(
  db: Queryable,
  userId: number,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const taken = await db
    .update(userRecoveryCode)
    .set({ usedAt: now })
    .where(
      and(
        eq(userRecoveryCode.userId, userId),
        eq(userRecoveryCode.codeHash, codeHash),
        isNull(userRecoveryCode.usedAt),
      ),
    )
    .returning({ id: userRecoveryCode.id })
  return taken.length > 0
}

/** All that a user has. */
export async function deleteFactors(db: Queryable, userId: number): Promise<void> {
  await db.delete(userTotp).where(eq(userTotp.userId, userId))
  await db.delete(userPasskey).where(eq(userPasskey.userId, userId))
  await replaceRecoveryCodes(db, userId)
}

/** Whether a user has a factor, as a condition on the id of `user_account`. */
export const ownsFactor = (userId: unknown) => sql<boolean>`(
  exists (select 1 from user_totp f where f.user_id = ${userId} and f.confirmed_at is not null)
  or exists (select 1 from user_passkey f where f.user_id = ${userId}))`
