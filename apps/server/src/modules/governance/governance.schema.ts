import type { Assurance } from '@roundsman/cometbft/domain'
import type { ProposalKind, ProposalMessage, WeightedOption } from '@roundsman/cometbft/governance'
import type { ProposalState } from '@roundsman/contract/governance/governance'
import { bigint, boolean, doublePrecision, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

// Migration 0063.

/** Heights, the chain's numbers and Unix ms all stay below 2^53. */
const whole = (name: string) => bigint(name, { mode: 'number' })
const assurance = (name: string) => text(name).$type<Assurance>()

/** What only the page of a proposal shows. */
export interface ProposalContent {
  isShortened: boolean
  proposer: string | null
  failedReason: string | null
  messages: readonly ProposalMessage[]
}

/** Base units, as decimal strings. */
export interface StoredTally {
  yes: string
  abstain: string
  no: string
  noWithVeto: string
}

export const governanceProposal = pgTable('governance_proposal', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  networkId: integer('network_id').notNull(),
  epoch: integer().notNull(),
  proposalId: whole('proposal_id').notNull(),
  title: text().notNull(),
  summary: text().notNull(),
  content: jsonb().$type<ProposalContent>().notNull(),
  kind: text().$type<ProposalKind>().notNull(),
  state: text().$type<ProposalState>().notNull(),
  isExpedited: boolean('is_expedited').notNull(),
  votingStart: whole('voting_start').notNull(),
  votingEnd: whole('voting_end').notNull(),
  expeditedEnd: whole('expedited_end'),
  tally: jsonb().$type<StoredTally>(),
  tallyAt: whole('tally_at'),
  tallyAssurance: assurance('tally_assurance'),
  turnout: doublePrecision(),
  quorum: doublePrecision(),
  assurance: assurance('assurance').notNull(),
  host: text().notNull(),
  height: whole('height').notNull(),
  at: whole('at').notNull(),
  readAt: whole('read_at').notNull(),
})
export type ProposalRow = typeof governanceProposal.$inferSelect

export const governanceVote = pgTable('governance_vote', {
  proposal: integer().notNull(),
  votingEnd: whole('voting_end').notNull(),
  validatorId: integer('validator_id').notNull(),
  options: jsonb().$type<readonly WeightedOption[]>(),
  height: whole('height').notNull(),
  at: whole('at').notNull(),
  seenHeight: whole('seen_height').notNull(),
  seenAt: whole('seen_at').notNull(),
  isLast: boolean('is_last').notNull(),
  assurance: assurance('assurance').notNull(),
  host: text().notNull(),
  readAt: whole('read_at').notNull(),
})
export type VoteRow = typeof governanceVote.$inferSelect

export const governanceSignal = pgTable('governance_signal', {
  networkId: integer('network_id').notNull(),
  epoch: integer().notNull(),
  validatorId: integer('validator_id').notNull(),
  version: whole('version'),
  height: whole('height').notNull(),
  at: whole('at').notNull(),
  assurance: assurance('assurance').notNull(),
  host: text().notNull(),
  readAt: whole('read_at').notNull(),
})

/** Power of consensus, as decimal strings. */
export interface StoredSignalTally {
  version: number
  power: string
  threshold: string
  total: string
}

export const governanceUpgrade = pgTable('governance_upgrade', {
  networkId: integer('network_id').notNull(),
  epoch: integer().notNull(),
  version: whole('version'),
  upgradeHeight: whole('upgrade_height'),
  assurance: assurance('assurance'),
  tally: jsonb().$type<StoredSignalTally>(),
  tallyAssurance: assurance('tally_assurance'),
  height: whole('height').notNull(),
  at: whole('at').notNull(),
  readAt: whole('read_at').notNull(),
})
export type UpgradeRow = typeof governanceUpgrade.$inferSelect
