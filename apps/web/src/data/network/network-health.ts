import type { NetworkStatus, RefusalKind } from '@roundsman/contract/networks/validators'
import { useKept } from '../../ui/use-kept.ts'
import { silentAfterMs } from '../api/live-line.ts'
import { useNow, useServices } from '../services/services.ts'
import { type LiveState, useLiveState } from './live-provider.tsx'
import { useValidators } from './validators.ts'

/** How far the page may trust what it shows of the network. Ages in seconds. */
export type NetworkHealth =
  | { kind: 'live' }
  | { kind: 'stale'; age: number; lineBroken: boolean }
  | { kind: 'halted'; height: number | null; age: number | null }
  | { kind: 'syncing' }
  | { kind: 'unreachable'; since: string | null; age: number | null }
  | { kind: 'refused'; reason: RefusalKind; age: number | null }
  | { kind: 'connecting' }
  | { kind: 'not-followed' }

interface Input {
  status: NetworkStatus
  live: LiveState
  /** The server's time, Unix milliseconds; `observed_at` is by it. */
  now: number
  /** This machine's time, Unix milliseconds; the line is measured by it. */
  localNow: number
}

const blocksUntilStale = 10

export function networkHealth({ status, live, now, localNow }: Input): NetworkHealth {
  const observedAge = ageSeconds(status.observed_at, now)
  // The endpoints answer, whatever the state says of the chain that is known.
  if (status.refused) return { kind: 'refused', reason: status.refused.kind, age: observedAge }
  switch (status.state) {
    case 'LIVE': {
      const silent = live.lastReceivedAt === null ? 0 : localNow - live.lastReceivedAt
      const lineBroken = silent >= silentAfterMs
      const bound = Math.max(silentAfterMs / 1_000, blocksUntilStale * (status.block_time_seconds ?? 0))
      if (!lineBroken && (observedAge === null || observedAge <= bound)) return { kind: 'live' }
      return { kind: 'stale', age: observedAge ?? Math.floor(silent / 1_000), lineBroken }
    }
    case 'HALTED':
      return { kind: 'halted', height: status.height, age: ageSeconds(status.latest_block_at, now) }
    case 'UNREACHABLE':
      return { kind: 'unreachable', since: status.observed_at, age: observedAge }
    case 'SYNCING':
      return { kind: 'syncing' }
    case 'CONNECTING':
      return { kind: 'connecting' }
    case 'NOT_FOLLOWED':
      return { kind: 'not-followed' }
  }
}

/** Whether what is shown of the network was true a while ago, and may not be any more. */
export function isOld(
  health: NetworkHealth | null,
): health is Extract<NetworkHealth, { kind: 'stale' | 'unreachable' | 'refused' }> {
  return health?.kind === 'stale' || health?.kind === 'unreachable' || health?.kind === 'refused'
}

/** Whole seconds since a time; never negative, null if it is not known. */
export function ageSeconds(iso: string | null, now: number): number | null {
  return iso === null ? null : Math.max(0, Math.floor((now - Date.parse(iso)) / 1_000))
}

/** How the page's network is doing; null while nothing of it is known. Another object only when something in it is. */
export function useNetworkHealth(enabled = true): NetworkHealth | null {
  const { clock } = useServices()
  const { known } = useValidators(enabled)
  const live = useLiveState()
  const now = useNow()
  const health = known ? networkHealth({ status: known.status, live, now, localNow: clock.now() }) : null
  return useKept(health, sameHealth)
}

/** Health is flat. */
function sameHealth(a: NetworkHealth | null, b: NetworkHealth | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
