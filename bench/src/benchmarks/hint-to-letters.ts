import { statusLoop } from '../baselines/status-loop.ts'
import type { Benchmark } from '../benchmark.ts'
import { delays, keepFirst } from '../delays.ts'
import { headerHints } from '../header-hints.ts'
import { lettersInStream } from '../letters-in-stream.ts'
import { startProduct } from '../product.ts'
import { quantile } from '../quantile.ts'
import { signIn } from '../session.ts'

const seconds = 90

export const hintToLetters: Benchmark = {
  name: 'hint-to-letters',
  question:
    'How long from the header that an endpoint announces to the letters of the block below it, committed?',
  baseline: {
    what: 'a plain loop over /status with a pause of one second',
    command: 'npx tsx bench/src/baselines/status-loop.main.ts --endpoint <url>',
  },
  async run() {
    const product = await startProduct({ pace: 4, networks: [1] })
    try {
      const endpoint = product.endpoints['1']?.[0]
      if (endpoint === undefined) throw new Error('the simulation has no endpoint of network 1')
      const cookie = await signIn(product.origin, product.email, product.password)
      const stop = AbortSignal.timeout(seconds * 1000)
      const hints = new Map<number, number>()
      const letters = new Map<number, number>()
      const loop = new Map<number, number>()
      await Promise.all([
        headerHints(endpoint, stop, keepFirst(hints)),
        // With block H the canonical commit of H - 1 is there, which is what letters are made of.
        lettersInStream({ url: `${product.origin}/api/live/1/`, cookie }, stop, (height, at) =>
          keepFirst(letters)(height + 1, at),
        ),
        statusLoop(endpoint, 1_000, stop, keepFirst(loop)),
      ])
      const ours = delays(hints, letters)
      const theirs = delays(hints, loop)
      return {
        figures: [
          { name: 'hint to letters, median', value: quantile(ours, 0.5), unit: 'ms' },
          { name: 'hint to letters, p99', value: quantile(ours, 0.99), unit: 'ms' },
          { name: '/status loop sees the block, median', value: quantile(theirs, 0.5), unit: 'ms' },
          { name: '/status loop sees the block, p99', value: quantile(theirs, 0.99), unit: 'ms' },
          { name: 'blocks measured', value: ours.length, unit: 'blocks' },
        ],
        ratios: [
          { name: 'ours to the loop, median', value: quantile(ours, 0.5) / quantile(theirs, 0.5), unit: 'x' },
          { name: 'ours to the loop, p99', value: quantile(ours, 0.99) / quantile(theirs, 0.99), unit: 'x' },
        ],
        remarks: [
          'Seen at the end of a stream, so the way from the database to a browser is in it: no less than the time to the commit.',
          'The simulation announces headers every 20 ms at most; a hint is one that any subscriber of the same endpoint hears.',
        ],
      }
    } finally {
      await product.stop()
    }
  },
}
