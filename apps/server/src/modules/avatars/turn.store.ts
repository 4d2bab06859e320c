import { gt, lte, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { avatarTurn } from './avatars.schema.ts'

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
