import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { type SignInStartRow, userSignInStart } from './identities.schema.ts'

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
