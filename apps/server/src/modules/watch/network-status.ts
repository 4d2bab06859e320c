import type { NetworkState } from '@roundsman/contract/validators'

/** How old a usable answer may be, and how long a start may take, before a network counts as unreachable. */
export const staleAfterMs = 30_000
/** A chain halts when its newest block is older than this and than ten block times. */
const haltedAfterMs = 30_000
const haltedAfterBlocks = 10

/** What a watcher has written down about reaching a chain. Unix ms; null: never. */
export interface Reach {
  /** The catalogue names an endpoint. */
  followed: boolean
  /** When a watcher last began to follow; before any did, when this process started. */
  startedAt: number
  /** When an endpoint in step last gave a usable answer. */
  observedAt: number | null
  /** When all endpoints that answered were last catching up. */
  syncingAt: number | null
  /** Header time of the newest block. */
  headAt: number | null
  blockSeconds: number | null
}

/** Judged when it is read, so that it is right in a process that does not watch, and when all watchers are dead. */
export function networkState(reach: Reach, now: number): NetworkState {
  if (!reach.followed) return 'NOT_FOLLOWED'
  if (isFresh(reach.observedAt, now)) return isHalted(reach) ? 'HALTED' : 'LIVE'
  if (isFresh(reach.syncingAt, now)) return 'SYNCING'
  const nothingSinceStart = reach.observedAt === null || reach.observedAt < reach.startedAt
  return nothingSinceStart && isFresh(reach.startedAt, now) ? 'CONNECTING' : 'UNREACHABLE'
}

function isFresh(at: number | null, now: number): boolean {
  return at !== null && now - at <= staleAfterMs
}

/** By the last answer, not by the clock: a watcher that died says nothing about its chain. */
function isHalted({ observedAt, headAt, blockSeconds }: Reach): boolean {
  if (observedAt === null || headAt === null) return false
  const limit = Math.max(haltedAfterMs, haltedAfterBlocks * (blockSeconds ?? 0) * 1000)
  return observedAt - headAt > limit
}
