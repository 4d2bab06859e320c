import { createHash } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { avatarTurn, validatorAvatar } from './avatars.schema.ts'

const dayMs = 24 * 3_600_000
/** What no validator has had for longer is not asked about any more, and for so long is forgotten. */
const wantedForMs = 2 * dayMs
const keptForMs = 30 * dayMs
/** After so many answers in a row that there is no picture the one that was there goes. */
const absencesThatCount = 2

/** Something to ask about, and how it went before. */
export interface DueAvatar {
  keySuffix: string
  absences: number
  failures: number
}

/** The database's clock, Unix ms. */
export async function databaseNow(orm: Queryable, now: SQL): Promise<number> {
  const { rows } = await orm.execute<{ now: number }>(
    sql`SELECT floor(extract(epoch FROM ${now}) * 1000)::float8 AS now`,
  )
  const [row] = rows
  if (!row) throw new Error('the database gave no time')
  return row.now
}

/** Notes whom validators have now; new ones are due in this order. Forgets those whom nobody has had for a month. */
export async function noteWanted(tx: Tx, keySuffixes: readonly string[], now: number): Promise<void> {
  const rows = keySuffixes.map((keySuffix, place) => ({ keySuffix, wantedAt: now, nextAt: now + place }))
  await tx
    .insert(validatorAvatar)
    .values(rows)
    .onConflictDoUpdate({ target: validatorAvatar.keySuffix, set: { wantedAt: now } })
  await tx.delete(validatorAvatar).where(lt(validatorAvatar.wantedAt, now - keptForMs))
}

/** Whom to ask about next; null: nobody is due. */
export async function nextDue(orm: Queryable, now: number): Promise<DueAvatar | null> {
  const { keySuffix, absences, failures, nextAt, wantedAt } = validatorAvatar
  const [row] = await orm
    .select({ keySuffix, absences, failures })
    .from(validatorAvatar)
    .where(and(lte(nextAt, now), gt(wantedAt, now - wantedForMs)))
    .orderBy(asc(nextAt))
    .limit(1)
  return row ?? null
}

/** Puts a picture in the place of the one that was there. */
export async function keepPicture(tx: Tx, keySuffix: string, webp: Buffer, nextAt: number): Promise<void> {
  const digest = createHash('sha256').update(webp).digest('base64url')
  await change(tx, keySuffix, { digest, webp, nextAt, absences: 0, failures: 0 })
}

/** Keybase said that there is no picture: the one that was there goes when it says so again. */
export async function noteAbsent(tx: Tx, due: DueAvatar, nextAt: number): Promise<void> {
  const absences = due.absences + 1
  const gone = absences >= absencesThatCount ? { digest: null, webp: null } : {}
  await change(tx, due.keySuffix, { ...gone, absences, failures: 0, nextAt })
}

/** Nothing is known by what came; the picture that was there stays. */
export async function noteFailed(
  tx: Tx,
  keySuffix: string,
  { failures, nextAt }: { failures: number; nextAt: number },
): Promise<void> {
  await change(tx, keySuffix, { failures, nextAt })
}

async function change(
  tx: Tx,
  keySuffix: string,
  set: Partial<typeof validatorAvatar.$inferInsert>,
): Promise<void> {
  await tx.update(validatorAvatar).set(set).where(eq(validatorAvatar.keySuffix, keySuffix))
}

/** Digests of the pictures that are there, by key suffix. */
export async function knownDigests(orm: Queryable): Promise<Map<string, string>> {
  const { keySuffix, digest } = validatorAvatar
  const rows = await orm.select({ keySuffix, digest }).from(validatorAvatar).where(isNotNull(digest))
  return new Map(rows.flatMap((row) => (row.digest === null ? [] : [[row.keySuffix, row.digest]])))
}

/** The picture of this digest; null if there is none. */
export async function findPicture(orm: Queryable, digest: string): Promise<Buffer | null> {
  const [row] = await orm
    .select({ webp: validatorAvatar.webp })
    .from(validatorAvatar)
    .where(eq(validatorAvatar.digest, digest))
    .limit(1)
  return row?.webp ?? null
}

/** Longest time that keybase is left alone, whatever it says. */
export const longestPauseMs = 24 * 3_600_000
/** Longer than one question with its picture can take: who dies meanwhile is followed by another after this. */
const turnMs = 60_000

/**
 * Takes the turn to ask, of all processes; gives the failures in a row before it. null: another one asks, or it is too
 * early. One that lies further ahead than any pause was written before the clock was set back.
 */
export async function takeTurn(orm: Queryable, now: number): Promise<{ failures: number } | null> {
  const [row] = await orm
    .insert(avatarTurn)
    .values({ nextAt: now + turnMs })
    .onConflictDoUpdate({
      target: avatarTurn.singleton,
      set: { nextAt: now + turnMs },
      setWhere: sql`${lte(avatarTurn.nextAt, now)} or ${gt(avatarTurn.nextAt, now + longestPauseMs)}`,
    })
    .returning({ failures: avatarTurn.failures })
  return row ?? null
}

/** Ends it: nobody asks before `nextAt`. */
export async function endTurn(tx: Tx, next: { nextAt: number; failures: number }): Promise<void> {
  await tx.update(avatarTurn).set(next)
}
