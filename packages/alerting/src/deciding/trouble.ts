import type { NetworkState } from '@roundsman/contract/validators'
import type { Head, Trouble, TroubleReason } from './state.ts'

/** More than this share of the power missing one block is the network's doing, not a validator's. */
const massMissShare = 1 / 3
/** Ordinary blocks in a row after which a network is back. */
const calmBlocks = 10
/** A chain has stood still between two blocks that are further apart than this and than ten block times. */
const haltedMs = 30_000
const haltedBlocks = 10

interface Block {
  height: number
  at: number
  /** Of the power, what missed it; null: nothing is known of it. */
  missedShare: number | null
}

/** The trouble that a network is in after one block more. One of which nothing is known is not an ordinary one. */
export function troubleAtHeight(head: Head, block: Block): Trouble | null {
  const reason = reasonAtHeight(head, block)
  if (reason !== null) return inTrouble(head.trouble, reason, block)
  if (head.trouble === null || block.missedShare === null) return head.trouble
  const calm = head.trouble.calm + 1
  return calm >= calmBlocks ? null : { ...head.trouble, calm }
}

/** The trouble that a network is in when a clock ticks: only that it stands still can be news. */
export function troubleAtTick(head: Head, state: NetworkState, now: number): Trouble | null {
  if (state !== 'HALTED') return head.trouble
  const reason = isUpgrading(head, head.height) ? 'UPGRADE' : 'NETWORK_HALTED'
  return inTrouble(head.trouble, reason, { height: head.height, at: head.at ?? now })
}

function reasonAtHeight(head: Head, { height, at, missedShare }: Block): TroubleReason | null {
  if (isUpgrading(head, height)) return 'UPGRADE'
  if (missedShare !== null && missedShare > massMissShare) return 'MASS_MISS'
  const longest = Math.max(haltedMs, haltedBlocks * (head.blockSeconds ?? 0) * 1000)
  const isNext = head.height !== null && height === head.height + 1
  return isNext && head.at !== null && at - head.at > longest ? 'NETWORK_HALTED' : null
}

/** At the last block before a planned upgrade, or at the upgrade's own. */
function isUpgrading({ plan }: Head, height: number | null): boolean {
  return plan !== null && height !== null && (height === plan.height - 1 || height === plan.height)
}

/** What began is kept; that it is an upgrade explains everything else. */
function inTrouble(
  before: Trouble | null,
  reason: TroubleReason,
  { height, at }: { height: number | null; at: number },
): Trouble {
  if (before === null) return { reason, since: at, height, calm: 0 }
  const known = before.reason === 'UPGRADE' ? 'UPGRADE' : reason
  if (before.calm === 0 && before.reason === known) return before
  return { ...before, reason: known, calm: 0 }
}
