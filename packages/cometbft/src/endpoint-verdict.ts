import type { NodeStatus } from './domain.ts'
import type { Verdict } from './endpoint-record.ts'

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
    return { state: 'WRONG_NETWORK', reason: 'it answers for another network' }
  }
  if (status.catchingUp) return { state: 'CATCHING_UP', reason: 'it is catching up' }
  if (status.latestHeight < 1) return { state: 'CATCHING_UP', reason: 'it has no block yet' }
  if (input.proof === 'not_shown') {
    return { state: 'LYING', reason: `it claims height ${status.latestHeight} and cannot show that block` }
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

export interface ClaimInput {
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
