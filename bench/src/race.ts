import { statusLoop } from './baselines/status-loop.ts'
import type { Figure, Outcome } from './benchmark.ts'
import type { Chains } from './chains.ts'
import { delays, keepFirst } from './delays.ts'
import { lettersInStream } from './letters-in-stream.ts'
import { startProduct } from './product.ts'
import { quantile } from './quantile.ts'
import { signIn } from './session.ts'

/** Calls back when a height is known to be there, until the signal aborts. */
type Truth = (
  endpoint: string,
  stop: AbortSignal,
  seen: (height: number, at: number) => void,
) => Promise<void>

interface RaceOptions {
  source: number | Chains
  /** When the clocks of a block start, each in words of its own: "hint to letters". */
  truths: Readonly<Record<string, Truth>>
  seconds: number
}

/** The plain loop that somebody would write, which every race is run against. */
export const plainLoop = {
  what: 'a plain loop over /status with a pause of one second',
  command: 'npx tsx bench/src/baselines/status-loop.main.ts --endpoint <url>',
}
const plainPauseMs = 1_000
/** How closely the endpoint is watched to know when a block became visible there. */
const truthPauseMs = 4
/** A chain's first seconds are back-fill and start-up. */
const warmUpMs = 10_000

/** A block is visible at the endpoint from the moment its `/status` says so. */
export const visible: Truth = (endpoint, stop, seen) => statusLoop(endpoint, truthPauseMs, stop, seen)

/**
 * How long from each truth about block H to the letters of H - 1 in a browser stream of the product, and to the plain
 * loop. With block H the canonical commit of H - 1 is there, which is what letters are made of.
 */
export async function race({ source, truths, seconds }: RaceOptions): Promise<Omit<Outcome, 'remarks'>> {
  const product = await startProduct({ source, networks: [1] })
  try {
    const endpoint = product.endpoints['1']?.[0]
    if (endpoint === undefined) throw new Error('network 1 has no endpoint')
    const cookie = await signIn(product.origin, product.email, product.password)
    await new Promise((resolve) => setTimeout(resolve, warmUpMs))
    const stop = AbortSignal.timeout(seconds * 1000)
    const starts = Object.entries(truths).map(([name, follow]) => ({ name, follow, seen: seenHeights() }))
    const loop = seenHeights()
    const letters = seenHeights()
    await Promise.all([
      ...starts.map(({ follow, seen }) => follow(endpoint, stop, keepFirst(seen))),
      statusLoop(endpoint, plainPauseMs, stop, keepFirst(loop)),
      lettersInStream({ url: `${product.origin}/api/live/1/`, cookie }, stop, (height, at) =>
        keepFirst(letters)(height + 1, at),
      ),
    ])
    const found = starts.map(({ name, seen }) => figuresOf(name, delays(seen, letters), delays(seen, loop)))
    return {
      figures: found.flatMap(({ figures }) => figures),
      ratios: found.flatMap(({ ratios }) => ratios),
    }
  } finally {
    await product.stop()
  }
}

const seenHeights = () => new Map<number, number>()

function figuresOf(name: string, ours: readonly number[], theirs: readonly number[]) {
  const ms = (what: string, delay: readonly number[], share: number): Figure => ({
    name: what,
    value: quantile(delay, share),
    unit: 'ms',
  })
  const ratio = (share: number) => quantile(ours, share) / quantile(theirs, share)
  return {
    figures: [
      ms(`${name}, median`, ours, 0.5),
      ms(`${name}, p99`, ours, 0.99),
      ms(`${name}: /status loop, median`, theirs, 0.5),
      ms(`${name}: /status loop, p99`, theirs, 0.99),
      { name: `${name}: blocks measured`, value: ours.length, unit: 'blocks' },
    ],
    ratios: [
      { name: `${name}: ours to the loop, median`, value: ratio(0.5), unit: 'x' },
      { name: `${name}: ours to the loop, p99`, value: ratio(0.99), unit: 'x' },
    ],
  }
}
