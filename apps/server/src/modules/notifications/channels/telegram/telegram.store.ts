import { createHash } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, timestamptz } from '../../../../platform/db/columns.ts'
import type { Database, Tx } from '../../../../platform/db/database.ts'

// Migration 0044.

const telegramLink = pgTable('telegram_link', {
  contactId: integer('contact_id').primaryKey(),
  codeHash: bytea('code_hash').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
  usedBy: text('used_by'),
})

const telegramUpdates = pgTable('telegram_updates', {
  bot: text('bot').primaryKey(),
  nextUpdate: bigint('next_update', { mode: 'number' }).notNull(),
  at: timestamptz('at').notNull(),
})

const goodForMinutes = 10
/** After a week without any, Telegram begins to count anew, perhaps lower; what nobody fetched it forgets within a day. */
const countedForDays = 6

const hashOf = (code: string) => createHash('sha256').update(code).digest()

/** Keeps by which code the chat of a contact is found. */
export async function keepLink(tx: Tx, now: Database['now'], contactId: number, code: string): Promise<void> {
  const expiresAt = sql`${now()} + make_interval(mins => ${goodForMinutes})`
  await tx.insert(telegramLink).values({ contactId, codeHash: hashOf(code), expiresAt })
}

export type LinkUse = { is: 'new' | 'again'; contactId: number } | { is: 'used' | 'expired' | 'unknown' }

/** Uses a code up for a chat; `again`: this chat has used it. */
export async function useLink(tx: Tx, now: Database['now'], code: string, chat: number): Promise<LinkUse> {
  const [row] = await tx
    .select({
      contactId: telegramLink.contactId,
      usedBy: telegramLink.usedBy,
      isGood: sql<boolean>`${telegramLink.expiresAt} > ${now()}`,
    })
    .from(telegramLink)
    .where(eq(telegramLink.codeHash, hashOf(code)))
    .for('update')
  if (row === undefined) return { is: 'unknown' }
  const { contactId, usedBy, isGood } = row
  if (usedBy === String(chat)) return { is: 'again', contactId }
  if (usedBy !== null) return { is: 'used' }
  if (!isGood) return { is: 'expired' }
  await tx
    .update(telegramLink)
    .set({ usedBy: String(chat) })
    .where(eq(telegramLink.contactId, contactId))
  return { is: 'new', contactId }
}

/** Forgets links that are of no use for a day, and the contacts whose links nobody opened. */
export async function forgetLinks({ orm, now }: Pick<Database, 'orm' | 'now'>): Promise<void> {
  const isOld = lt(telegramLink.expiresAt, sql`${now()} - make_interval(days => 1)`)
  const unused = orm
    .select({ id: telegramLink.contactId })
    .from(telegramLink)
    .where(and(isOld, isNull(telegramLink.usedBy)))
  await orm.execute(sql`DELETE FROM user_contact WHERE state = 'WAITING' AND id IN ${unused}`)
  await orm.delete(telegramLink).where(isOld)
}

/** The next update of a bot to ask for; null: whichever is there. */
export async function nextUpdate(
  { orm, now }: Pick<Database, 'orm' | 'now'>,
  bot: string,
): Promise<number | null> {
  const [row] = await orm
    .select({ next: telegramUpdates.nextUpdate })
    .from(telegramUpdates)
    .where(
      and(
        eq(telegramUpdates.bot, bot),
        sql`${telegramUpdates.at} > ${now()} - make_interval(days => ${countedForDays})`,
      ),
    )
  return row?.next ?? null
}

/** What comes before `next` was worked off. */
export async function keepNextUpdate(tx: Tx, now: Database['now'], bot: string, next: number): Promise<void> {
  const at = sql`${now()}`
  await tx
    .insert(telegramUpdates)
    .values({ bot, nextUpdate: next, at })
    .onConflictDoUpdate({ target: telegramUpdates.bot, set: { nextUpdate: next, at } })
}
