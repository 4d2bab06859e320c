import { govern } from '../governance/govern.ts'
import type { ValidatorEvent } from './chain-event.ts'
import { type ChainState, FLAG_ABSENT, UNBONDED, type ValidatorRecord } from './chain-state.ts'
import type { ChainWorld } from './chain-world.ts'
import { cycleOf } from './cycle-plan.ts'
import { chance, hashText } from './random.ts'
import { countVote, NEVER_AGAIN, resetWindow } from './signing-info.ts'
import { applyRotation, endBlock, endUnbondings, restaked, rotateKey, sharesOf, slash } from './staking.ts'
import { settle, settlesAt } from './upgrade.ts'
import { castVotes } from './votes.ts'

/** How often unbondings are looked at, in blocks, where no script is running. */
export const UNBONDING_CHECK = 64

/** Makes the state that of the next block: votes counted, transactions done, sets moved on, new votes cast. */
export function nextBlock(state: ChainState, world: ChainWorld): void {
  const signers = state.set.indices
  const votes = state.votes
  state.height += 1
  state.set = state.next
  state.next = state.afterNext
  const height = state.height
  const plan = world.planOf(cycleOf(world.profile, height))
  let moved = countVotes(state, world, signers, votes)
  while (state.eventAt < plan.events.length) {
    const event = plan.events[state.eventAt]
    if (event === undefined || event.at > height) break
    state.eventAt += 1
    if (event.at === height) moved = happen(state, world, event, true) || moved
  }
  for (const event of takePending(state, height)) moved = happen(state, world, event, true) || moved
  for (const event of world.scriptedAt(height)) moved = happen(state, world, event, false) || moved
  if (settlesAt(world, height)) {
    settle(state, world)
    moved = true
  }
  govern(state, world)
  if (moved) endBlock(state, world)
  if (!world.natural || height % UNBONDING_CHECK === 0) endUnbondings(state, world.timeOf(height))
  state.votes = castVotes(state, plan)
}

function countVotes(state: ChainState, world: ChainWorld, signers: Int32Array, votes: Uint8Array): boolean {
  const { limits } = world
  if (limits === null) return false
  const { infos, counted, height } = state
  const absent = FLAG_ABSENT
  let jailed = false
  for (let at = 0; at < signers.length; at += 1) {
    const index = signers[at] ?? 0
    if (counted[index] !== 1) continue
    const info = infos[index]
    if (info === null || info === undefined) continue
    const missed = votes[at] === absent
    if (!missed && info.runs.length === 0) info.indexOffset += 1
    else if (countVote(info, height, missed, limits)) {
      jailNow(state, world, index, world.profile.staking?.slashing.downtimeJailMs ?? 0)
      if (state.returns[index] === 1) comeBack(state, world, index)
      jailed = true
    }
  }
  return jailed
}

export function jailNow(state: ChainState, world: ChainWorld, index: number, forMs: number): void {
  const info = state.infos[index]
  if (info === null || info === undefined) return
  slash(state, world, index, world.profile.staking?.slashing.slashDowntime ?? 0n)
  const record = state.validators[index]
  if (record !== null && record !== undefined) state.validators[index] = { ...record, jailed: true }
  info.jailedUntil = world.timeOf(state.height) + forMs
  resetWindow(info)
}

/** An operator notices, waits for the end of the term and sends the transaction. */
export function comeBack(state: ChainState, world: ChainWorld, index: number): void {
  const term = Math.ceil((world.profile.staking?.slashing.downtimeJailMs ?? 0) / world.blockTimeMs)
  const slack = 40 + Math.floor(2_400 * chance(hashText(world.seed), state.height, index))
  const at = state.height + term + slack
  state.pending.push({ at, what: 'up', validator: index }, { at, what: 'unjail', validator: index })
}

export function takePending(state: ChainState, height: number): ValidatorEvent[] {
  if (state.pending.length === 0) return []
  const due = state.pending.filter((event) => event.at <= height)
  if (due.length > 0) state.pending = state.pending.filter((event) => event.at > height)
  return due
}

