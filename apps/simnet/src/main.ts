import { parseArgs } from 'node:util'
import { demoCatalogue } from './demo-catalogue.ts'
import { demoEndpoints, haltOf } from './demo-networks.ts'
import { readMemories, writeMemories } from './memory-file.ts'
import { startSimnet } from './serve.ts'
import { wallClock, wallWaiting } from './wall-clock.ts'

const SAVE_EVERY_MS = 20_000

const usage = `The ten simulated networks, speaking CometBFT RPC.

  --seed TEXT   a different seed gives different networks (demo)
  --pace N      produce blocks N times as fast (1)
  --port N      port to listen on, 0 for any free one (26657)
  --host NAME   host to listen on (127.0.0.1)
  --memory FILE where to save the chains, to resume them at the next start
  --catalogue-for PORT
                also print a catalogue for a Roundsman that listens on this port

Prints one line of JSON: {"port": …, "endpoints": {"1": ["http://…/celestia/a", …], …}, "catalogue": …}`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: 'demo' },
    pace: { type: 'string', default: '1' },
    port: { type: 'string', default: '26657' },
    host: { type: 'string', default: '127.0.0.1' },
    memory: { type: 'string' },
    'catalogue-for': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const pace = Number(values.pace)
const port = Number(values.port)

if (values.help) {
  console.log(usage)
} else if (!(pace > 0 && pace <= 1_000) || !Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error('--pace must be above 0 and at most 1000, --port from 0 to 65535')
  process.exitCode = 2
} else {
  const simnet = await startSimnet({
    seed: values.seed,
    pace,
    port,
    host: values.host,
    endpoints: demoEndpoints,
    warmUp: true,
    haltedSince: haltOf(wallClock.now()),
    ...(values.memory === undefined ? {} : { memories: readMemories(values.memory) }),
  })
  const { endpoints } = simnet
  const product = values['catalogue-for']
  const catalogue = product === undefined ? null : demoCatalogue({ endpoints, port: Number(product) })
  console.log(JSON.stringify({ port: simnet.port, endpoints, catalogue }))
  const chains = [...simnet.chains.values()]
  const remember = () => {
    if (values.memory === undefined) return
    writeMemories(
      values.memory,
      chains.flatMap((chain) => chain.memory() ?? []),
    )
  }
  const saving = wallWaiting.every(SAVE_EVERY_MS, remember)
  void simnet.ready.then(remember)
  const stop = () => {
    saving.stop()
    remember()
    void simnet.close().then(() => process.exit(0))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
