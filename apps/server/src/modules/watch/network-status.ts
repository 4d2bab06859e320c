import type { NetworkState } from '@roundsman/contract/validators'

/** How old a usable answer may be, and how long a start may take, before a network counts as unreachable. */
export const staleAfterMs = 30_000
/** A chain halts when its newest block is older than this and than ten block times. */
const haltedAfterMs = 30_000
const haltedAfterBlocks = 10

/** What a watcher has written down about reaching a chain, as ages in ms; null: never. */
export interface Reach {
  /** The catalogue names an endpoint. */
  followed: boolean
  /** Since a watcher last began to follow; before any did, since this process started. */
  startedAgeMs: number
  /** Since an endpoint in step last gave a usable answer. */
  observedAgeMs: number | null
  /** Since all endpoints that answered were last catching up. */
  syncingAgeMs: number | null
  /** How old the newest block was at that last usable answer. */
  headAgeMs: number | null
  blockSeconds: number | null
}

/** Judged when it is read, so that it is right in a process that does not watch, and when all watchers are dead. */
export function networkState(reach: Reach): NetworkState {
  if (!reach.followed) return 'NOT_FOLLOWED'
  if (isFresh(reach.observedAgeMs)) return isHalted(reach) ? 'HALTED' : 'LIVE'
  if (isFresh(reach.syncingAgeMs)) return 'SYNCING'
  const nothingSinceStart = reach.observedAgeMs === null || reach.observedAgeMs > reach.startedAgeMs
  return nothingSinceStart && isFresh(reach.startedAgeMs) ? 'CONNECTING' : 'UNREACHABLE'
}

function isFresh(ageMs: number | null): boolean {
  return ageMs !== null && ageMs <= staleAfterMs
}

/** By the last answer, not by now: a watcher that died says nothing about its chain. */
function isHalted({ headAgeMs, blockSeconds }: Reach): boolean {
  if (headAgeMs === null) return false
  return headAgeMs > Math.max(haltedAfterMs, haltedAfterBlocks * (blockSeconds ?? 0) * 1000)
}
