import { and, asc, eq, gt, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, timestamptz } from '../../../platform/db/columns.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { type UserRow, userAccount } from '../users/accounts.schema.ts'

export const userIdentity = pgTable('user_identity', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  userId: integer('user_id').notNull(),
  issuer: text('issuer').notNull(),
  subject: text('subject'),
  email: text('email'),
  createdAt: timestamptz('created_at').notNull(),
  lastUsedAt: timestamptz('last_used_at').notNull(),
})

const userSignInStart = pgTable('user_sign_in_start', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  stateHash: bytea('state_hash').notNull(),
  nonceHash: bytea('nonce_hash').notNull(),
  bindingHash: bytea('binding_hash').notNull(),
  linkUserId: integer('link_user_id'),
  expiresAt: timestamptz('expires_at').notNull(),
  usedAt: timestamptz('used_at'),
})

export type IdentityRow = typeof userIdentity.$inferSelect
type SignInStartRow = typeof userSignInStart.$inferSelect

/** Who somebody is for a provider. */
export interface Identity {
  issuer: string
  subject: string
}

export async function findUserByIdentity(
  db: Queryable,
  { issuer, subject }: Identity,
): Promise<UserRow | null> {
  const [row] = await db
    .select({ user: userAccount })
    .from(userIdentity)
    .innerJoin(userAccount, eq(userAccount.id, userIdentity.userId))
    .where(and(eq(userIdentity.issuer, issuer), eq(userIdentity.subject, subject)))
  return row?.user ?? null
}

/** An identity with the confirmed address that the provider gives it by now; null: none. */
type ReportedIdentity = Identity & { email: string | null }

/** Null if the identity belongs to somebody, or the user has, or removed, another one of this issuer. */
export async function insertIdentity(
  db: Queryable,
  userId: number,
  { issuer, subject, email }: ReportedIdentity,
  now: Date,
): Promise<IdentityRow | null> {
  const [added] = await db
    .insert(userIdentity)
    .values({ userId, issuer, subject, email, createdAt: now, lastUsedAt: now })
    .onConflictDoNothing()
    .returning()
  return added ?? null
}

export async function touchIdentity(
  db: Queryable,
  { issuer, subject, email }: ReportedIdentity,
  now: Date,
): Promise<void> {
  await db
    .update(userIdentity)
    .set({ lastUsedAt: now, email })
    .where(and(eq(userIdentity.issuer, issuer), eq(userIdentity.subject, subject)))
}

/** Identities of a user, the oldest first. */
export async function identitiesOf(db: Queryable, userId: number): Promise<IdentityRow[]> {
  return db
    .select()
    .from(userIdentity)
    .where(and(eq(userIdentity.userId, userId), isNotNull(userIdentity.subject)))
    .orderBy(asc(userIdentity.id))
}

/** Frees the subject; the row goes on standing in the way of another one that has the user's address (I12). */
export async function retireIdentity(db: Queryable, id: number): Promise<void> {
  await db.update(userIdentity).set({ subject: null, email: null }).where(eq(userIdentity.id, id))
}

/** Makes room for an identity that the user adds. */
export async function forgetRetired(db: Queryable, userId: number, issuer: string): Promise<void> {
  await db
    .delete(userIdentity)
    .where(
      and(eq(userIdentity.userId, userId), eq(userIdentity.issuer, issuer), isNull(userIdentity.subject)),
    )
}

/** Where a sign-in with a provider began. */
export interface StartOrigin {
  /** Digests of what this browser is known by. */
  bindings: Buffer[]
  /** Whose account the identity is to be added to; null: it is to sign in. */
  linkUserId: number | null
}

export async function insertSignInStart(
  db: Queryable,
  row: Omit<typeof userSignInStart.$inferInsert, 'id' | 'usedAt'>,
): Promise<void> {
  await db.insert(userSignInStart).values(row)
}

/**
 * Takes the sign-in that this state or nonce began, if it began in this browser and for this end; null if it is
 * used, too old, of another browser or none. It can be taken once.
 */
export async function claimSignInStart(
  db: Queryable,
  by: { stateHash: Buffer } | { nonceHash: Buffer },
  from: StartOrigin,
  now: Date,
): Promise<SignInStartRow | null> {
  const { bindings, linkUserId } = from
  if (bindings.length === 0) return null
  const [row] = await db
    .update(userSignInStart)
    .set({ usedAt: now })
    .where(
      and(
        'stateHash' in by
          ? eq(userSignInStart.stateHash, by.stateHash)
          : eq(userSignInStart.nonceHash, by.nonceHash),
        inArray(userSignInStart.bindingHash, bindings),
        linkUserId === null ? isNull(userSignInStart.linkUserId) : eq(userSignInStart.linkUserId, linkUserId),
        isNull(userSignInStart.usedAt),
        gt(userSignInStart.expiresAt, now),
      ),
    )
    .returning()
  return row ?? null
}

export async function forgetSignInStarts(db: Queryable, before: Date): Promise<void> {
  await db.delete(userSignInStart).where(lt(userSignInStart.expiresAt, before))
}
