import type { Severity } from '@roundsman/alerting/catalogue'
import type { AlertingState, Evidence, TargetState } from '@roundsman/alerting/deciding'
import type { GovernanceState, MatterState } from '@roundsman/alerting/governance'
import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import type { acknowledgedBy, AlertType, escalationEnds, WatchedAs } from '@roundsman/contract/alerts/alerts'
import type { EscalationStep } from '@roundsman/contract/alerts/escalation'
import type { TeamStep } from '@roundsman/contract/alerts/on-call'
import { bigint, boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/db/columns.ts'

/** Migrations 0018 and alerts-teams: of a user, of a team (without a user), or a member's copy of the team's. */
export const alertEntry = pgTable('alert_entry', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  userId: integer('user_id'),
  teamId: integer('team_id'),
  /** Of a copy: the team's entry. */
  teamEntryId: integer('team_entry_id'),
  networkId: integer('network_id').notNull(),
  validatorKey: text('validator_key'),
  bridgeKey: text('bridge_key'),
  settingId: integer('setting_id').notNull(),
  channels: text('channels').array().$type<NotificationChannel[]>().notNull(),
  mutedUntil: timestamptz('muted_until'),
  createdAt: timestamptz('created_at').notNull(),
})
export type EntryRow = typeof alertEntry.$inferSelect

/** Migration alerts-watched-as. */
export const alertWatchedAs = pgTable('alert_watched_as', {
  userId: integer('user_id').notNull(),
  networkId: integer('network_id').notNull(),
  /** null: every validator of the network of which nothing is known. */
  validatorKey: text('validator_key'),
  watchedAs: text('watched_as').$type<WatchedAs>().notNull(),
})

// Migration 0019.

export const alertNetwork = pgTable('alert_network', {
  networkId: integer('network_id').primaryKey(),
  /** JSON's null: nothing was decided yet. */
  head: jsonb().$type<AlertingState['head'] | null>().notNull(),
})

export const alertTarget = pgTable('alert_target', {
  networkId: integer('network_id').notNull(),
  key: text().notNull(),
  state: jsonb().$type<TargetState>().notNull(),
})

// Migration 0067.

export const alertGovernance = pgTable('alert_governance', {
  networkId: integer('network_id').primaryKey(),
  head: jsonb().$type<GovernanceState['head']>().notNull(),
})

export const alertMatter = pgTable('alert_matter', {
  networkId: integer('network_id').notNull(),
  key: text().notNull(),
  state: jsonb().$type<MatterState>().notNull(),
})

/** What was decided from, and the validator's last blocks up to then, where they were known. */
type KeptEvidence = Evidence & { signatures?: { from_height: number; letters: string } }

export const alert = pgTable('alert', {
  id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  networkId: integer('network_id').notNull(),
  settingId: integer('setting_id').notNull(),
  type: text().$type<AlertType>().notNull(),
  severity: text().$type<Severity>().notNull(),
  validatorId: integer('validator_id'),
  validatorKeys: text('validator_keys').array().notNull(),
  bridgeId: integer('bridge_id'),
  bridgeKey: text('bridge_key'),
  targetName: text('target_name'),
  at: timestamptz('at').notNull(),
  height: bigint({ mode: 'number' }),
  evidence: jsonb().$type<KeptEvidence>().notNull(),
  phonesWait: boolean('phones_wait').notNull(),
  heldBack: text('held_back'),
  occurrence: text().notNull(),
  /** When what began was over; null: it is not, nobody knows when, or it has no end. */
  endedAt: timestamptz('ended_at'),
  /** Migration alerts-incidents: the first alert of what it is a step of; null: it is that itself. */
  incidentId: bigint('incident_id', { mode: 'number' }),
  createdAt: timestamptz('created_at').notNull(),
})
export type AlertRow = typeof alert.$inferSelect

export const alertRecipient = pgTable('alert_recipient', {
  userId: integer('user_id').notNull(),
  alertId: bigint('alert_id', { mode: 'number' }).notNull(),
  /** The silence that held it back from them; null: none did. */
  silenceId: integer('silence_id'),
  /** What became of it then; null: none did. */
  silenced: text('silenced').$type<'WAITS' | 'RECORDED' | 'TOLD'>(),
  acknowledgedAt: timestamptz('acknowledged_at'),
  acknowledgedVia: text('acknowledged_via').$type<(typeof acknowledgedBy)[number]>(),
  /** The user who did, of those of a team. */
  acknowledgedBy: integer('acknowledged_by'),
  /** Through which teams it concerned them; null: through none. */
  teamIds: integer('team_ids').array(),
})

/** Migration 0037. */
export const alertMute = pgTable('alert_mute', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  userId: integer('user_id').notNull(),
  networkId: integer('network_id').notNull(),
  conditionId: integer('condition_id').notNull(),
  validatorKey: text('validator_key'),
  bridgeKey: text('bridge_key'),
  mutedUntil: timestamptz('muted_until').notNull(),
})

// Migration 0054.

/** What a user chose. */
export const alertEscalationPolicy = pgTable('alert_escalation_policy', {
  userId: integer('user_id').primaryKey(),
  fromSeverity: text('from_severity').$type<Severity>().notNull(),
  steps: jsonb().$type<EscalationStep[]>().notNull(),
  repeat: integer().notNull(),
})

/** One for an alert and a reader of it, or a team, also when it has ended. And migration alerts-on-call. */
export const alertEscalation = pgTable('alert_escalation', {
  id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  alertId: bigint('alert_id', { mode: 'number' }).notNull(),
  userId: integer('user_id'),
  teamId: integer('team_id'),
  steps: jsonb().$type<(EscalationStep | TeamStep)[]>().notNull(),
  repeat: integer().notNull(),
  generation: integer().notNull(),
  /** How many were done, of all rounds, also before it began once more. */
  step: integer().notNull(),
  firstStep: integer('first_step').notNull(),
  since: timestamptz('since').notNull(),
  /** Of the next step, or after an acknowledgement, of asking again. */
  dueAt: timestamptz('due_at'),
  isQuiet: boolean('is_quiet').notNull(),
  steppedAt: timestamptz('stepped_at'),
  endedBy: text('ended_by').$type<(typeof escalationEnds)[number]>(),
  askAgainMinutes: integer('ask_again_minutes'),
  /** When that was acknowledged which no end followed; null: it has not begun once more. */
  unendedSince: timestamptz('unended_since'),
  /** Numbers of steps that went to everyone in the team since whom they name could not be asked. */
  toEveryone: integer('to_everyone').array().notNull(),
})
export type EscalationRow = typeof alertEscalation.$inferSelect