/** True when somebody's place in the set may be another one now. */
export function happen(
  state: ChainState,
  world: ChainWorld,
  event: ValidatorEvent,
  natural: boolean,
): boolean {
  const index = world.indexOf(event.validator)
  const record = state.validators[index] ?? null
  const lastOf = (blocks: number | undefined) => event.at + (blocks ?? 1) - 1
  state.wakeAt[index] = 0
  switch (event.what) {
    case 'absent':
      state.absentUntil[index] = lastOf(event.blocks)
      return false
    case 'nil':
      state.nilUntil[index] = lastOf(event.blocks)
      return false
    case 'down':
      if (natural && (record === null || record.jailed)) return false
      state.downUntil[index] = event.blocks === undefined ? Infinity : lastOf(event.blocks)
      state.returns[index] = natural ? 1 : 0
      return false
    case 'up':
      state.downUntil[index] = 0
      return false
    case 'late':
    case 'wrong_address':
      // They are of the commit, not of the state.
      return false
    case 'join':
      return join(state, world, index, event.tokens)
    default:
      return record !== null && changeRecord(state, world, record, event)
  }
}

type RecordEvent = Extract<
  ValidatorEvent,
  {
    what:
      | 'jail'
      | 'unjail'
      | 'tombstone'
      | 'commission'
      | 'power'
      | 'moniker'
      | 'rotate_key'
      | 'key_rotated'
      | 'leave'
  }
>

function changeRecord(
  state: ChainState,
  world: ChainWorld,
  record: ValidatorRecord,
  event: RecordEvent,
): boolean {
  const index = record.index
  const info = state.infos[index] ?? null
  switch (event.what) {
    case 'jail':
      if (record.jailed) return false
      jailNow(state, world, index, event.forMs ?? world.profile.staking?.slashing.downtimeJailMs ?? 0)
      return true
    case 'unjail':
      if (!record.jailed || info === null || info.tombstoned) return false
      if (info.jailedUntil > world.timeOf(state.height)) return false
      state.validators[index] = { ...record, jailed: false }
      return true
    case 'tombstone':
      if (info === null) return false
      slash(state, world, index, world.profile.staking?.slashing.slashDoubleSign ?? 0n)
      state.validators[index] = { ...(state.validators[index] ?? record), jailed: true }
      info.jailedUntil = NEVER_AGAIN
      info.tombstoned = true
      return true
    case 'commission':
      state.validators[index] = {
        ...record,
        commission: event.rate,
        commissionSetAt: world.timeOf(state.height),
      }
      return false
    case 'power':
      state.validators[index] = { ...record, ...restaked(record, event.tokens) }
      return !record.jailed
    case 'moniker':
      state.validators[index] = { ...record, moniker: event.moniker }
      return false
    case 'rotate_key':
      return rotateKey(state, record)
    case 'key_rotated':
      applyRotation(state, record)
      return false
    case 'leave':
      // x/staking jails whoever falls below its own least stake; a real chain shows both in one block.
      state.validators[index] =
        record.status === UNBONDED ? null : { ...record, tokens: 0n, shares: 0n, jailed: true }
      return true
  }
}

function join(state: ChainState, world: ChainWorld, index: number, tokens: bigint | undefined): boolean {
  const entry = world.roster[index]
  if (entry === undefined || (state.validators[index] ?? null) !== null) return false
  state.downUntil[index] = 0
  state.validators[index] = {
    index,
    moniker: entry.moniker,
    rotations: state.infos[index]?.rotations ?? 0,
    nextRotations: state.infos[index]?.rotations ?? 0,
    tokens: tokens ?? entry.tokens,
    shares: sharesOf(tokens ?? entry.tokens),
    jailed: false,
    status: UNBONDED,
    commission: entry.commission,
    commissionSetAt: world.timeOf(state.height),
    unbondingHeight: 0,
    unbondingAt: 0,
  }
  return true
}
