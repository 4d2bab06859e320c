import type { Benchmark, Figure } from '../benchmark.ts'
import { watchCollections } from '../collected-heap.ts'
import { startProduct } from '../product.ts'

const pace = 10
const minutes = 10
/** Back-fill of ten chains and the warming up of a young process. */
const settleMs = 60_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export const memoryTenNetworks: Benchmark = {
  name: 'memory-ten-networks',
  question: 'Does memory stay flat while ten networks are followed at ten times their pace for ten minutes?',
  baseline: {
    what: 'the same process a minute after its start',
    command: 'npm run bench -- --only memory-ten-networks',
  },
  async run() {
    const product = await startProduct({ source: pace, nodeArguments: ['--trace-gc'] })
    try {
      const heap = watchCollections(product.server)
      await wait(settleMs)
      const start = { resident: product.server.residentMebibytes(), heap: heap.mebibytes() }
      const resident: number[] = []
      for (let minute = 0; minute < minutes; minute += 1) {
        await wait(60_000)
        resident.push(product.server.residentMebibytes())
      }
      const end = { resident: resident.at(-1) ?? start.resident, heap: heap.mebibytes() }
      const figures: Figure[] = [
        { name: 'resident memory, a minute after the start', value: start.resident, unit: 'MiB' },
        { name: `resident memory, ${minutes} minutes later`, value: end.resident, unit: 'MiB' },
        { name: 'resident memory, most at the end of a minute', value: Math.max(...resident), unit: 'MiB' },
        {
          name: 'simulation: resident memory at the end',
          value: product.chains.simnet?.residentMebibytes() ?? Number.NaN,
          unit: 'MiB',
        },
      ]
      for (const [name, value] of [
        ['a minute after the start', start.heap],
        [`${minutes} minutes later`, end.heap],
      ] as const) {
        if (value !== null)
          figures.push({ name: `heaps of all threads when collected, ${name}`, value, unit: 'MiB' })
      }
      return {
        figures,
        ratios: [{ name: 'resident memory, end to start', value: end.resident / start.resident, unit: 'x' }],
        remarks: [
          `Minute by minute: ${resident.map((each) => Math.round(each)).join(', ')} MiB.`,
          'Heaps are those of the last full collection before that moment; where there was none yet, they are not named.',
        ],
      }
    } finally {
      await product.stop()
    }
  },
}
