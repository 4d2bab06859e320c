import type { Condition, Severity, TargetType, Trigger } from '../catalogue/condition.ts'
import { settingId } from '@roundsman/contract/alerts/alerts'
import type { Assurance } from '@roundsman/contract/networks/validators'
import type { ProposalKind } from '@roundsman/contract/governance/governance'
import type { TargetKey, TroubleReason } from './state.ts'

/** What an outcome is about. */
export interface Target {
  key: TargetKey
  type: TargetType
  /** null: the network itself. */
  id: number | null
}

/**
 * BEGAN, ENDED, CHANGED: what users are notified of. HELD: it began, nobody is notified yet, because the network itself is in
 * trouble; if it is still so afterwards, BEGAN follows. CONFIRMED: what rested on one source is so in one observation
 * more: phones that waited may ring.
 */
type OutcomeKind = 'BEGAN' | 'ENDED' | 'CHANGED' | 'HELD' | 'CONFIRMED'

export interface Outcome {
  kind: OutcomeKind
  /** Names what is reported, once and for ever, within the network; of CONFIRMED: what is confirmed. */
  key: string
  target: Target
  conditionId: number
  trigger: Trigger
  /** null: there is no such setting (the end of what has none). */
  settingId: number | null
  severity: Severity
  /** The height that decided it, or of the event itself. */
  height: number | null
  /** The chain's own time of it where the chain decides, else the database's, Unix ms. */
  at: number
  /** When what is reported began, Unix ms. */
  since: number
  /** Of an end: since when it is known to have been so, at the latest from its first look on, Unix ms. */
  knownSince?: number
  evidence: Evidence
  /** Whether a phone may ring at once, or only after CONFIRMED. */
  phone: 'NOW' | 'AFTER_CONFIRMED'
}

/** Why it is so, as plain JSON. What does not belong to the condition is left out. */
export interface Evidence {
  assurance: Assurance | null
  host: string | null
  /** When it was decided, by the database's clock, Unix ms. */
  observed_at: number
  value: number | null
  threshold: number | null
  before?: string | null
  after?: string | null
  missed_blocks?: number | null
  missed_blocks_exact?: boolean | null
  signed_blocks_window?: number | null
  consecutive_missed?: number | null
  consecutive_missed_exact?: boolean | null
  /** At least so long, and at most; left out: the same. */
  seconds_to_jail?: number | null
  seconds_to_jail_at_most?: number | null
  /** Of the voting power, what missed this block together with the target: all of it, and without the target's own. */
  missed_power_share?: number | null
  missed_with_you?: number | null
  signed_power_share?: number | null
  upgrade?: { name: string; height: number } | null
  /** Of a proposal: the chain's number of it, as its proposer wrote it, and how the votes stood when it was decided. */
  proposal_id?: number
  title?: string
  kind?: ProposalKind
  /** ISO. */
  voting_end_at?: string
  is_expedited?: boolean
  /** It was expedited, failed, and goes on without its votes. */
  was_expedited?: true
  turnout?: number | null
  quorum?: number | null
  /** Base units, as decimal strings. */
  tally?: { yes: string; no: string; no_with_veto: string; abstain: string } | null
  /** What the validator voted; of an end: null where voting is over and it did not, as far as anybody knows. */
  vote?: readonly { option: string; weight: number }[] | null
  vote_command?: string | null
  /** Of one that failed, in the chain's words. */
  failed_reason?: string | null
  /** Of signals: the version, what part of the power has signalled it, and when it is likely to come (ISO). */
  version?: number
  power_share?: number | null
  upgrade_at?: string | null
  /** Of an end: it has signalled that version; left out: it is over otherwise. */
  has_signalled?: true
  /** How often it began, this time included, with less than an hour between any two; left out for once. */
  flaps?: { count: number; since: number }
  /** It comes from a file that was imported, and nobody here decided it. */
  imported?: true
  /** It was held back until now. */
  held_back?: TroubleReason
  /** Since when it has been so, or was until its end; of missed blocks since the first of the streak. Unix ms. */
  began_at?: number
  /** It was so before `began_at`, from when on it was seen here: since when it really is, nobody here knows. */
  began_earlier?: true
  /** Of an end: when it was over, Unix ms; left out: with the alert itself. */
  ended_at?: number
  /** Of missed blocks: they ended since the validator was jailed then, and signed again after that. */
  ended_in_jail?: true
  /** Of such an end: since when it has signed, Unix ms. */
  signed_at?: number
  /** Of an end about missed blocks: how many were missed from its beginning on. */
  missed_since?: number
  /**
   * What is known of a bridge; null: not known. `updated_at` is Unix ms, and so is `still_since`: since when its height has not risen
   * while the network's has; left out: it rises, or nobody knows.
   */
  bridge?: {
    updated_at: number | null
    height: number | null
    lag: number | null
    version: string | null
    still_since?: number
  }
}

/** What there is to say of a condition of a target, in the moment that something is reported. */
export type Detail = Omit<
  Evidence,
  'assurance' | 'host' | 'observed_at' | 'threshold' | 'flaps' | 'held_back'
>

/** How the keys begin of what reported the beginning of something that has ended: an end has its number. */
export function beginningOf({ key, conditionId }: Pick<Outcome, 'key' | 'conditionId'>): string {
  const [epoch, target, , counter = ''] = key.split('/')
  return [epoch, target, settingId(conditionId, 'FALSE_TO_TRUE'), `${counter.split('@')[0]}@`].join('/')
}

/**
 * "2/network/9012/3@1234567#99": of epoch 2, the end of condition 901 of the network after its third beginning, at a
 * height, decided by step 99.
 */
export function outcomeKey(
  { epoch, target, condition }: { epoch: number; target: Target; condition: Condition },
  of: { trigger: Trigger; reported: number; height: number | null; step: number },
): string {
  const setting = settingId(condition.id, of.trigger)
  return `${epoch}/${target.key}/${setting}/${of.reported}@${of.height ?? '-'}#${of.step}`
}
