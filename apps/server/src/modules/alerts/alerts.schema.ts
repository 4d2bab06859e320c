import type { NotificationChannel } from '@roundsman/contract/accounts'
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Migration 0018. */
export const alertEntry = pgTable('alert_entry', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  userId: integer('user_id').notNull(),
  networkId: integer('network_id').notNull(),
  validatorKey: text('validator_key'),
  bridgeKey: text('bridge_key'),
  settingId: integer('setting_id').notNull(),
  channels: text('channels').array().$type<NotificationChannel[]>().notNull(),
  mutedUntil: moment('muted_until'),
  createdAt: moment('created_at').notNull(),
})
export type EntryRow = typeof alertEntry.$inferSelect
