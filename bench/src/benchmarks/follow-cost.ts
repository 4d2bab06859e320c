import { z } from 'zod'
import type { Benchmark } from '../benchmark.ts'
import { startChild } from '../child.ts'
import { type Product, startProduct } from '../product.ts'

const seconds = 60

const BaselineResult = z.object({ blocks: z.number(), processorSeconds: z.number() })

/** Heights that the server has followed so far, over all networks, by its own metric. */
async function followed(product: Product): Promise<number> {
  const text = await (await fetch(`${product.origin}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith('roundsman_watch_heights_total'))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

interface Cost {
  millisecondsPerBlock: number
  cores: number
  mebibytes: number
  blocks: number
}

/** Processor time and memory of the server while it follows these networks. */
async function measure(options: {
  source: number
  networks?: readonly number[]
}): Promise<Cost & { endpoint: string }> {
  const product = await startProduct(options)
  try {
    // The first minute of a chain is back-fill and start-up; what is asked is the steady state.
    await new Promise((resolve) => setTimeout(resolve, 20_000))
    const [blocks, processor] = [await followed(product), product.server.processorSeconds()]
    const baseline = options.networks?.length === 1 ? await runBaseline(product) : null
    if (baseline === null) await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    const cost = {
      blocks: (await followed(product)) - blocks,
      processor: product.server.processorSeconds() - processor,
    }
    return {
      blocks: cost.blocks,
      millisecondsPerBlock: (cost.processor * 1000) / cost.blocks,
      cores: cost.processor / seconds,
      mebibytes: product.server.residentMebibytes(),
      endpoint: baseline === null ? '' : JSON.stringify(baseline),
    }
  } finally {
    await product.stop()
  }
}

async function runBaseline(product: Product): Promise<z.infer<typeof BaselineResult>> {
  const endpoint = product.endpoints['1']?.[0]
  if (endpoint === undefined) throw new Error('the simulation has no endpoint of network 1')
  const args = ['--import', 'tsx', 'bench/src/baselines/commit-loop.ts', endpoint, String(seconds)]
  return startChild(args).report(BaselineResult)
}

export const followCost: Benchmark = {
  name: 'follow-cost',
  question:
    'What does a followed block of 100 validators cost, and all ten networks at ten times their pace?',
  baseline: {
    what: 'a loop that fetches and parses each commit, and decides and stores nothing',
    command: 'node --import tsx bench/src/baselines/commit-loop.ts <endpoint> 60',
  },
  async run() {
    const one = await measure({ source: 10, networks: [1] })
    const baseline = BaselineResult.parse(JSON.parse(one.endpoint))
    const loop = (baseline.processorSeconds * 1000) / baseline.blocks
    const ten = await measure({ source: 10 })
    return {
      figures: [
        {
          name: 'processor time per block, one network of 100 validators',
          value: one.millisecondsPerBlock,
          unit: 'ms',
        },
        { name: 'processor time per block, bare commit loop', value: loop, unit: 'ms' },
        { name: 'memory, one network', value: one.mebibytes, unit: 'MiB' },
        { name: 'ten networks at 10 x pace: processor', value: ten.cores, unit: 'cores' },
        {
          name: 'ten networks at 10 x pace: processor time per block',
          value: ten.millisecondsPerBlock,
          unit: 'ms',
        },
        { name: 'ten networks at 10 x pace: blocks in the minute', value: ten.blocks, unit: 'blocks' },
        { name: 'ten networks at 10 x pace: memory', value: ten.mebibytes, unit: 'MiB' },
      ],
      ratios: [
        { name: 'ours to the bare loop, per block', value: one.millisecondsPerBlock / loop, unit: 'x' },
      ],
      remarks: ['Ours decodes, decides, stores with a real fsync and serves; the loop only reads.'],
    }
  },
}
