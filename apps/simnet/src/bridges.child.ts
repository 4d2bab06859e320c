import { readFileSync } from 'node:fs'
import { createBridgeFleet, roundMs } from './bridges/bridge-fleet.ts'
import { demoBridges } from './bridges/demo-bridges.data.ts'
import { wallClock, wallTimeout, wallWaiting } from './wall-clock.ts'

/** What the file says that is named on the command line. Tokens are in it, so that no list of processes shows them. */
interface FleetFile {
  /** `http://127.0.0.1:8000`, where `/v1/metrics` is. */
  target: string
  networks: Record<number, { namespace: string; rpc: string[]; tokens: Record<string, string> }>
}

const usage = `Simulated bridges: they push OTLP metrics every ten seconds, as celestia-node does.

  node bridges.child.js FILE

FILE is JSON: {"target": "http://127.0.0.1:8000", "networks": {"1": {"namespace": "celestia",
"rpc": ["http://…"], "tokens": {"Archive 1": "…"}}}}; bridges without a token are skipped.`

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error(usage)
  process.exitCode = 2
} else {
  const { target, networks } = JSON.parse(readFileSync(file, 'utf8')) as FleetFile
  const heightOf = (blockchainId: number) => chainHeight(networks[blockchainId]?.rpc ?? [])
  const fleet = createBridgeFleet({ target, networks, heightOf, clock: wallClock, bridges: demoBridges })
  let underWay: Promise<void> | null = null
  const round = () => {
    underWay ??= fleet.round().finally(() => {
      underWay = null
    })
  }
  round()
  const rounds = wallWaiting.every(roundMs, round)
  const stop = () => {
    rounds.stop()
    void fleet.stop().then(() => process.exit(0))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

/** The height of the chain by the last of these endpoints that answers: of those of the demo, the first may lie. */
async function chainHeight(urls: readonly string[]): Promise<number | null> {
  for (const url of [...urls].reverse()) {
    try {
      const answer = await fetch(`${url}/status`, { signal: wallTimeout(3_000) })
      const { result } = (await answer.json()) as { result: { sync_info: { latest_block_height: string } } }
      return Number(result.sync_info.latest_block_height)
    } catch {
      // The next one may answer.
    }
  }
  return null
}
