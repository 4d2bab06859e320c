import type { NewestHeader } from '@roundsman/cometbft/block-walk'
import type { ProposalStatus } from '@roundsman/cometbft/governance'
import type { OpenPeriod } from '../governance.store.ts'
import {
  keyOf,
  type Question,
  retryAfterMs,
  type Voter,
  type WatchedChain,
  type WatchedPeriod,
} from './next-question.policy.ts'

// What a process remembers of a network between questions, and how answers change it.

/** LOST: another process has the network now. UNKNOWN: nobody said anything that is to be taken. */
export type Outcome = 'KNOWN' | 'UNKNOWN' | 'NO_MODULE' | 'LOST'

/** Of which nothing was asked yet. */
export function emptyChain(): WatchedChain {
  return {
    listedAt: null,
    hasGov: null,
    hasSignal: null,
    periods: [],
    versions: new Map(),
    signalsAskedAt: null,
    talliedVersion: null,
    signalsAt: new Map(),
    failures: new Map(),
  }
}

export function watchedFrom(period: OpenPeriod): WatchedPeriod {
  return { ...period, looks: new Map(), talliedAt: null, last: null, isGone: false, isOver: false }
}

/** What was asked and whether it was answered. */
export function note(chain: WatchedChain, question: Question, outcome: Outcome, now: number): void {
  const { kind, key } = question
  if (outcome === 'UNKNOWN') {
    const times = (chain.failures.get(key)?.times ?? 0) + 1
    chain.failures.set(key, { times, retryAt: now + retryAfterMs(times) })
    // It may have none because the proposal is not open any more: the list tells.
    if (kind === 'votes' && !question.isLast) chain.listedAt = null
    return
  }
  chain.failures.delete(key)
  const hasModule = outcome === 'KNOWN'
  if (kind === 'proposals') {
    chain.listedAt = now
    chain.hasGov = hasModule
  }
  if (kind === 'tally') question.period.talliedAt = now
  if (kind === 'signals') {
    chain.hasSignal = hasModule
    chain.signalsAskedAt = now
    chain.talliedVersion = question.version
    for (const { id } of question.voters) chain.signalsAt.set(id, now)
  }
}

/** @param periods that are open by what is written, of which the chain's list has those of `listed` */
export function takeOpen(
  chain: WatchedChain,
  periods: readonly OpenPeriod[],
  listed: ReadonlySet<number>,
): void {
  const open = new Map(periods.map((period) => [keyOf(period), period]))
  // Of an expedited one that goes on, the period that failed is over.
  for (const period of chain.periods) period.isOver ||= !open.has(keyOf(period))
  const known = new Map(chain.periods.map((period) => [keyOf(period), period]))
  for (const [key, period] of open) {
    const watched = known.get(key) ?? watchedFrom(period)
    if (!known.has(key)) chain.periods.push(watched)
    watched.isGone = !listed.has(period.proposalId)
  }
}

/** @param status null: the chain has it no more */
export function takeOutcome(period: WatchedPeriod, status: ProposalStatus | null): void {
  if (status === 'VOTING_PERIOD') period.isGone = false
  else period.isOver = true
}

/** Blocks back in which the end of a period is looked for. */
const blocksBack = 1_000
/** A state that is older than this by the chain's clock is not looked for: nodes have it no more. */
const lostAfterMs = 15 * 60_000

interface Chain {
  timeOf(height: number): number | null
}

/**
 * Notes which state is the last one before the votes of a period are counted: that of the block before the first one whose
 * time is not before the end. Proven by the header of that first one, where it is the newest now.
 */
export function noteEnds(chain: WatchedChain, { timeOf }: Chain, newest: NewestHeader, now: number): void {
  const { header } = newest
  for (const period of chain.periods) {
    const { votingEnd } = period
    if (period.last !== null || header.time < votingEnd) continue
    const height = lastBefore(votingEnd, header.height, timeOf)
    if (height !== null)
      period.last = { height, newest: height === header.height - 1 ? newest : null, since: now }
    else if (header.time - votingEnd > lostAfterMs) period.last = 'LOST'
  }
}

/** null: one of the blocks between is not known. */
function lastBefore(end: number, newest: number, timeOf: Chain['timeOf']): number | null {
  for (let height = newest - 1; height > Math.max(0, newest - blocksBack); height -= 1) {
    const time = timeOf(height)
    if (time === null) return null
    if (time < end) return height
  }
  return null
}

/** What an answer says by operator address, by id. */
export function byId<T>(voters: readonly Voter[], answer: ReadonlyMap<string, T>): Map<number, T> {
  const found = new Map<number, T>()
  for (const { id, operatorAddress } of voters) {
    const one = answer.get(operatorAddress)
    if (one !== undefined) found.set(id, one)
  }
  return found
}
