import type { CreateLoop, Loop } from '../../../platform/loop.ts'
import type { Follower } from './follower.ts'
import type { HintSockets } from './header-sockets.ts'
import type { NetworkLease } from './leases.ts'
import type { HintOutcome } from './watch-log.ts'

/** A follower to which its endpoints announce new blocks, so that it polls sooner than it would by itself. */
export interface NetworkHints {
  /** A pass of the follower; gives the ms until the next one. */
  pass(signal: AbortSignal): Promise<number>
  /** Keeps the sockets as they should be; to be called every second. */
  tend(): void
  close(): void
  /** Sockets that are subscribed. */
  count(): number
}

/**
 * @param listen opens sockets that report each header they receive
 * @param onHint called with each of them; `poll`: the pause before the follower's next pass is to end now
 */
export function createNetworkHints(
  follower: Pick<Follower, 'pass' | 'connection'>,
  lease: NetworkLease,
  clock: { monotonic(): number },
  listen: (onHeader: (host: string, height: number) => void) => HintSockets,
  onHint: (outcome: HintOutcome) => void,
): NetworkHints {
  const pool = () => follower.connection()?.pool ?? null
  const polls = createHintedPolls(
    clock,
    () => pool()?.head()?.height ?? null,
    () => pool()?.blockTimeMs() ?? null,
  )
  const sockets = listen((host, height) => onHint(polls.announce(host, height)))

  return {
    async pass(signal) {
      const hosts = polls.begin()
      return polls.end(await follower.pass(signal, hosts))
    },
    tend() {
      const using = pool()
      // Who does not follow has nothing to poll.
      if (using === null || !lease.isHeld()) sockets.close()
      else sockets.tend(using)
    },
    close: sockets.close,
    count: sockets.count,
  }
}

/** Turns announced heights into polls of the chain. Nothing is believed: a poll finds out, or does not. */
export interface HintedPolls {
  announce(host: string, height: number): HintOutcome
  /** A poll begins; gives the hosts that have announced more than is known. */
  begin(): string[]
  /** It went well; gives the ms until the next one, `pauseMs` where no hint shortens it. */
  end(pauseMs: number): number
}

/**
 * An announced block may reach the endpoint in use a little later than the one that announced it: so many more polls,
 * after these pauses. Then the ordinary pace has it.
 */
const againAfterMs = [30, 60, 120, 240]

interface Source {
  budget: PollBudget
  /** What it announced and nobody has shown yet, and the polls that were made for it. */
  wanted: { height: number; polls: number } | null
}

/** @param head the newest height that is believed; null before the first */
export function createHintedPolls(
  clock: { monotonic(): number },
  head: () => number | null,
  blockTimeMs: () => number | null,
): HintedPolls {
  /** By host: as many as the catalogue has. */
  const sources = new Map<string, Source>()
  /** False from the beginning of a poll to its good end: after an error the loop's own back-off holds. */
  let mayWake = true

  function sourceOf(host: string): Source {
    const source = sources.get(host) ?? { budget: createPollBudget(), wanted: null }
    sources.set(host, source)
    return source
  }

  const mayPoll = ({ budget }: Source) => budget.take(clock.monotonic(), blockTimeMs())

  return {
    announce(host, height) {
      const known = head()
      if (known === null || height <= known) return 'known'
      const source = sourceOf(host)
      if (source.wanted?.polls === 0) source.wanted.height = Math.max(source.wanted.height, height)
      else if (mayPoll(source)) source.wanted = { height, polls: 0 }
      else return 'bounded'
      return mayWake ? 'poll' : 'noted'
    },
    begin() {
      mayWake = false
      const wanting = [...sources].filter(([, { wanted }]) => wanted !== null)
      for (const [, { wanted }] of wanting) if (wanted !== null) wanted.polls += 1
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
        // Announced while the poll was under way, and paid for.
        else if (wanted.polls === 0) pause = 0
        else {
          const again = againAfterMs[wanted.polls - 1]
          if (again !== undefined && again < pause && mayPoll(source)) pause = again
          else source.wanted = null
        }
      }
      return pause
    },
  }
}

/** Polls that one endpoint may cause, whatever it announces: as many as a late block causes without hints. */
interface PollBudget {
  /** `now`: monotonic ms; `blockMs`: usual time between blocks. False: not now. */
  take(now: number, blockMs: number | null): boolean
}

/** At once, for blocks that come close together. */
const mostAtOnce = 5
/** Four in a block's time, and never more than ten a second. */
const pollsPerBlock = 4
const shortestRefillMs = 100
/** While nobody knows how fast blocks come. */
const unknownRefillMs = 500

function createPollBudget(): PollBudget {
  let left = mostAtOnce
  let countedAt = Number.NEGATIVE_INFINITY

  return {
    take(now, blockMs) {
      const refillMs =
        blockMs === null ? unknownRefillMs : Math.max(shortestRefillMs, blockMs / pollsPerBlock)
      left = Math.min(mostAtOnce, left + (now - countedAt) / refillMs)
      countedAt = now
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}

const everyMs = 1_000

/** Tends the sockets of all networks that this process follows just now, and closes them when it stops. */
export function createHintsLoop(createLoop: CreateLoop, all: () => readonly NetworkHints[]): Loop {
  const loop = createLoop({
    name: 'watch/hints',
    everyMs,
    longestPauseMs: everyMs,
    pass: () => {
      for (const hints of all()) hints.tend()
      return Promise.resolve()
    },
  })
  return {
    ...loop,
    async stop() {
      await loop.stop()
      for (const hints of all()) hints.close()
    },
  }
}
