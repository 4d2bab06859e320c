import { statusHeight } from './status-loop.ts'

/**
 * The least that following a chain can cost: every commit fetched one by one and parsed, nothing decided or stored.
 * Prints `{"blocks": n, "processorSeconds": s}` when it ends.
 * Usage: tsx bench/src/baselines/commit-loop.ts <endpoint> <seconds>
 */
const [endpoint, seconds] = process.argv.slice(2)
if (endpoint === undefined || seconds === undefined)
  throw new Error('usage: commit-loop.ts <endpoint> <seconds>')

const end = performance.now() + Number(seconds) * 1000
let next = await statusHeight(endpoint)
let blocks = 0
const before = process.cpuUsage()
while (performance.now() < end) {
  const head = await statusHeight(endpoint)
  for (; next < head; next += 1) {
    const answer = await fetch(`${endpoint}/commit?height=${next}`)
    JSON.parse(await answer.text())
    blocks += 1
  }
  await new Promise((resolve) => setTimeout(resolve, 200))
}
const used = process.cpuUsage(before)
console.log(JSON.stringify({ blocks, processorSeconds: (used.user + used.system) / 1e6 }))
