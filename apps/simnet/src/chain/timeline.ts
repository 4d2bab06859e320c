import { chance, hashText } from './random.ts'

/** Where heights lie in time. `firstTime` is the header time of `firstHeight`. */
interface TimelineInput {
  seed: string
  firstHeight: number
  firstTime: number
  blockTimeMs: number
  /** Share of a block time by which a block may be early or late, 0 for a clockwork. */
  jitter: number
}

/** Block `after` was the last one for `forMs` (Infinity: until it is resumed). */
interface Halt {
  after: number
  forMs: number
}

export interface Timeline {
  readonly blockTimeMs: number
  /** Unix ms of a block's header; Infinity for blocks behind a halt without end. */
  timeOf(height: number): number
  /** The newest block that a node has committed at `now`; below `firstHeight` while there is none. */
  heightAt(now: number): number
  /** When a node has committed a block and shows it: after its header's time, before the next one's. */
  shownAt(height: number): number
  addHalt(halt: Halt): void
  /** Ends the halt without end, so that the next block comes one block time after `now`. */
  resume(now: number): void
}

export function createTimeline(input: TimelineInput): Timeline {
  const start = hashText(`${input.seed}/time`)
  const halts: Halt[] = []
  const { blockTimeMs } = input
  const lag = Math.min(400, blockTimeMs * 0.15)

  function stoppedBefore(height: number): number {
    let ms = 0
    for (const halt of halts) if (halt.after < height) ms += halt.forMs
    return ms
  }

  function regularly(height: number): number {
    const early = (chance(start, height) - 0.5) * input.jitter * blockTimeMs
    return input.firstTime + (height - input.firstHeight) * blockTimeMs + early
  }

  /**
   * Up to CometBFT 0.38 a header's time is that of the votes on the block before, which were cast before the halt:
   * the first block after it still bears the old time (seen on a real chain), the second one the new.
   */
  const timeOf = (height: number) => Math.floor(regularly(height) + stoppedBefore(height - 1))
  const madeAt = (height: number) => Math.floor(regularly(height) + stoppedBefore(height))
  const shownAt = (height: number) => madeAt(height) + lag

  function heightAt(now: number): number {
    const pastHalts = halts
      .filter((halt) => shownAt(halt.after) <= now)
      .reduce((ms, halt) => ms + Math.min(halt.forMs, now - shownAt(halt.after)), 0)
    const guess = input.firstHeight + Math.floor((now - input.firstTime - pastHalts) / blockTimeMs)
    let height = guess + 2
    while (height >= input.firstHeight && shownAt(height) > now) height -= 1
    return height
  }

  return {
    blockTimeMs,
    timeOf,
    heightAt,
    shownAt,
    addHalt(halt) {
      halts.push({ ...halt })
      halts.sort((a, b) => a.after - b.after)
    },
    resume(now) {
      const halt = halts.find((each) => each.forMs === Infinity)
      if (halt === undefined) return
      halt.forMs = 0
      halt.forMs = Math.max(0, now + blockTimeMs - madeAt(halt.after + 1))
    },
  }
}
