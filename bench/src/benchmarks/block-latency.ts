import { statusLoop } from '../baselines/status-loop.ts'
import type { Benchmark } from '../benchmark.ts'
import { delays, keepFirst } from '../delays.ts'
import { lettersInStream } from '../letters-in-stream.ts'
import { startProduct } from '../product.ts'
import { quantile } from '../quantile.ts'
import { signIn } from '../session.ts'

const seconds = 90
/** How closely the endpoint is watched to know when a block became visible there. */
const truthPauseMs = 4

export const blockLatency: Benchmark = {
  name: 'block-latency',
  question: 'How long from a block at the endpoint to its letters in a browser stream?',
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
      const truth = new Map<number, number>()
      const loop = new Map<number, number>()
      const letters = new Map<number, number>()
      await Promise.all([
        statusLoop(endpoint, truthPauseMs, stop, keepFirst(truth)),
        statusLoop(endpoint, 1_000, stop, keepFirst(loop)),
        // The canonical commit of H - 1, which its letters are made of, is visible from the moment H is.
        lettersInStream({ url: `${product.origin}/api/live/1/`, cookie }, stop, (height, at) =>
          keepFirst(letters)(height + 1, at),
        ),
      ])
      const ours = delays(truth, letters)
      const theirs = delays(truth, loop)
      return {
        figures: [
          {
            name: 'canonical commit visible to letters in the stream, median',
            value: quantile(ours, 0.5),
            unit: 'ms',
          },
          {
            name: 'canonical commit visible to letters in the stream, p99',
            value: quantile(ours, 0.99),
            unit: 'ms',
          },
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
