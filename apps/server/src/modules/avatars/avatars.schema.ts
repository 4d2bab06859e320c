import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea } from '../../platform/db/columns.ts'

const ms = (name: string) => bigint(name, { mode: 'number' }).notNull()

export const validatorAvatar = pgTable('validator_avatar', {
  keySuffix: text('key_suffix').primaryKey(),
  wantedAt: ms('wanted_at'),
  nextAt: ms('next_at'),
  absences: integer('absences').notNull().default(0),
  failures: integer('failures').notNull().default(0),
  digest: text('digest'),
  webp: bytea('webp'),
})

export const avatarTurn = pgTable('avatar_turn', {
  singleton: boolean('singleton').primaryKey().default(true),
  nextAt: ms('next_at'),
  failures: integer('failures').notNull().default(0),
})
