import type { ChainState, StakingValidator } from '@roundsman/cometbft/domain'

/** Kinds of the product's timeline, as far as two states of one chain report them. */
type EventKind =
  | 'joined'
  | 'removed'
  | 'jailed'
  | 'unjailed'
  | 'tombstoned'
  | 'bonded'
  | 'unbonding'
  | 'unbonded'
  | 'power_changed'
  | 'commission_changed'
  | 'moniker_changed'
  | 'key_changed'

interface StateEvent {
  height: number
  operator: string
  kind: EventKind
  before: string | null
  after: string | null
}

const statusKinds: Partial<Record<StakingValidator['status'], EventKind>> = {
  BOND_STATUS_BONDED: 'bonded',
  BOND_STATUS_UNBONDING: 'unbonding',
  BOND_STATUS_UNBONDED: 'unbonded',
}

/** What happened between two states of a chain, in the order of the operators' addresses. */
export function stateEvents(before: ChainState, after: ChainState): StateEvent[] {
  const height = after.height
  const old = byOperator(before)
  const now = byOperator(after)
  const operators = [...new Set([...old.keys(), ...now.keys()])].sort()
  return operators.flatMap((operator): StateEvent[] => {
    const was = old.get(operator)
    const is = now.get(operator)
    if (!was) return [{ height, operator, kind: 'joined', before: null, after: null }]
    if (!is) return [{ height, operator, kind: 'removed', before: null, after: null }]
    return changes(before, after, was, is).map((change) => ({ height, operator, ...change }))
  })
}

type Change = Pick<StateEvent, 'kind' | 'before' | 'after'>

function changes(
  before: ChainState,
  after: ChainState,
  was: StakingValidator,
  is: StakingValidator,
): Change[] {
  const found: Change[] = []
  const changed = (kind: EventKind, old: string, now: string) => {
    if (old !== now) found.push({ kind, before: old, after: now })
  }
  if (was.jailed !== is.jailed)
    found.push({ kind: is.jailed ? 'jailed' : 'unjailed', before: null, after: null })
  if (!tombstoned(before, was) && tombstoned(after, is)) {
    found.push({ kind: 'tombstoned', before: null, after: null })
  }
  const statusKind = statusKinds[is.status]
  if (statusKind) changed(statusKind, was.status, is.status)
  changed('power_changed', String(was.tokens), String(is.tokens))
  changed('commission_changed', was.commissionRate, is.commissionRate)
  changed('moniker_changed', was.moniker, is.moniker)
  changed('key_changed', was.consensus, is.consensus)
  return found
}

const byOperator = (state: ChainState): Map<string, StakingValidator> =>
  new Map((state.staking?.validators ?? []).map((validator) => [validator.operatorAddress, validator]))

const tombstoned = (state: ChainState, validator: StakingValidator): boolean =>
  state.slashing?.infos.find((info) => info.consensus === validator.consensus)?.tombstoned ?? false
