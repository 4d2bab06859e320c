import type { ValidatorEventKind } from '@roundsman/contract/networks/validator-details'
import type { BondStatus } from '@roundsman/cometbft/domain'
import type { TrustedJson } from '@roundsman/cometbft/proof/trusted'
import type { Assurance, RefusalKind } from '@roundsman/contract/networks/validators'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
} from 'drizzle-orm/pg-core'
import { bytea, rowReader } from '../../../platform/db/columns.ts'
import type { SigningTuple } from './validator-facts.ts'

/** The trusted block of a network without its set, which has a row of its own. */
export type TrustedBlock = Omit<TrustedJson, 'nextSet'>

/** Blocks that a validator is missing, as of the newest block whose letters are kept. Times are of headers, Unix ms. */
export interface OpenOutage {
  slot: number
  first: number
  firstAt: number
  /** The last missed one; the validator may have signed a few since. */
  last: number
  lastAt: number
  missed: number
  /** Blocks that nobody read may belong to it as well. */
  atLeast: boolean
  /** How the weakest of its blocks is known. */
  assurance: Assurance | null
}

/** How something is known; null where nobody wrote it down. */
const assurance = (name: string) => text(name).$type<Assurance>()
/** Heights, sequence numbers and Unix milliseconds all stay below 2^53. */
const whole = () => bigint({ mode: 'number' })

export const watchNetwork = pgTable('watch_network', {
  networkId: integer('network_id').primaryKey(),
  epoch: integer().notNull().default(0),
  chainId: text('chain_id'),
  seq: whole().notNull().default(0),
  startedAt: bigint('started_at', { mode: 'number' }),
  observedAt: bigint('observed_at', { mode: 'number' }),
  syncingAt: bigint('syncing_at', { mode: 'number' }),
  source: text(),
  headHeight: bigint('head_height', { mode: 'number' }),
  headAt: bigint('head_at', { mode: 'number' }),
  headAgeMs: bigint('head_age_ms', { mode: 'number' }),
  height: whole(),
  blockHash: text('block_hash'),
  stateHeight: bigint('state_height', { mode: 'number' }),
  stateAt: bigint('state_at', { mode: 'number' }),
  stateTime: bigint('state_time', { mode: 'number' }),
  hasStaking: boolean('has_staking'),
  hasSlashing: boolean('has_slashing'),
  signedBlocksWindow: integer('signed_blocks_window'),
  minSignedPerWindow: text('min_signed_per_window'),
  slashDowntime: text('slash_downtime'),
  bondedTokens: numeric('bonded_tokens', { mode: 'bigint' }),
  bondedValidators: integer('bonded_validators'),
  unbondingMs: bigint('unbonding_ms', { mode: 'number' }),
  upgradeName: text('upgrade_name'),
  upgradeHeight: bigint('upgrade_height', { mode: 'number' }),
  upgradeSeenAt: bigint('upgrade_seen_at', { mode: 'number' }),
  upgradeAssurance: assurance('upgrade_assurance'),
  upgradeHost: text('upgrade_host'),
  maxValidators: integer('max_validators'),
  trusted: jsonb().$type<TrustedBlock>(),
  assurance: assurance('assurance'),
  stateAssurance: assurance('state_assurance'),
  stateHost: text('state_host'),
  refusedChainId: text('refused_chain_id'),
  refusedKind: text('refused_kind').$type<RefusalKind>(),
  refusedReason: text('refused_reason'),
  refusedAt: bigint('refused_at', { mode: 'number' }),
  outages: jsonb().$type<readonly OpenOutage[]>(),
})
export type NetworkRow = typeof watchNetwork.$inferSelect

/** Of a row that a statement written by hand gives. */
export const networkRowOf = rowReader<NetworkRow>(getTableColumns(watchNetwork))
const networkColumns: ReadonlyMap<string, AnyPgColumn> = new Map(
  Object.entries(getTableColumns(watchNetwork)),
)

/** What is set of a row, each with a comma behind it. */
export function networkPatch(patch: Partial<NetworkRow>): SQL {
  const parts: SQL[] = []
  for (const [key, value] of Object.entries(patch)) {
    const column = networkColumns.get(key)
    if (column !== undefined && value !== undefined)
      parts.push(sql`${sql.identifier(column.name)} = ${sql.param(value, column)}, `)
  }
  return sql.join(parts)
}

