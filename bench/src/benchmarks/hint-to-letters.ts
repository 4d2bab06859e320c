import { goVersion } from '../../../realchain/src/localnet/node-binary.ts'
import type { Benchmark } from '../benchmark.ts'
import { headerHints } from '../header-hints.ts'
import { plainLoop, race, visible } from '../race.ts'
import { realChain } from '../real-chain.ts'

const truths = { 'hint to letters': headerHints, 'commit visible to letters': visible }

export const hintToLetters: Benchmark = {
  name: 'hint-to-letters',
  question:
    'How long from the header that an endpoint announces to the committed letters of the block below it?',
  baseline: plainLoop,
  async run() {
    const isReal = (await goVersion()) !== null
    const found = await race({ source: isReal ? await realChain() : 4, truths, seconds: 120 })
    return {
      ...found,
      remarks: [
        isReal
          ? 'On a real chain of four validators with half-second blocks, followed by all four endpoints; the clocks are those of the first.'
          : 'On the simulation, which announces headers every 20 ms at most: there is no Go on this machine, which the real chain needs.',
        'Seen at the end of a stream, so the way from the database to a browser is in it: no less than the time to the commit.',
      ],
    }
  },
}
