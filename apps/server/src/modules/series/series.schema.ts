import { bigint, doublePrecision, integer, pgTable } from 'drizzle-orm/pg-core'

export const seriesBucket = pgTable('series_bucket', {
  networkId: integer('network_id').notNull(),
  epoch: integer().notNull(),
  step: integer().notNull(),
  bucket: bigint({ mode: 'number' }).notNull(),
  uptime: doublePrecision().array().$type<(number | null)[]>().notNull(),
  power: doublePrecision().array().$type<(number | null)[]>().notNull(),
  commission: doublePrecision().array().$type<(number | null)[]>().notNull(),
})
