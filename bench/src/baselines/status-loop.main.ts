import { parseArgs } from 'node:util'
import { statusLoop } from './status-loop.ts'

// The loop that a script of one's own would run: `tsx bench/src/baselines/status-loop.main.ts --endpoint <url>`.
const { values } = parseArgs({
  options: { endpoint: { type: 'string' }, pause: { type: 'string', default: '1000' } },
})
if (values.endpoint === undefined) throw new Error('--endpoint takes the address of a CometBFT RPC endpoint')
await statusLoop(values.endpoint, Number(values.pause), new AbortController().signal, (height) =>
  console.log(height),
)
