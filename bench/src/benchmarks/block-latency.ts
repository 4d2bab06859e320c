import { z } from 'zod'
import { statusLoop } from '../baselines/status-loop.ts'
import type { Benchmark } from '../benchmark.ts'
import { eventStream } from '../event-stream.ts'
import { startProduct } from '../product.ts'
import { quantile } from '../quantile.ts'
import { signIn } from '../session.ts'

const seconds = 90
/** How closely the endpoint is watched to know when a block became visible there. */
const truthPauseMs = 4

const Height = z.object({ height: z.number() })

/** Delays in ms from the truth to each sighting, for the heights that both know. */
function delays(truth: ReadonlyMap<number, number>, sightings: ReadonlyMap<number, number>): number[] {
  return [...sightings].flatMap(([height, at]) => {
    const visible = truth.get(height)
    return visible === undefined ? [] : [at - visible]
  })
}

export const blockLatency: Benchmark = {
  name: 'block-latency',
  question: 'How long from a block at the endpoint to the changed row in a browser stream?',
  baseline: {
    what: 'a plain loop over /status with a pause of one second',
    command: 'npx tsx bench/src/baselines/status-loop.main.ts --endpoint <url>',
  },
  async run() {
    const product = await startProduct({ pace: 2, networks: [1] })
    try {
      const endpoint = product.endpoints['1']?.[0]
      if (endpoint === undefined) throw new Error('the simulation has no endpoint of network 1')
      const cookie = await signIn(product.origin, product.email, product.password)
      const stop = AbortSignal.timeout(seconds * 1000)
      const [truth, loop, heights, rows] = [0, 1, 2, 3].map(() => new Map<number, number>())
      if (!truth || !loop || !heights || !rows) throw new Error('unreachable')
      const follow = async () => {
        let last = 0
        for await (const { event, data } of eventStream(`${product.origin}/api/live/1/`, cookie, stop)) {
          const at = performance.now()
          if (event === 'height') {
            last = Height.parse(data).height
            if (!heights.has(last)) heights.set(last, at)
          }
          if (event === 'validators' && last > 0 && !rows.has(last)) rows.set(last, at)
        }
      }
      await Promise.all([
        statusLoop(endpoint, truthPauseMs, stop, (height, at) => truth.set(height, at)),
        statusLoop(endpoint, 1_000, stop, (height, at) => loop.set(height, at)),
        follow().catch((error: unknown) => {
          if (!stop.aborted) throw error
        }),
      ])
      // A `height` event names the newest block H; the rows beside it have the letters of H - 1, whose canonical commit
      // is visible from the moment H is.
      const ours = delays(truth, rows)
      const theirs = delays(truth, loop)
      return {
        figures: [
          { name: 'canonical commit visible to row changed, median', value: quantile(ours, 0.5), unit: 'ms' },
          { name: 'canonical commit visible to row changed, p99', value: quantile(ours, 0.99), unit: 'ms' },
          { name: '/status loop sees the block, median', value: quantile(theirs, 0.5), unit: 'ms' },
          { name: '/status loop sees the block, p99', value: quantile(theirs, 0.99), unit: 'ms' },
          { name: 'blocks measured', value: ours.length, unit: 'blocks' },
        ],
        ratios: [
          { name: 'ours to the loop, median', value: quantile(ours, 0.5) / quantile(theirs, 0.5), unit: 'x' },
          { name: 'ours to the loop, p99', value: quantile(ours, 0.99) / quantile(theirs, 0.99), unit: 'x' },
        ],
        remarks: [
          'A block is signed for good only in the commit that the next block carries, so both clocks start when that next one is visible.',
        ],
      }
    } finally {
      await product.stop()
    }
  },
}
