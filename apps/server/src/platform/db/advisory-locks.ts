import { sql } from 'drizzle-orm'
import type { Queryable } from './database.ts'

/**
 * Every advisory lock of the program, so that no two take the same number. A number is never changed: two versions of
 * the program may share a database.
 */
const locks = {
  /** One process at a time migrates ("rounds" in ASCII). */
  migrations: 0x726f756e6473n,
  /** Messages to phones are counted and paid for. */
  phoneMessages: 7_264_031,
  /** Messages of alerts are counted against their budgets. */
  spending: 7_264_032,
  /** Calls begin, one at a time for each number. */
  calling: 7_264_053,
  /** What one user wants to be alerted to is changed. */
  alertEntries: 7_264_033,
  /** What one team wants to be alerted to is changed. */
  teamAlertEntries: 7_264_049,
  /** A user's tokens for bridges are counted. */
  bridgeTokens: 7_264_034,
  /** A user's preferences are changed. */
  preferences: 7_264_035,
  /** Messages that sum up what is over for a user. */
  summaries: 7_264_036,
  /** What of a user begins to wait for the end of their quiet hours. */
  waiting: 7_264_037,
  /** A user's silences are counted. */
  silences: 7_264_038,
  /** Contacts of a user or a team are counted. */
  contacts: 7_264_052,
  /** A user's reminders are changed. */
  escalations: 7_264_045,
  /** Who of a team is on call, and whom it asks, is changed. */
  onCall: 7_264_050,
} as const

/** Takes a lock until the transaction ends; with an id, that user's or team's own. Where both may have one, a team's is negated. */
export async function takeLock(tx: Queryable, name: keyof typeof locks, id?: number): Promise<void> {
  const key = locks[name]
  await tx.execute(
    id === undefined
      ? sql`select pg_advisory_xact_lock(${key})`
      : sql`select pg_advisory_xact_lock(${key}, ${id})`,
  )
}