export const watchEpoch = pgTable('watch_epoch', {
  networkId: integer('network_id').notNull(),
  epoch: integer().notNull(),
  chainId: text('chain_id').notNull(),
  openedAt: bigint('opened_at', { mode: 'number' }).notNull(),
  closedAt: bigint('closed_at', { mode: 'number' }),
})

export const watchValidator = pgTable('watch_validator', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  networkId: integer('network_id').notNull(),
  epoch: integer().notNull(),
  slot: integer().notNull(),
  operatorAddress: text('operator_address'),
  consensusAddress: text('consensus_address').notNull(),
  moniker: text(),
  identity: text(),
  website: text(),
  securityContact: text('security_contact'),
  details: text(),
  bondStatus: text('bond_status').$type<BondStatus>().notNull(),
  jailed: boolean(),
  tombstoned: boolean(),
  jailedUntil: bigint('jailed_until', { mode: 'number' }),
  tokens: numeric({ mode: 'bigint' }),
  delegatorShares: numeric('delegator_shares', { mode: 'bigint' }),
  selfDelegation: numeric('self_delegation', { mode: 'bigint' }),
  selfDelegationAt: bigint('self_delegation_at', { mode: 'number' }),
  selfDelegationAssurance: assurance('self_delegation_assurance'),
  selfDelegationHost: text('self_delegation_host'),
  power: numeric({ mode: 'bigint' }).notNull(),
  rank: integer(),
  commissionRate: text('commission_rate'),
  commissionMaxRate: text('commission_max_rate'),
  commissionMaxChangeRate: text('commission_max_change_rate'),
  commissionUpdatedAt: bigint('commission_updated_at', { mode: 'number' }),
  unbondingAt: bigint('unbonding_at', { mode: 'number' }),
  reportedPower: numeric('reported_power', { mode: 'bigint' }).notNull(),
  reportedTokens: numeric('reported_tokens', { mode: 'bigint' }),
  reportedRank: integer('reported_rank'),
  stateAssurance: assurance('state_assurance'),
  stateHost: text('state_host'),
  absentSince: bigint('absent_since', { mode: 'number' }),
  removedAt: bigint('removed_at', { mode: 'number' }),
  changedAt: bigint('changed_at', { mode: 'number' }).notNull(),
  seq: whole().notNull(),
})

export const watchSigning = pgTable('watch_signing', {
  networkId: integer('network_id').primaryKey(),
  epoch: integer().notNull(),
  stateHeight: bigint('state_height', { mode: 'number' }).notNull(),
  infos: jsonb().$type<readonly (SigningTuple | null)[]>().notNull(),
})

export const watchTrustedSet = pgTable('watch_trusted_set', {
  networkId: integer('network_id').primaryKey(),
  epoch: integer().notNull(),
  validatorsHash: text('validators_hash').notNull(),
  members: jsonb().$type<TrustedJson['nextSet']>().notNull(),
})

export const watchBlock = pgTable('watch_block', {
  networkId: integer('network_id').notNull(),
  epoch: integer().notNull(),
  height: whole().notNull(),
  at: whole().notNull(),
  letters: bytea().$type<Uint8Array>().notNull(),
  signedPower: numeric('signed_power', { mode: 'bigint' }),
  totalPower: numeric('total_power', { mode: 'bigint' }),
  assurance: assurance('assurance'),
  host: text(),
  seq: whole().notNull(),
})

export const watchEvent = pgTable('watch_event', {
  id: whole().primaryKey().generatedByDefaultAsIdentity(),
  networkId: integer('network_id').notNull(),
  epoch: integer().notNull(),
  validatorId: integer('validator_id'),
  at: whole().notNull(),
  height: whole(),
  kind: text().$type<ValidatorEventKind>().notNull(),
  before: text(),
  after: text(),
  chainAt: bigint('chain_at', { mode: 'number' }),
  assurance: assurance('assurance'),
  host: text(),
  seq: whole().notNull(),
  missed: integer(),
  since: whole(),
  atLeast: boolean('at_least'),
  /** A file said so (`roundsman import`), and nobody else. */
  imported: boolean().notNull().default(false),
})
