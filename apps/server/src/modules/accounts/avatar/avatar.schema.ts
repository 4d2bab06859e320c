import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea } from '../../../platform/db/columns.ts'

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
