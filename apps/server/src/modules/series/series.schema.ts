import { bigint, boolean, doublePrecision, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** A metric by slot. */
const values = (name = '') => doublePrecision(name).array().$type<(number | null)[]>().notNull()

export const seriesBucket = pgTable('series_bucket', {
  networkId: integer('network_id').notNull(),
  epoch: integer().notNull(),
  step: integer().notNull(),
  bucket: bigint({ mode: 'number' }).notNull(),
  uptime: values(),
  uptimeMean: values('uptime_mean'),
  uptimeSamples: integer('uptime_samples').array().$type<number[]>().notNull(),
  power: values(),
  commission: values(),
  tokens: values(),
})

export const seriesSite = pgTable('series_site', {
  singleton: boolean().primaryKey().default(true),
  id: text().notNull(),
})

export const seriesSent = pgTable('series_sent', {
  networkId: integer('network_id').notNull(),
  epoch: integer().notNull(),
  bucket: bigint({ mode: 'number' }).notNull(),
})

export const seriesImport = pgTable('series_import', {
  networkId: integer('network_id').notNull(),
  epoch: integer().notNull(),
  until: bigint({ mode: 'number' }).notNull(),
})
