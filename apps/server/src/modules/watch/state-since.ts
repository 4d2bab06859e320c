import type { StateSince, ValidatorEvent, ValidatorEventKind } from '@roundsman/contract/validator-details'
import { stateOf } from '@roundsman/contract/validator-state'
import type { Validator } from '@roundsman/contract/validators'

/** What was before one left, or was seen for the first time, says nothing of now. */
const presence = ['joined', 'removed'] as const
const bonding = ['bonded', 'unbonding', 'unbonded', ...presence] as const

/** The newest of these is what began each state, or it was not seen to begin. Tombstoned is for good. */
const changesOf: Record<StateSince['state'], readonly ValidatorEventKind[]> = {
  tombstoned: ['tombstoned'],
  jailed: ['jailed', 'unjailed', ...presence],
  bonded: bonding,
  unbonding: bonding,
  unbonded: bonding,
}

/**
 * Since when a validator has been tombstoned, jailed or of its bond status, the first of these that holds. Null where
 * nobody saw that begin: the newest change that is known led to something else, or was before it joined. Pure.
 * @param events newest first, with at least the newest of each kind that tells of states
 */
export function stateSince(row: Validator, events: readonly ValidatorEvent[]): StateSince | null {
  // Missed blocks are told by letters.
  const { kind: state } = stateOf({ ...row, seconds_to_jail: null, consecutive_missed: null })
  if (state === 'unknown' || state === 'missing' || state === 'risk') return null
  const last = events.find(({ kind }) => changesOf[state].includes(kind))
  return last?.kind === state ? { state, at: last.at, height: last.height } : null
}
