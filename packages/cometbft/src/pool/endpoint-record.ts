import type { EndpointView, NodeStatus } from '../domain.ts'
import type { ChainReadError } from '../errors.ts'

export interface PoolClock {
  /** Unix ms; may jump. Only the trusting period, which is days, is counted by it. */
  now(): number
  /** Ms that never go back: every duration is counted by it. */
  monotonic(): number
}

/** What the pool knows of one endpoint. Pure: every change is a function from one record to the next. */
export interface EndpointRecord {
  readonly host: string
  /** What the last status said; kept through later failures. */
  readonly status: NodeStatus | null
  readonly state: EndpointView['state']
  /** The height of the newest block of it that was believed; null before the first. */
  readonly shown: number | null
  /** How often since then it did not show a block that it claims. */
  readonly unshown: number
  /** When a status last came, monotonic ms; null before the first. */
  readonly answeredAt: number | null
  /** When it last did what was wanted of it, monotonic ms; null before that. */
  readonly workedAt: number | null
  /** When it last reported a higher block than before, or was met, monotonic ms; null before that. */
  readonly risenAt: number | null
  /** When a status was last asked for, monotonic ms. */
  readonly askedAt: number | null
  /** Failures since the last success. */
  readonly failures: number
  /** Failures at work less what went well since: who says who it is and then hangs has not recovered. */
  readonly workFailures: number
  /** The breaker is open until then (monotonic ms): not used, not asked. */
  readonly openUntil: number
  /** It has lied and is left alone until then, monotonic ms; null where it has not. */
  readonly lyingUntil: number | null
  /** How often it has lied. */
  readonly lies: number
  /** It asked for fewer requests: the pause is kept even when there is nobody else to ask. */
  readonly limited: boolean
  /** Smoothed duration of a status call, ms. */
  readonly latencyMs: number | null
  /** Smoothed share of calls that worked, 0 to 1. */
  readonly health: number
  readonly lastError: string | null
}

const SMOOTHING = 0.3
const FIRST_BACK_OFF_MS = 2_000
const LONGEST_BACK_OFF_MS = 30_000
/** An endpoint that asks for fewer requests gets them. */
const RATE_LIMIT_BACK_OFF_MS = 15_000

export function newRecord(host: string): EndpointRecord {
  return {
    host,
    status: null,
    shown: null,
    unshown: 0,
    state: 'UNTRIED',
    answeredAt: null,
    workedAt: null,
    risenAt: null,
    askedAt: null,
    failures: 0,
    workFailures: 0,
    openUntil: 0,
    lyingUntil: null,
    lies: 0,
    limited: false,
    latencyMs: null,
    health: 1,
    lastError: null,
  }
}

export function asked(record: EndpointRecord, now: number): EndpointRecord {
  return { ...record, askedAt: now }
}

/** A status came and was judged. Only one that is fit for use closes the breaker. */
export function answered(
  record: EndpointRecord,
  answer: { status: NodeStatus; verdict: Verdict; hasShown: boolean; now: number; tookMs: number },
): EndpointRecord {
  const { status, verdict, hasShown, now, tookMs } = answer
  const lies = isLying(record, now)
  return {
    ...record,
    status,
    state: lies ? 'LYING' : verdict.state,
    lyingUntil: lies ? record.lyingUntil : null,
    unshown: hasShown ? 0 : record.unshown,
    answeredAt: now,
    risenAt: status.latestHeight > (record.status?.latestHeight ?? -1) ? now : record.risenAt,
    failures: 0,
    openUntil: 0,
    limited: false,
    latencyMs: record.latencyMs === null ? tookMs : smooth(record.latencyMs, tookMs),
    health: smooth(record.health, 1),
    lastError: lies ? record.lastError : verdict.reason,
  }
}

/** Why an endpoint that answers is not used; reason null where it is. */
export interface Verdict {
  state: Exclude<EndpointView['state'], 'UNTRIED' | 'FAILING'>
  reason: string | null
}

/** A call failed. `random` in [0, 1) spreads the next attempt by a quarter either way. */
export function failed(
  record: EndpointRecord,
  failure: { error: ChainReadError; now: number; random: number; atWork: boolean },
): EndpointRecord {
  const failures = record.failures + 1
  const workFailures = record.workFailures + Number(failure.atWork)
  const inRow = Math.max(failures, failure.atWork ? workFailures : 0)
  const base = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (inRow - 1))
  const limited = failure.error.kind === 'http' && failure.error.code === 429
  const pause = Math.max(base, limited ? RATE_LIMIT_BACK_OFF_MS : 0) * (0.75 + failure.random / 2)
  return {
    ...record,
    state: stateAfter(record, failure),
    failures,
    workFailures,
    openUntil: failure.now + pause,
    limited,
    health: smooth(record.health, 0),
    lastError: failure.error.message,
  }
}

function stateAfter(
  record: EndpointRecord,
  { error, now }: { error: ChainReadError; now: number },
): EndpointRecord['state'] {
  if (error.kind === 'wrong_network') return 'WRONG_NETWORK'
  return isLying(record, now) ? 'LYING' : 'FAILING'
}

