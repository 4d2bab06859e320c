import type { Benchmark } from '../benchmark.ts'
import { plainLoop, race, visible } from '../race.ts'

export const blockLatency: Benchmark = {
  name: 'block-latency',
  question: 'How long from a block at the endpoint to its letters in a browser stream?',
  baseline: plainLoop,
  async run() {
    const found = await race({ source: 2, truths: { 'commit visible to letters': visible }, seconds: 90 })
    return {
      ...found,
      remarks: [
        'A block is signed for good only in the commit that the next block carries, so both clocks start when that next one is visible.',
      ],
    }
  },
}
