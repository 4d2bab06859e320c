import { and, eq } from 'drizzle-orm'
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea } from '../../../platform/db/columns.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Picture } from '../../../platform/encode-picture.ts'

export const userAvatar = pgTable(
  'user_avatar',
  {
    userId: integer('user_id').notNull(),
    name: text('name').notNull(),
    width: integer('width').notNull(),
    webp: bytea('webp').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.name, table.width] })],
)

/** Puts a picture in the place of the one that was there. */
export async function replacePicture(
  db: Queryable,
  userId: number,
  name: string,
  widths: readonly Picture[],
): Promise<void> {
  await deletePicture(db, userId)
  await db.insert(userAvatar).values(widths.map(({ width, webp }) => ({ userId, name, width, webp })))
}

export async function deletePicture(db: Queryable, userId: number): Promise<void> {
  await db.delete(userAvatar).where(eq(userAvatar.userId, userId))
}

/** One width of a user's own picture; null if there is none of this name. */
export async function findPicture(
  db: Queryable,
  userId: number,
  name: string,
  width: number,
): Promise<Buffer | null> {
  const [row] = await db
    .select({ webp: userAvatar.webp })
    .from(userAvatar)
    .where(and(eq(userAvatar.userId, userId), eq(userAvatar.name, name), eq(userAvatar.width, width)))
  return row?.webp ?? null
}
