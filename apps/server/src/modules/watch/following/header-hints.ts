import type { CreateLoop, Loop } from '../../../platform/loop.ts'
import type { Follower } from './follower.ts'
import { createHintSockets, type HintSocketsDeps } from './header-sockets.ts'
import type { NetworkLease } from './leases.ts'
import type { HintOutcome } from './watch-log.ts'

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

/** Turns announced heights into looks at the chain. Nothing is believed: a look finds out, or does not. */
export interface HintedLooks {
  hear(host: string, height: number): HintOutcome
  /** A look begins; gives the hosts that have announced more than is known. */
  begin(): string[]
  /** It went well; gives the ms until the next one, `pauseMs` where no hint shortens it. */
  end(pauseMs: number): number
}

export interface HintedLooksDeps {
  clock: { monotonic(): number }
  /** The newest height that is believed; null before the first. */
  head(): number | null
  blockTimeMs(): number | null
}

/**
 * An announced block may reach the endpoint in use a little later than the one that announced it: so many more looks,
 * after these pauses. Then the ordinary pace has it.
 */
const againAfterMs = [30, 60, 120, 240]

interface Source {
  budget: LookBudget
  /** What it announced and nobody has shown yet; `looks` have been taken for it. */
  wanted: { height: number; looks: number } | null
}

export function createHintedLooks({ clock, head, blockTimeMs }: HintedLooksDeps): HintedLooks {
  /** By host: as many as the catalogue has. */
  const sources = new Map<string, Source>()
  /** False from the beginning of a look to its good end: after an error the loop's own back-off holds. */
  let mayWake = true

  function sourceOf(host: string): Source {
    const source = sources.get(host) ?? { budget: createLookBudget(), wanted: null }
    sources.set(host, source)
    return source
  }

  const mayLook = ({ budget }: Source) => budget.take(clock.monotonic(), blockTimeMs())

  return {
    hear(host, height) {
      const known = head()
      if (known === null || height <= known) return 'known'
      const source = sourceOf(host)
      if (source.wanted?.looks === 0) source.wanted.height = Math.max(source.wanted.height, height)
      else if (mayLook(source)) source.wanted = { height, looks: 0 }
      else return 'bounded'
      return mayWake ? 'look' : 'noted'
    },
    begin() {
      mayWake = false
      const wanting = [...sources].filter(([, { wanted }]) => wanted !== null)
      for (const [, { wanted }] of wanting) if (wanted !== null) wanted.looks += 1
      return wanting.map(([host]) => host)
    },
    end(pauseMs) {
      mayWake = true
      const known = head() ?? 0
      let pause = pauseMs
      for (const source of sources.values()) {
        const { wanted } = source
        if (wanted === null) continue
        if (wanted.height <= known) source.wanted = null
        // Announced while the look was under way, and paid for.
        else if (wanted.looks === 0) pause = 0
        else {
          const again = againAfterMs[wanted.looks - 1]
          if (again !== undefined && again < pause && mayLook(source)) pause = again
          else source.wanted = null
        }
      }
      return pause
    },
  }
}

/** Looks that one endpoint may cause, whatever it announces: as many as a late block causes without hints. */
interface LookBudget {
  /** `now`: monotonic ms; `blockMs`: usual time between blocks. False: not now. */
  take(now: number, blockMs: number | null): boolean
}

/** At once, for blocks that come close together. */
const mostAtOnce = 5
/** Four in a block's time, and never more than ten a second. */
const looksPerBlock = 4
const shortestRefillMs = 100
/** While nobody knows how fast blocks come. */
const unknownRefillMs = 500

function createLookBudget(): LookBudget {
  let left = mostAtOnce
  let countedAt = Number.NEGATIVE_INFINITY

  return {
    take(now, blockMs) {
      const refillMs =
        blockMs === null ? unknownRefillMs : Math.max(shortestRefillMs, blockMs / looksPerBlock)
      left = Math.min(mostAtOnce, left + (now - countedAt) / refillMs)
      countedAt = now
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}

const everyMs = 1_000

/** Tends the sockets of all networks that this process follows, and closes them when it stops. */
export function createHintsLoop(createLoop: CreateLoop, all: readonly NetworkHints[]): Loop {
  const loop = createLoop({
    name: 'watch/hints',
    everyMs,
    longestPauseMs: everyMs,
    pass: () => {
      for (const hints of all) hints.tend()
      return Promise.resolve()
    },
  })
  return {
    ...loop,
    async stop() {
      await loop.stop()
      for (const hints of all) hints.close()
    },
  }
}
