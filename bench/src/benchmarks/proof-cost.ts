import { z } from 'zod'
import type { Benchmark, Figure } from '../benchmark.ts'
import { startChild } from '../child.ts'

const blocks = 60
const sizes = [4, 100]

const Report = z.object({
  plainMs: z.number(),
  provenMs: z.number(),
  signatures: z.number(),
  signaturesMs: z.number(),
  bytes: z.number(),
})

/** Processor time for one block of a set of this size. */
async function measure(validators: number): Promise<z.infer<typeof Report>> {
  const args = ['--import', 'tsx', 'bench/src/proof-loop.ts', String(validators), String(blocks)]
  return startChild(args).report(Report)
}

export const proofCost: Benchmark = {
  name: 'proof-cost',
  question: 'What does a followed block cost to read with its proof and without, at 4 and at 100 validators?',
  baseline: {
    what: 'the canonical commit parsed and decoded, and believed',
    command: `node --import tsx bench/src/proof-loop.ts 100 ${blocks}`,
  },
  async run() {
    const figures: Figure[] = []
    const ratios: Figure[] = []
    for (const validators of sizes) {
      const { plainMs, provenMs, signatures, signaturesMs, bytes } = await measure(validators)
      const of = `${validators} validators`
      figures.push(
        { name: `${of}: processor time per block, not proven`, value: plainMs, unit: 'ms' },
        { name: `${of}: processor time per block, proven`, value: provenMs, unit: 'ms' },
        { name: `${of}: of that, signatures`, value: signaturesMs, unit: 'ms' },
        { name: `${of}: signatures checked per block`, value: signatures, unit: 'signatures' },
        { name: `${of}: one commit`, value: bytes / 1_000, unit: 'kB' },
      )
      ratios.push({ name: `${of}: proven to not proven`, value: provenMs / plainMs, unit: 'x' })
    }
    return {
      figures,
      ratios,
      remarks: [
        'Proven: the seen commit of the newest block is read as well, both headers and the settled commit are hashed, the set is hashed and its addresses made from its keys, and signatures of more than two thirds are checked.',
      ],
    }
  },
}
