import type {
  alertSeverities,
  alertTargetTypes,
  alertTriggers,
  AlertType,
} from '@roundsman/contract/alerts/alerts'

export type TargetType = (typeof alertTargetTypes)[number]
export type Trigger = (typeof alertTriggers)[number]
export type Severity = (typeof alertSeverities)[number]

export type Unit = 'FRACTION' | 'BLOCKS' | 'SECONDS'

export type Comparison = 'BELOW' | 'ABOVE' | 'IS' | 'CHANGED'

/** What a condition is about. Conditions of one subject differ by threshold and window only. */
export type Subject =
  | 'window_missed'
  | 'missed_in_a_row'
  | 'jail_near'
  | 'jailed'
  | 'tombstoned'
  | 'bonded'
  | 'stake_fell'
  | 'stake_rose'
  | 'slashed'
  | 'power_share'
  | 'commission_raised'
  | 'commission_lowered'
  | 'commission_above'
  | 'no_update'
  | 'lagging'
  | 'stalled'
  | 'halted'
  | 'low_power'
  | 'upgrade_near'
  | 'unseen'
  | 'proposal_voting'
  | 'upgrade_proposal_voting'
  | 'proposal_passed'
  | 'proposal_rejected'
  | 'proposal_failed'
  | 'signalling_began'
  | 'upgrade_scheduled'
  | 'not_voted'
  | 'voted'
  | 'not_signalled'

/**
 * Something that is TRUE, FALSE or UNKNOWN of a target. Each of its triggers is a setting that a user may want.
 * Thresholds of fractions, and of blocks behind, must be passed; those of blocks in a row, of seconds and of changes
 * are reached.
 */
export interface Condition {
  /** Never changes, and is never used again for another condition. */
  id: number
  type: AlertType
  targetType: TargetType
  subject: Subject
  threshold: number | null
  unit: Unit | null
  comparison: Comparison
  /** Time that a change is measured over. */
  windowSeconds: number | null
  /** How long it must hold before it counts, by the chain's own time. */
  holdSeconds: number
  /** How far behind its threshold a value must be for the end, in the unit of the threshold. */
  margin: number
  /** Signed blocks in a row before the end; 0: the end does not wait for blocks. */
  cleanBlocks: number
  /** null: it has no end that anybody is notified of. */
  severity: { FALSE_TO_TRUE: Severity; TRUE_TO_FALSE: Severity | null }
  /** About missed blocks: held back while the network itself is in trouble. */
  heldBack: boolean
}

export const languages = ['en', 'ru', 'uk'] as const
export type Language = (typeof languages)[number]

interface SettingText {
  name: string
  description: string
  /** Of a threshold of one, where that reads otherwise: one block is missed in no row. */
  ofOne?: { name: string; description: string }
}

/**
 * Texts of a language by subject. `{share}`, `{blocks}`, `{count}`, `{clean}`, `{time}` and `{window}` are filled in
 * from the condition (settings.ts). null: nobody is notified of the end.
 */
export type Texts = Record<
  Subject,
  Record<'FALSE_TO_TRUE', SettingText> & Record<Trigger, SettingText | null>
>
