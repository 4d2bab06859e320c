import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/db/columns.ts'

/** Migration 0051. */
export const pastImport = pgTable('past_import', {
  networkId: integer('network_id').notNull(),
  epoch: integer().notNull(),
  digest: text().notNull(),
  importedAt: timestamptz('imported_at').notNull(),
})
