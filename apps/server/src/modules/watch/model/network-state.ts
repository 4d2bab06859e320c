import { haltedAfterMs, type NetworkState } from '@roundsman/contract/networks/validators'

/** How old a usable answer may be, and how long a start may take, before a network counts as unreachable. */
export const staleAfterMs = 30_000

/** How long ago something was, ms, both by the same clock, which may have been set back meanwhile; null: never. */
export function ageOf(at: number | null, now: number): number | null {
  return at === null ? null : Math.max(0, now - at)
}

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
  return headAgeMs !== null && headAgeMs > haltedAfterMs(blockSeconds)
}

/** When endpoints last answered, and what they claimed then. */
interface HeadAnswer {
  /** By the wall's clock, which may be set, Unix ms. */
  now: number
  /** By one that never goes back, ms. */
  monotonic: number
  /** The highest block that an endpoint fit for use claims, shown or not. */
  claimed: number
}

interface HeadAge {
  /** How old the newest block was at this answer, ms: how long this process has seen it stand, never negative. */
  next(head: { height: number; time: number }, answer: HeadAnswer): number
}

/**
 * Says how old the newest block of a chain is without trusting the wall clock: a chain that is seen to move is not
 * old, whatever the time of its header says here. Only the first block that is ever seen is judged by that time. While
 * somebody claims a newer block that nobody has shown yet, the newest one shown is not seen to stand: it grows no older,
 * and no younger either. `known`: what another watcher said of the newest block a moment ago; null where nobody did.
 */
export function createHeadAge(known: { height: number; ageMs: number; monotonic: number } | null): HeadAge {
  let newest = known

  return {
    next({ height, time }, { now, monotonic, claimed }) {
      const isClaimedNewer = claimed > height
      if (newest === null) {
        newest = { height, ageMs: isClaimedNewer ? 0 : Math.max(0, now - time), monotonic }
      } else if (height > newest.height) {
        newest = { height, ageMs: 0, monotonic }
      } else {
        const stoodMs = isClaimedNewer ? 0 : Math.max(0, monotonic - newest.monotonic)
        newest = {
          height: newest.height,
          ageMs: newest.ageMs + stoodMs,
          monotonic: Math.max(newest.monotonic, monotonic),
        }
      }
      return Math.round(newest.ageMs)
    },
  }
}
