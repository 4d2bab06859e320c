import { catalogue } from '@roundsman/alerting/catalogue'
import type { NewestHeader } from '@roundsman/cometbft/block-walk'
import type { OpenPeriod } from '../governance.store.ts'

/** Moments are of the clock that never jumps, ms, unless they are said to be the chain's: Unix ms of headers. */

/** A period of votes as it is remembered between looks. */
export interface WatchedPeriod extends OpenPeriod {
  /** When it was last asked whether a validator has voted, and whether that was answered; by id. */
  looks: Map<number, { at: number; isKnown: boolean }>
  talliedAt: number | null
  /**
   * The last state before the votes are counted, once the block that counts them was seen: `newest` proves it, where it is at
   * hand. LOST: nobody knows at which height that was.
   */
  last: { height: number; newest: NewestHeader | null; since: number } | 'LOST' | null
  /** The chain's list does not have it any more. */
  isGone: boolean
  /** What became of it is written. */
  isOver: boolean
}

export interface Voter {
  id: number
  operatorAddress: string
}

export interface WatchedChain {
  /** null: never. */
  listedAt: number | null
  /** Whether the chain has these modules; null: nobody has said. */
  hasGov: boolean | null
  hasSignal: boolean | null
  periods: WatchedPeriod[]
  /** Versions that validators are known to have signalled, by id. */
  versions: Map<number, number | null>
  /** When anybody was last asked what validators have signalled, and of each by id. */
  signalsAskedAt: number | null
  /** The version whose tally was asked for last. */
  talliedVersion: number | null
  signalsAt: Map<number, number>
  /** Since when a question fails, how often, and when it is put again. */
  failures: Map<string, { times: number; retryAt: number }>
}

export type Question = { requests: number; key: string } & (
  | { kind: 'proposals' }
  | { kind: 'votes'; period: WatchedPeriod; voters: readonly Voter[]; isLast: boolean }
  | { kind: 'outcome'; period: WatchedPeriod }
  | { kind: 'tally'; period: WatchedPeriod }
  | { kind: 'signals'; voters: readonly Voter[]; version: number }
)

