import type { ProfileBody } from '@roundsman/contract/accounts/users'
import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Queryable } from '../../../platform/db/database.ts'
import { type Message, ProblemError } from '../../../platform/http/problem-error.ts'
import { fieldTexts } from './account-texts.data.ts'
import { type UserRow, userAccount, userGroup, userKnownNetwork } from './accounts.schema.ts'

/** Names of a user's groups as a column of a query on `user_account`. */
export const groupNames = sql<
  string[]
>`array(select g.name from user_group g where g.user_id = ${userAccount.id} order by g.name)`

export async function findUserByEmail(db: Queryable, emailKey: string): Promise<UserRow | null> {
  const [row] = await db.select().from(userAccount).where(eq(userAccount.emailKey, emailKey))
  return row ?? null
}

/** Whose account an address is, however it is spelled; null: nobody's. */
export async function userIdOf(db: Queryable, email: string): Promise<number | null> {
  return (await findUserByEmail(db, emailKey(email)))?.id ?? null
}

/** Null if the address already has an account. */
export async function insertUser(
  db: Queryable,
  row: Omit<typeof userAccount.$inferInsert, 'id'>,
): Promise<UserRow | null> {
  const [added] = await db
    .insert(userAccount)
    .values(row)
    .onConflictDoNothing({ target: userAccount.emailKey })
    .returning()
  return added ?? null
}

export async function updateProfile(
  db: Queryable,
  userId: number,
  profile: Omit<z.infer<typeof ProfileBody>, 'avatar'> & { avatar: null | undefined },
): Promise<UserRow | null> {
  const [row] = await db
    .update(userAccount)
    .set({
      firstName: profile.first_name,
      lastName: profile.last_name,
      language: profile.language,
      timezone: profile.timezone,
      awaitsTimezone: false,
      ...(profile.avatar === null ? { avatar: null } : {}),
    })
    .where(eq(userAccount.id, userId))
    .returning()
  return row ?? null
}

/** Null where it has been given another meanwhile. */
export async function setFirstTimezone(
  db: Queryable,
  userId: number,
  timezone: string,
): Promise<UserRow | null> {
  const [row] = await db
    .update(userAccount)
    .set({ timezone, awaitsTimezone: false })
    .where(and(eq(userAccount.id, userId), userAccount.awaitsTimezone))
    .returning()
  return row ?? null
}

export async function setPasswordHash(db: Queryable, userId: number, passwordHash: string): Promise<void> {
  await db.update(userAccount).set({ passwordHash }).where(eq(userAccount.id, userId))
}

/** Replaces the password that was checked; false if it is another by now. */
export async function replacePasswordHash(
  db: Queryable,
  userId: number,
  change: { from: string | null; to: string },
): Promise<boolean> {
  const changed = await db
    .update(userAccount)
    .set({ passwordHash: change.to })
    .where(
      and(
        eq(userAccount.id, userId),
        change.from === null ? isNull(userAccount.passwordHash) : eq(userAccount.passwordHash, change.from),
      ),
    )
    .returning({ id: userAccount.id })
  return changed.length > 0
}

/** The user, locked until the transaction ends; null if there is none or the account is disabled. */
export async function lockUser(db: Queryable, userId: number): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(userAccount)
    .where(and(eq(userAccount.id, userId), isNull(userAccount.disabledAt)))
    .for('update')
  return row ?? null
}

export async function setEmail(
  db: Queryable,
  userId: number,
  address: { email: string; emailKey: string },
): Promise<void> {
  await db.update(userAccount).set(address).where(eq(userAccount.id, userId))
}

export async function setAvatar(
  db: Queryable,
  userId: number,
  avatar: string | null,
): Promise<UserRow | null> {
  const [row] = await db.update(userAccount).set({ avatar }).where(eq(userAccount.id, userId)).returning()
  return row ?? null
}

/** @param disabledAt null enables the account again */
export async function setDisabled(db: Queryable, userId: number, disabledAt: Date | null): Promise<void> {
  await db.update(userAccount).set({ disabledAt }).where(eq(userAccount.id, userId))
}

export async function addToGroup(db: Queryable, userId: number, name: 'vip' | 'admin'): Promise<void> {
  await db.insert(userGroup).values({ userId, name }).onConflictDoNothing()
}

export async function removeFromGroup(db: Queryable, userId: number, name: 'vip' | 'admin'): Promise<void> {
  await db.delete(userGroup).where(and(eq(userGroup.userId, userId), eq(userGroup.name, name)))
}

export async function listUsers(db: Queryable): Promise<{ user: UserRow; groups: string[] }[]> {
  return db.select({ user: userAccount, groups: groupNames }).from(userAccount).orderBy(asc(userAccount.id))
}

/** From here the account was signed in to, or a link mailed to it was used (A23). */
export async function rememberNetwork(
  db: Queryable,
  userId: number,
  network: string,
  now: Date,
): Promise<void> {
  await db
    .insert(userKnownNetwork)
    .values({ userId, network, lastUsedAt: now })
    .onConflictDoUpdate({
      target: [userKnownNetwork.userId, userKnownNetwork.network],
      set: { lastUsedAt: now },
    })
}

export async function isKnownNetwork(db: Queryable, emailKey: string, network: string): Promise<boolean> {
  const rows = await db
    .select({ userId: userKnownNetwork.userId })
    .from(userKnownNetwork)
    .innerJoin(userAccount, eq(userAccount.id, userKnownNetwork.userId))
    .where(sql`${userAccount.emailKey} = ${emailKey} and ${userKnownNetwork.network} = ${network}`)
  return rows.length > 0
}

export async function forgetNetworks(db: Queryable, before: Date): Promise<void> {
  await db.delete(userKnownNetwork).where(lt(userKnownNetwork.lastUsedAt, before))
}

export async function groupsOf(db: Queryable, userId: number): Promise<string[]> {
  const rows = await db
    .select({ name: userGroup.name })
    .from(userGroup)
    .where(eq(userGroup.userId, userId))
    .orderBy(asc(userGroup.name))
  return rows.map((row) => row.name)
}

export async function findUser(db: Queryable, userId: number): Promise<UserRow | null> {
  const [row] = await db.select().from(userAccount).where(eq(userAccount.id, userId))
  return row ?? null
}

/**
 * What two spellings of one address have in common: without spaces around, lower case, composed. Providers that
 * tell letters apart by case exist on paper only, and two accounts for one mailbox would be a trap. PostgreSQL cannot
 * store U+0000, which no address has.
 */
export function emailKey(email: string): string {
  return email.trim().replaceAll('\u0000', '\ufffd').normalize('NFC').toLowerCase()
}

/** Refuses fields with U+0000, the one character that PostgreSQL cannot store in a text. */
export function requireStorable(fields: Readonly<Record<string, string | undefined>>): void {
  const errors: Record<string, readonly Message[]> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value?.includes('\u0000')) errors[name] = [fieldTexts.text]
  }
  if (Object.keys(errors).length > 0) throw new ProblemError('validation_failed', { errors })
}
