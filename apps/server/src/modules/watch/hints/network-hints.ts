import type { Follower } from '../follower.ts'
import type { NetworkLease } from '../network-leases.ts'
import { type HintSocketsDeps, createHintSockets } from './hint-sockets.ts'
import { createHintedLooks, type HintOutcome } from './hinted-looks.ts'

export interface NetworkHintsDeps extends Pick<HintSocketsDeps, 'urls' | 'clock' | 'random' | 'openSocket'> {
  follower: Pick<Follower, 'pass' | 'connection'>
  lease: Pick<NetworkLease, 'isHeld'>
  /** Ends the pause before the follower's next pass. */
  wake(): void
  onHint(outcome: HintOutcome): void
  onLost(host: string, reason: string): void
}

/** A follower that is told of new blocks by its endpoints, and looks sooner than it would by itself. */
export interface NetworkHints {
  /** A pass of the follower; gives the ms until the next one. */
  pass(signal: AbortSignal): Promise<number>
  /** Keeps the sockets as they should be; to be called every second. */
  tend(): void
  close(): void
  /** Sockets that are subscribed. */
  count(): number
}

export function createNetworkHints(deps: NetworkHintsDeps): NetworkHints {
  const { follower, lease, clock, wake, onHint } = deps
  const pool = () => follower.connection()?.pool ?? null
  const looks = createHintedLooks({
    clock,
    head: () => pool()?.head()?.height ?? null,
    blockTimeMs: () => pool()?.blockTimeMs() ?? null,
  })
  const sockets = createHintSockets({
    ...deps,
    onHeader(host, height) {
      const outcome = looks.hear(host, height)
      onHint(outcome)
      if (outcome === 'look') wake()
    },
  })

  return {
    async pass(signal) {
      const hosts = looks.begin()
      return looks.end(await follower.pass(signal, hosts))
    },
    tend() {
      const using = pool()
      // Who does not follow has nothing to look for.
      if (using === null || !lease.isHeld()) sockets.close()
      else sockets.tend(using)
    },
    close: sockets.close,
    count: sockets.count,
  }
}
