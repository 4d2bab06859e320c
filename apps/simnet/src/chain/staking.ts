import { BONDED, type ChainState, UNBONDED, UNBONDING, type ValidatorRecord } from './chain-state.ts'
import type { ChainWorld } from './chain-world.ts'
import { newSigningInfo } from './signing-info.ts'
import { createValidatorSet, type SetPlace, sameSet } from './validator-set.ts'

const ONE = 10n ** 18n

/** Shares of stakes that were never slashed: one for each token, scaled by 1e18. */
export function sharesOf(tokens: bigint): bigint {
  return tokens * ONE
}

/** The stake after delegations came or went: each share is worth what it was. */
export function restaked(
  { tokens: before, shares }: ValidatorRecord,
  tokens: bigint,
): Pick<ValidatorRecord, 'tokens' | 'shares'> {
  return { tokens, shares: before === 0n ? sharesOf(tokens) : (shares * tokens) / before }
}

/** Who is bonded: the largest powers among those not jailed. */
export function bondedMembers(
  validators: readonly (ValidatorRecord | null)[],
  world: ChainWorld,
): SetPlace[] {
  const reduction = world.profile.staking?.powerReduction ?? 1n
  const members: SetPlace[] = []
  for (const record of validators) {
    if (record === null || record.jailed) continue
    const power = record.tokens / reduction
    const key = world.roster[record.index]?.keyOf(record.nextRotations)
    if (power > 0n && key !== undefined) members.push({ index: record.index, power, key })
  }
  const most = world.profile.staking?.maxValidators ?? members.length
  if (members.length <= most) return members
  members.sort((a, b) => (a.power === b.power ? a.index - b.index : a.power > b.power ? -1 : 1))
  return members.slice(0, most)
}

/** Takes a fraction of what the power of this very moment is worth, in whole units, as x/staking Slash does. */
export function slash(state: ChainState, world: ChainWorld, index: number, fraction: bigint): void {
  const record = state.validators[index]
  if (record === null || record === undefined || fraction === 0n) return
  const unit = world.profile.staking?.powerReduction ?? 1n
  const tokens = record.tokens - ((record.tokens / unit) * unit * fraction) / ONE
  state.validators[index] = { ...record, tokens }
}

/** Heights between what makes a set and the set. */
const UPDATE_DELAY = 2

/**
 * x/staking of SDK 0.55 (keeper/rotation.go): the set is updated immediately, and has the new key two blocks later; record and
 * signing info change in that very block, so that all three have the same key at each height.
 */
export function rotateKey(state: ChainState, record: ValidatorRecord): boolean {
  const { index, rotations, nextRotations, jailed } = record
  if (jailed || nextRotations !== rotations) return false
  state.validators[index] = { ...record, nextRotations: rotations + 1 }
  state.pending.push({ at: state.height + UPDATE_DELAY, what: 'key_rotated', validator: index })
  return true
}

export function applyRotation(state: ChainState, record: ValidatorRecord): void {
  const { index, nextRotations: rotations } = record
  state.validators[index] = { ...record, rotations }
  const info = state.infos[index] ?? null
  if (info !== null) info.rotations = rotations
}

/** Whose votes x/slashing counts. */
export function countedOf(
  validators: readonly (ValidatorRecord | null)[],
  infos: ChainState['infos'],
): Uint8Array {
  return Uint8Array.from(validators, (record, index) =>
    record !== null && !record.jailed && (infos[index] ?? null) !== null ? 1 : 0,
  )
}

/** What x/staking does at the end of a block after which somebody's place may be another one. */
export function endBlock(state: ChainState, world: ChainWorld): void {
  const members = bondedMembers(state.validators, world)
  const bonded = new Set(members.map((place) => place.index))
  const time = world.timeOf(state.height)
  for (const [index, record] of state.validators.entries()) {
    if (record === null || bonded.has(index) === (record.status === BONDED)) continue
    if (bonded.has(index)) {
      state.validators[index] = { ...record, status: BONDED, unbondingHeight: 0, unbondingAt: 0 }
      const info = state.infos[index] ?? null
      // x/slashing AfterValidatorBonded
      if (info !== null) info.startHeight = state.height
      else if (world.profile.staking !== null)
        state.infos[index] = newSigningInfo(state.height, record.rotations)
    } else {
      const unbondingAt = time + (world.profile.staking?.unbondingMs ?? 0)
      state.validators[index] = { ...record, status: UNBONDING, unbondingHeight: state.height, unbondingAt }
    }
  }
  state.counted = countedOf(state.validators, state.infos)
  const set = createValidatorSet(members)
  if (!sameSet(set.members, state.afterNext.members)) state.afterNext = set
}

/** Ends unbondings whose time has come; a validator without tokens then leaves the store. */
export function endUnbondings(state: ChainState, time: number): void {
  for (const [index, record] of state.validators.entries()) {
    if (record?.status !== UNBONDING || record.unbondingAt > time) continue
    state.validators[index] = record.tokens === 0n ? null : { ...record, status: UNBONDED }
  }
}