export interface Moment {
  now: number
  /** Header time of the newest block: an end is one by the chain's clock. */
  chainNow: number
  /** Of the active set, whom somebody watches. */
  watched: readonly Voter[]
  /** Of the active set, everybody: the power of all of them counts for an upgrade. */
  active: readonly Voter[]
  /** The version of the application that made the newest block. */
  appVersion: number
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Ten keys are one exchange, and one of them is the proposal's own. */
const votersAtOnce = 9
/** A state is gone from most nodes after so long; what was not read of it by then is not known. */
const lastForMs = 15 * minute
/** Whoever was left out of an answer is asked about again after this. */
const againMs = minute
/** A module that a chain has not got may come with an upgrade; the reader asks for it with every thirtieth question only. */
const withoutModuleMs = 10 * minute

/** Of the list of what is open: a tenth of the budget, and not more often than this. */
function listEveryMs(requests: number): number {
  return Math.max(30 * second, 10 * second * requests)
}

/** While an end has passed and the list still has the proposal. */
const listOverdueMs = 5 * second

/**
 * How often somebody is looked at who has not voted, by what is left of the period: a hundredth of it, so that what is said
 * of them is never older than that. Whoever has voted may vote anew, and is looked at less often.
 */
export function lookEveryMs(leftMs: number, hasVoted: boolean): number {
  const every = Math.min(20 * minute, Math.max(10 * second, leftMs / 100))
  return hasVoted ? Math.max(2 * minute, 12 * every) : every
}

/** What is left of a period when whoever has not voted is told (V19). */
const steps = catalogue.conditions.flatMap(({ subject, threshold }) =>
  subject === 'not_voted' && threshold !== null ? [threshold * second] : [],
)

/** Whether less is left now than at a step, and more was when somebody last looked: only a state from then on says it (V24). */
function hasPassedStep(leftMs: number, agoMs: number): boolean {
  return steps.some((step) => leftMs <= step && leftMs + agoMs > step)
}

/** A node counts all votes for it: once an hour, in the last one every ten minutes. */
function tallyEveryMs(leftMs: number): number {
  return leftMs <= hour ? 10 * minute : hour
}

const signalEveryMs = { missing: 15 * minute, signalled: 2 * hour }

/** What to ask next: the first of all that is due, by what is lost soonest. null: nothing. */
export function nextQuestion(chain: WatchedChain, moment: Moment): Question | null {
  const { now } = moment
  const candidates: (() => Question | null)[] = [
    () => lastVotes(chain, moment),
    () => outcome(chain, moment),
    () => proposals(chain, moment),
    () => votes(chain, moment),
    () => tally(chain, moment),
    () => signals(chain, moment),
  ]
  for (const candidate of candidates) {
    const question = candidate()
    if (question !== null && mayAsk(chain, question.key, now)) return question
  }
  return null
}

/** Whatever was not answered waits, and holds up nothing else. */
function mayAsk({ failures }: WatchedChain, key: string, now: number): boolean {
  return (failures.get(key)?.retryAt ?? now) <= now
}

/** Of a period that is over: the state before the count, as long as nodes have it. */
function lastVotes(chain: WatchedChain, { now, watched }: Moment): Question | null {
  for (const period of chain.periods) {
    if (period.last === null || period.last === 'LOST' || now - period.last.since > lastForMs) continue
    const { since } = period.last
    const isDue = ({ id }: Voter) => {
      const at = period.looks.get(id)?.at ?? Number.NEGATIVE_INFINITY
      return period.votes.get(id)?.isLast !== true && (at < since || now - at >= againMs)
    }
    // Those first of whom it decides whether they have voted at all.
    const voters = watched
      .filter(isDue)
      .toSorted((a, b) => hasVoted(period, a) - hasVoted(period, b))
      .slice(0, votersAtOnce)
    const key = `last votes ${keyOf(period)}`
    if (voters.length > 0 && mayAsk(chain, key, now))
      return { ...{ kind: 'votes', period, voters, isLast: true }, requests: voters.length + 1, key }
  }
  return null
}

const hasVoted = ({ votes: known }: WatchedPeriod, { id }: Voter) =>
  known.get(id)?.hasVoted === true ? 1 : 0

function outcome(chain: WatchedChain, { now }: Moment): Question | null {
  for (const period of chain.periods) {
    const key = `outcome ${keyOf(period)}`
    if (period.isGone && !period.isOver && mayAsk(chain, key, now))
      return { kind: 'outcome', period, requests: 1, key }
  }
  return null
}

function proposals(chain: WatchedChain, { now, chainNow }: Moment): Question | null {
  const open = chain.periods.filter(({ isGone, isOver }) => !isGone && !isOver)
  const requests = 4 + 2 * open.length
  const isOverdue = open.some(({ votingEnd }) => votingEnd <= chainNow)
  const every = chain.hasGov === false ? withoutModuleMs : isOverdue ? listOverdueMs : listEveryMs(requests)
  if (chain.listedAt !== null && now - chain.listedAt < every) return null
  return { kind: 'proposals', requests, key: 'proposals' }
}

/** The period that ends first, and in it those whose look is due the longest. */
function votes(chain: WatchedChain, { now, chainNow, watched }: Moment): Question | null {
  const open = chain.periods.filter(({ isGone, isOver, last }) => !isGone && !isOver && last === null)
  for (const period of open.toSorted((a, b) => a.votingEnd - b.votingEnd)) {
    const left = period.votingEnd - chainNow
    if (left <= 0) continue
    const dueAt = (one: Voter) => {
      const look = period.looks.get(one.id)
      if (look === undefined) return Number.NEGATIVE_INFINITY
      const voted = hasVoted(period, one) === 1
      if (look.isKnown && !voted && hasPassedStep(left, now - look.at)) return look.at
      return look.at + (look.isKnown ? lookEveryMs(left, voted) : againMs)
    }
    const due = watched.filter((one) => dueAt(one) <= now)
    const order = (a: Voter, b: Voter) =>
      hasVoted(period, a) - hasVoted(period, b) || byNumber(dueAt(a), dueAt(b))
    const voters = due.toSorted(order).slice(0, votersAtOnce)
    const key = `votes ${keyOf(period)}`
    if (voters.length > 0 && mayAsk(chain, key, now))
      return { ...{ kind: 'votes', period, voters, isLast: false }, requests: voters.length + 1, key }
  }
  return null
}

function tally(chain: WatchedChain, { now, chainNow }: Moment): Question | null {
  for (const period of chain.periods) {
    const left = period.votingEnd - chainNow
    if (period.isGone || period.isOver || left <= 0) continue
    const key = `tally ${keyOf(period)}`
    const isDue = period.talliedAt === null || now - period.talliedAt >= tallyEveryMs(left)
    if (isDue && mayAsk(chain, key, now)) return { kind: 'tally', period, requests: 2, key }
  }
  return null
}

function signals(chain: WatchedChain, { now, active, appVersion }: Moment): Question | null {
  const { hasSignal, signalsAskedAt } = chain
  if (hasSignal === false && signalsAskedAt !== null && now - signalsAskedAt < withoutModuleMs) return null
  const version = wantedVersion(chain, appVersion)
  const dueAt = ({ id }: Voter) => {
    const at = chain.signalsAt.get(id)
    if (at === undefined) return Number.NEGATIVE_INFINITY
    const has = (chain.versions.get(id) ?? 0) >= version
    return at + (has ? signalEveryMs.signalled : signalEveryMs.missing)
  }
  // Whether there is such a module one of them tells.
  const most = hasSignal === true ? votersAtOnce : 1
  const voters = active
    .filter((one) => dueAt(one) <= now)
    .toSorted((a, b) => byNumber(dueAt(a), dueAt(b)))
    .slice(0, most)
  // As soon as somebody has signalled another one, its tally is what matters.
  const isOther = hasSignal === true && chain.talliedVersion !== version
  if (voters.length === 0 && !isOther) return null
  return { kind: 'signals', voters, version, requests: voters.length + 3, key: 'signals' }
}

/** The version whose tally matters: the highest that anybody has signalled, else the next one. */
export function wantedVersion({ versions }: Pick<WatchedChain, 'versions'>, appVersion: number): number {
  return Math.max(appVersion + 1, ...[...versions.values()].map((version) => version ?? 0))
}

/** Whether nothing more is to be asked of a period. */
export function isDone({ isOver, last }: WatchedPeriod, now: number): boolean {
  return isOver && (last === null || last === 'LOST' || now - last.since > lastForMs)
}

/** Pauses after an answer that said nothing: half a minute, then twice as long each time, up to ten minutes. */
export function retryAfterMs(times: number): number {
  return Math.min(10 * minute, 30 * second * 2 ** (times - 1))
}

export function keyOf({ proposalId, votingEnd }: Pick<OpenPeriod, 'proposalId' | 'votingEnd'>): string {
  return `${proposalId}/${votingEnd}`
}

/** Also of infinities, whose difference is no number. */
function byNumber(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}
