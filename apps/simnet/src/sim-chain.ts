import type { NamedMemory } from './blocks/chain-memory.ts'
import { type Blocks, createBlocks } from './blocks/create-blocks.ts'
import { toHex } from './bytes.ts'
import { type ChainEvent, isWholeChainEvent, type WholeChainEvent } from './chain/chain-event.ts'
import { type Chain, createChain } from './chain/create-chain.ts'
import { createTimeline, type Timeline } from './chain/timeline.ts'
import type { NetworkProfile } from './network-profile.ts'
import { type AppStates, createAppStates } from './stores/app-states.ts'
import type { Clock } from './wall-clock.ts'

interface SimChainInput {
  profile: NetworkProfile
  seed: string
  clock: Clock
  /** Events whose heights are above the chain's height of now, or of its past; more come by `apply`. */
  script?: readonly ChainEvent[]
  /** false: nothing happens but what the script says, and blocks come like clockwork. Default true. */
  natural?: boolean
  /** Blocks come this many times as fast. Default 1. */
  pace?: number
  /** Header time of height 1, Unix ms. Default: the profile's genesis. */
  firstTime?: number
  /** What earlier programs left (`memory()`), so that its blocks are the same. Those of other chains are passed over. */
  memories?: readonly NamedMemory[]
  /** The chain has stood still since this time, Unix ms. */
  haltedSince?: number
}

/** One run of a chain: from its first block to the restart under another id, if ever. */
interface Incarnation {
  chainId: string
  readonly chain: Chain
  readonly timeline: Timeline
  readonly appStates: AppStates
  readonly blocks: Blocks
  /** Distinguishes the blocks of two runs and two seeds. */
  readonly name: string
  /** Header time of height 1, Unix ms. */
  readonly firstTime: number
}

export interface ChainView extends Incarnation {
  /** Newest block, 0 while there is none. */
  latest: number
  /** Oldest block that nodes still keep: no older than the memory of this program. */
  earliest: number
}

export interface SimChain {
  readonly profile: NetworkProfile
  /** What the chain is at the clock's now. */
  view(): ChainView
  height(): number
  /** Its clock's now, Unix ms. */
  now(): number
  /** Makes and signs the blocks up to now, so that no answer waits for it. */
  prepare(): void
  /** Does a bounded part of `prepare`; true when nothing is left of it. */
  prepareSome(): boolean
  /** What a later program needs to go on with the same blocks; null while none was made. */
  memory(): NamedMemory | null
  /** When a block is to be seen at the endpoints, Unix ms: where a test sets its clock to. */
  shownAt(height: number): number
  /** Arranges an event; its height must be above the newest block. */
  apply(event: ChainEvent): void
  /** Stops after the newest block. */
  halt(): void
  /** Goes on: the next block comes one block time from now. */
  resume(): void
  /** Ends this chain now and starts one at height 1 under another id, with the same validators. */
  restart(chainId: string): void
}

/** A chain with a clock. The same input gives the same chain, in whatever order it is asked. */
export function createSimChain(input: SimChainInput): SimChain {
  const { profile, seed, clock } = input
  const natural = input.natural ?? true
  const blockTimeMs = profile.blockTimeMs / (input.pace ?? 1)
  const restarts: Extract<WholeChainEvent, { what: 'restart_with_new_id' }>[] = []
  let run = 0
  let now = startRun(profile.chainId, input.firstTime ?? profile.genesisTime, (timeline) => {
    if (input.haltedSince === undefined) return
    timeline.addHalt({ after: timeline.heightAt(input.haltedSince), forMs: Infinity })
  })

  function startRun(
    chainId: string,
    firstTime: number,
    arrangeTime: (timeline: Timeline) => void,
  ): Incarnation {
    const name = `${seed}/${profile.slug}/${run}`
    const jitter = natural ? 0.5 : 0
    const timeline = createTimeline({ seed: name, firstHeight: 1, firstTime, blockTimeMs, jitter })
    // Before anything asks how high the chain is.
    arrangeTime(timeline)
    const chain = createChain({
      seed,
      profile: { ...profile, chainId },
      firstHeight: 1,
      natural,
      timeOf: timeline.timeOf,
      blockTimeMs,
    })
    const appStates = createAppStates(chain)
    const blocks = createBlocks({
      name,
      chainId,
      chain,
      timeline,
      appHash: (height) => toHex(appStates.at(height).hash),
      latest: Math.max(0, timeline.heightAt(clock.now())),
      keep: profile.keepHeights,
      memory: input.memories?.find((one) => one.name === memoryName(name, firstTime)) ?? null,
    })
    return { chainId, chain, timeline, appStates, blocks, name, firstTime }
  }

  /** The same blocks come only of the same world at the same times. */
  function memoryName(name: string, firstTime: number): string {
    return `${name}/${firstTime}/${blockTimeMs}`
  }

  function goOn(): number {
    for (;;) {
      const latest = Math.max(0, now.timeline.heightAt(clock.now()))
      const restart = restarts[0]
      if (restart === undefined || latest < restart.at) return latest
      const firstTime = now.timeline.timeOf(restart.at) + blockTimeMs
      const upcoming = run + 1
      if (clock.now() < firstTime + Math.min(400, blockTimeMs * 0.15)) return restart.at
      run = upcoming
      restarts.shift()
      now = startRun(restart.chainId, firstTime, () => undefined)
    }
  }

  function arrange(event: ChainEvent) {
    if (!isWholeChainEvent(event)) now.chain.arrange(event)
    else if (event.what === 'halt') now.timeline.addHalt({ after: event.at, forMs: event.forMs ?? Infinity })
    else restarts.push(event)
  }

  for (const event of input.script ?? []) arrange(event)

  return {
    profile,
    view() {
      const latest = goOn()
      now.blocks.follow(latest)
      const earliest = Math.max(now.blocks.oldest(), latest - profile.keepHeights + 1)
      return { ...now, latest, earliest }
    },
    height: () => goOn(),
    now: clock.now,
    prepare() {
      const latest = goOn()
      now.blocks.follow(latest)
      if (latest > 0) now.blocks.at(latest)
    },
    prepareSome() {
      const latest = goOn()
      now.blocks.follow(latest)
      return now.blocks.grow(latest)
    },
    memory() {
      const memory = now.blocks.memory()
      return memory === null ? null : { name: memoryName(now.name, now.firstTime), ...memory }
    },
    shownAt: (height) => now.timeline.shownAt(height),
    apply(event) {
      const latest = goOn()
      if (event.at <= latest) throw new Error(`height ${event.at} is in the past: the newest is ${latest}`)
      arrange(event)
    },
    halt() {
      now.timeline.addHalt({ after: goOn(), forMs: Infinity })
    },
    resume: () => now.timeline.resume(clock.now()),
    restart(chainId) {
      restarts.push({ at: goOn(), what: 'restart_with_new_id', chainId })
    },
  }
}