/** Who lies is left for so long. */
const LYING_MS = 3_600_000

/** Another endpoint's answer passed a check that this one's failed. */
export function blamed(record: EndpointRecord, reason: string, now: number): EndpointRecord {
  const lies = record.lies + 1
  return { ...record, state: 'LYING', lies, lyingUntil: now + LYING_MS, lastError: reason }
}

export function isLying({ lyingUntil }: EndpointRecord, now: number): boolean {
  return lyingUntil !== null && now < lyingUntil
}

/** A block of it was believed. */
export function shown(record: EndpointRecord, height: number): EndpointRecord {
  return { ...record, shown: height, unshown: height > (record.shown ?? 0) ? 0 : record.unshown }
}

/** It does not have the block that it claims: until its next word it counts as having only what it has shown. */
export function overclaimed(record: EndpointRecord, height: number): EndpointRecord {
  if (record.status === null || record.status.latestHeight < height) return record
  const status = { ...record.status, latestHeight: height - 1 }
  return { ...record, status, unshown: record.unshown + 1 }
}

/** Behind a balancer a block may be missing once, and be there with the next request. */
const MOST_UNSHOWN = 2

/** It claims blocks again and again and shows none: it is not used before it has shown the one below its claim. */
export function isDoubted({ unshown }: EndpointRecord): boolean {
  return unshown >= MOST_UNSHOWN
}

/** It answered a call in a way that helps nobody (an error of the application, a height it does not keep). */
export function stumbled(record: EndpointRecord, error: ChainReadError): EndpointRecord {
  return { ...record, health: smooth(record.health, 0), lastError: error.message }
}

/** Work on the endpoint went well. */
export function worked(record: EndpointRecord, now: number): EndpointRecord {
  return {
    ...record,
    workedAt: now,
    health: smooth(record.health, 1),
    workFailures: Math.max(0, record.workFailures - 1),
  }
}

export function viewOf(record: EndpointRecord): EndpointView {
  return {
    host: record.host,
    state: record.state,
    chainId: record.status?.chainId ?? null,
    height: record.status?.latestHeight ?? null,
    earliestHeight: record.status?.earliestHeight ?? null,
    latencyMs: record.latencyMs === null ? null : Math.round(record.latencyMs),
    lastError: record.lastError,
    lies: record.lies,
  }
}

function smooth(before: number, sample: number): number {
  return before + SMOOTHING * (sample - before)
}

const BEHIND_BLOCKS = 5
/** A node this far behind in time is behind even if few blocks lie between (slow chains). */
const BEHIND_MS = 15_000

export interface VerdictInput {
  status: NodeStatus
  /** The chain that the pool holds to. */
  chainId: string
  /** The newest block that is believed and still stood by; null before the first. */
  best: { height: number; time: number } | null
  /** Whether the endpoint can show the block that it claims; null: it need not (`needsProof`). */
  proof: 'shown' | 'not_shown' | null
}

/**
 * What to think of an endpoint that answered. The order matters: another network first, since nothing else that it
 * says means anything; a lie before being behind.
 */
export function judge(input: VerdictInput): Verdict {
  const { status, best } = input
  if (status.chainId !== input.chainId) {
    return { state: 'WRONG_NETWORK', reason: 'it serves another network' }
  }
  if (status.catchingUp) return { state: 'CATCHING_UP', reason: 'it is catching up' }
  if (status.latestHeight < 1) return { state: 'CATCHING_UP', reason: 'it has no blocks yet' }
  if (input.proof === 'not_shown') {
    return { state: 'LYING', reason: `it claims height ${status.latestHeight} but cannot show that block` }
  }
  if (best !== null && isBehind(status, best)) {
    return { state: 'BEHIND', reason: `it is ${best.height - status.latestHeight} blocks behind` }
  }
  return { state: 'OK', reason: null }
}

function isBehind(status: NodeStatus, best: { height: number; time: number }): boolean {
  const blocks = best.height - status.latestHeight
  return blocks > BEHIND_BLOCKS || (blocks >= 2 && best.time - status.latestBlockTime > BEHIND_MS)
}

/** No chain that we know of makes blocks faster than this. */
const FASTEST_BLOCK_MS = 100
const SLACK_BLOCKS = 3

interface ClaimInput {
  status: NodeStatus
  /** What the same endpoint said before, if that was believed. */
  before: { height: number; at: number } | null
  /** Monotonic ms. */
  now: number
}

/**
 * Whether a claimed height has to be proved by showing its block: at first contact, after anything but a good answer,
 * and when it rose faster than blocks can be made.
 */
export function needsProof({ status, before, now }: ClaimInput): boolean {
  if (before === null) return true
  const possible = Math.ceil(Math.max(0, now - before.at) / FASTEST_BLOCK_MS) + SLACK_BLOCKS
  return status.latestHeight - before.height > possible
}
