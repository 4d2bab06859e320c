import type { Benchmark } from '../benchmark.ts'
import { type Product, startProduct } from '../product.ts'
import { watchVotes } from '../subscribers.ts'

const minutes = 2
/** Back-fill of ten chains, and everybody's votes for the first time. */
const settleMs = 60_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Questions about votes and signals that were answered so far, over all networks, by the server's own metric. */
async function answered(product: Product): Promise<number> {
  const text = await (await fetch(`${product.origin}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith('roundsman_governance_reads_total'))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

/** Of a core, and questions a second, while nothing but time passes. */
async function cost(product: Product): Promise<{ cores: number; questions: number }> {
  await wait(settleMs)
  const [processor, questions] = [product.server.processorSeconds(), await answered(product)]
  await wait(minutes * 60_000)
  const seconds = minutes * 60
  return {
    cores: (product.server.processorSeconds() - processor) / seconds,
    questions: ((await answered(product)) - questions) / seconds,
  }
}

export const governanceCost: Benchmark = {
  name: 'governance-cost',
  question: 'What do the votes of every validator of ten networks cost, at their own pace, read and decided?',
  baseline: {
    what: 'the same server and networks while nobody watches a validator',
    command: 'npm run bench -- --only governance-cost',
  },
  async run() {
    const product = await startProduct({ source: 1 })
    try {
      const before = await cost(product)
      let watched = 0
      await product.whileStopped(async (dataDir) => {
        watched = await watchVotes(dataDir)
      })
      const after = await cost(product)
      return {
        figures: [
          { name: 'watched validators', value: watched, unit: '' },
          { name: 'processor while nobody is watched', value: before.cores, unit: 'cores' },
          { name: 'processor while all are', value: after.cores, unit: 'cores' },
          { name: 'votes and signals of all of them', value: after.cores - before.cores, unit: 'cores' },
          { name: 'questions that were answered, over all networks', value: after.questions, unit: '1/s' },
        ],
        ratios: [{ name: 'processor, all watched to nobody', value: after.cores / before.cores, unit: 'x' }],
        remarks: [
          'Entries of one user on every validator of every network, by mail, which is not set up: what is decided is written and not sent.',
        ],
      }
    } finally {
      await product.stop()
    }
  },
}
