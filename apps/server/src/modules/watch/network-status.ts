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
  if (isFresh(reach.observedAt, now)) return isHalted(reach, now) ? 'HALTED' : 'LIVE'
  if (isFresh(reach.syncingAt, now)) return 'SYNCING'
  const nothingSinceStart = reach.observedAt === null || reach.observedAt < reach.startedAt
  return nothingSinceStart && isFresh(reach.startedAt, now) ? 'CONNECTING' : 'UNREACHABLE'
}

function isFresh(at: number | null, now: number): boolean {
  return at !== null && now - at <= staleAfterMs
}

function isHalted(reach: Reach, now: number): boolean {
  if (reach.headAt === null) return false
  const limit = Math.max(haltedAfterMs, haltedAfterBlocks * (reach.blockSeconds ?? 0) * 1000)
  return now - reach.headAt > limit
}

/** The next moment at which time alone may change the state; null when only an observation can. */
export function nextStateChange(reach: Reach, now: number): number | null {
  const halt = Math.max(haltedAfterMs, haltedAfterBlocks * (reach.blockSeconds ?? 0) * 1000)
  const moments = [
    reach.observedAt === null ? null : reach.observedAt + staleAfterMs,
    reach.syncingAt === null ? null : reach.syncingAt + staleAfterMs,
    reach.headAt === null ? null : reach.headAt + halt,
    reach.startedAt + staleAfterMs,
  ]
  const later = moments.filter((at) => at !== null).map((at) => at + 1)
  const next = Math.min(...later.filter((at) => at > now))
  return Number.isFinite(next) ? next : null
}
