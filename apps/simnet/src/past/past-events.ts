import { BONDED, type ChainState, UNBONDED, UNBONDING, type ValidatorRecord } from '../chain/chain-state.ts'
import { NEVER_AGAIN } from '../chain/signing-info.ts'

/** Something that happened to a validator of the roster, in the words of the product's timeline. */
export interface PastEvent {
  index: number
  height: number
  kind: string
  before: string | null
  after: string | null
}

const statuses = {
  [UNBONDED]: ['unbonded', 'BOND_STATUS_UNBONDED'],
  [UNBONDING]: ['unbonding', 'BOND_STATUS_UNBONDING'],
  [BONDED]: ['bonded', 'BOND_STATUS_BONDED'],
} as const
/** Stakes are reported from this change on, in hundredths, however small its steps. */
const REPORTED_PERCENT = 4n

/** Compares each state with the one before it. */
export function comparePast(onEvent: (event: PastEvent) => void): (state: Readonly<ChainState>) => void {
  let before: readonly (ValidatorRecord | null)[] | null = null
  const tombstoned = new Set<number>()
  const reported = new Map<number, bigint>()

  function compare(
    state: Readonly<ChainState>,
    index: number,
    was: ValidatorRecord | null,
    is: ValidatorRecord | null,
  ) {
    const { height } = state
    const report = (kind: string, from: string | null, to: string | null) =>
      onEvent({ index, height, kind, before: from, after: to })
    if (was === null || is === null) {
      if (is !== null) report('joined', null, is.moniker)
      else if (was !== null) report('removed', was.moniker, null)
      if (is !== null) reported.set(index, is.tokens)
      return
    }
    if (state.infos[index]?.jailedUntil === NEVER_AGAIN && !tombstoned.has(index)) {
      tombstoned.add(index)
      if (!was.jailed) report('tombstoned', 'false', 'true')
    }
    if (was.jailed !== is.jailed)
      report(is.jailed ? 'jailed' : 'unjailed', String(was.jailed), String(is.jailed))
    if (is.tokens < was.tokens && is.shares === was.shares) {
      report('slashed', String(was.tokens), String(is.tokens))
      reported.set(index, (reported.get(index) ?? was.tokens) - (was.tokens - is.tokens))
    }
    if (was.status !== is.status)
      report(statuses[is.status][0], statuses[was.status][1], statuses[is.status][1])
    if (was.commission !== is.commission)
      report('commission_changed', rateOf(was.commission), rateOf(is.commission))
    const stake = reported.get(index) ?? was.tokens
    const moved = is.tokens > stake ? is.tokens - stake : stake - is.tokens
    if (stake > 0n && moved * 100n >= stake * REPORTED_PERCENT) {
      report('power_changed', String(stake), String(is.tokens))
      reported.set(index, is.tokens)
    }
  }

  return (state) => {
    const known = before
    before = [...state.validators]
    if (known === null) {
      for (const [index, record] of before.entries()) {
        if (record !== null) reported.set(index, record.tokens)
        if (state.infos[index]?.jailedUntil === NEVER_AGAIN) tombstoned.add(index)
      }
      return
    }
    for (const [index, was] of known.entries()) {
      const is = before[index] ?? null
      if (was !== is) compare(state, index, was, is)
    }
  }
}

/** 18-decimal fixed point as text. */
function rateOf(rate: bigint): string {
  const digits = rate.toString().padStart(19, '0')
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`
}
