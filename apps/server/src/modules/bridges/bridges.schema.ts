import type { BridgeEventKind } from '@roundsman/bridges/bridge-events'
import type { BridgeFigures } from '@roundsman/bridges/bridge-push'
import type { BridgeSource, BridgeState } from '@roundsman/bridges/bridge-state'
import { bridgeHeightStep } from '@roundsman/contract/bridges/bridge-details'
import type { BridgeTokenProblem } from '@roundsman/contract/bridges/bridge-tokens'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/db/columns.ts'

const whole = (name: string) => bigint(name, { mode: 'number' })

export const bridgeToken = pgTable('bridge_token', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  /** Its owner is either a user or a team. */
  userId: integer('user_id'),
  teamId: integer('team_id'),
  networkId: integer('network_id').notNull(),
  name: text().notNull(),
  validatorKey: text('validator_key'),
  hash: text().notNull(),
  peerId: text('peer_id'),
  lastUsedAt: timestamptz('last_used_at'),
  problem: text().$type<BridgeTokenProblem>(),
  isReleased: boolean('is_released').notNull().default(false),
  isProven: boolean('is_proven').notNull().default(false),
  createdAt: timestamptz('created_at').notNull(),
})
export type BridgeTokenRow = typeof bridgeToken.$inferSelect

/** Peer ids that the operator of the site has taken from users and teams. */
export const bridgeRelease = pgTable('bridge_release', {
  peerId: text('peer_id').notNull(),
  userId: integer('user_id'),
  teamId: integer('team_id'),
  releasedAt: timestamptz('released_at').notNull(),
})

export const bridgeNetwork = pgTable('bridge_network', {
  networkId: integer('network_id').primaryKey(),
  seq: whole('seq').notNull().default(0),
  scrapedAt: whole('scraped_at'),
  storeAt: whole('store_at'),
  storeSince: whole('store_since'),
})

export const bridge = pgTable('bridge', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  networkId: integer('network_id').notNull(),
  peerId: text('peer_id').notNull(),
  source: text().$type<BridgeSource>().notNull(),
  namespace: text().notNull(),
  tokenId: integer('token_id'),
  contestedAt: whole('contested_at'),
  state: jsonb().$type<BridgeState>().notNull(),
  seq: whole('seq').notNull(),
  figures: jsonb().$type<BridgeFigures>(),
})
export type BridgeRow = typeof bridge.$inferSelect

export const bridgeSample = pgTable(
  'bridge_sample',
  {
    bridgeId: integer('bridge_id').notNull(),
    slot: integer().notNull(),
    height: whole('height'),
    networkHeight: whole('network_height'),
  },
  ({ bridgeId, slot }) => [primaryKey({ columns: [bridgeId, slot] })],
)

/** A height of one of the spans of a bridge's last day. */
export type BridgeSample = Omit<typeof bridgeSample.$inferSelect, 'bridgeId'>

/** Length of a span. */
export const slotMs = bridgeHeightStep * 1000
/** Spans that are kept: a day, and the present one. */
export const keptSlots = 288

/** The span of a moment, Unix ms. */
export function slotOf(ms: number): number {
  return Math.floor(ms / slotMs)
}

export const bridgeEvent = pgTable('bridge_event', {
  id: whole('id').primaryKey().generatedByDefaultAsIdentity(),
  bridgeId: integer('bridge_id').notNull(),
  at: whole('at').notNull(),
  kind: text().$type<BridgeEventKind>().notNull(),
  height: whole('height'),
  before: text(),
  after: text(),
})
export type BridgeEventRow = typeof bridgeEvent.$inferSelect

export const bridgeIntake = pgTable('bridge_intake', {
  process: text().primaryKey(),
  since: whole('since').notNull(),
  seenAt: whole('seen_at').notNull(),
})
