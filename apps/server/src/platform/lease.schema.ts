import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const lease = pgTable('lease', {
  name: text().primaryKey(),
  holder: text().notNull(),
  /** Rises by one with each take-over; writers carry it, so that one that lost the lease cannot write any more. */
  fence: bigint({ mode: 'bigint' }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'string' }).notNull(),
})
