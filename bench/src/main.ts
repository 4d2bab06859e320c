import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Benchmark, Figure, Outcome } from './benchmark.ts'
import { alertDeciding } from './benchmarks/alert-deciding.ts'
import { alertStorm } from './benchmarks/alert-storm.ts'
import { backup } from './benchmarks/backup.ts'
import { blockLatency } from './benchmarks/block-latency.ts'
import { bridgePushes } from './benchmarks/bridge-pushes.ts'
import { bridgesRefresh } from './benchmarks/bridges-refresh.ts'
import { channelStorm } from './benchmarks/channel-storm.ts'
import { chartUpdate } from './benchmarks/chart-update.ts'
import { eventLoop } from './benchmarks/event-loop.ts'
import { firstLoad } from './benchmarks/first-load.ts'
import { followCost } from './benchmarks/follow-cost.ts'
import { ledgerFanOut } from './benchmarks/ledger-fan-out.ts'
import { idlePage } from './benchmarks/idle-page.ts'
import { governanceCost } from './benchmarks/governance-cost.ts'
import { hintToLetters } from './benchmarks/hint-to-letters.ts'
import { lighthouse } from './benchmarks/lighthouse.ts'
import { listBlock } from './benchmarks/list-block.ts'
import { listCall } from './benchmarks/list-call.ts'
import { memoryTenNetworks } from './benchmarks/memory-ten-networks.ts'
import { proofCost } from './benchmarks/proof-cost.ts'
import { missToPhone } from './benchmarks/miss-to-phone.ts'
import { pageStart } from './benchmarks/page-start.ts'
import { seriesRecording } from './benchmarks/series-recording.ts'
import { seriesStores } from './benchmarks/series-stores.ts'
import { slowPhone } from './benchmarks/slow-phone.ts'
import { machine } from './machine.ts'

const benchmarks: readonly Benchmark[] = [
  blockLatency,
  followCost,
  proofCost,
  hintToLetters,
  governanceCost,
  memoryTenNetworks,
  listCall,
  listBlock,
  bridgesRefresh,
  chartUpdate,
  eventLoop,
  backup,
  ledgerFanOut,
  alertDeciding,
  alertStorm,
  channelStorm,
  missToPhone,
  bridgePushes,
  seriesStores,
  seriesRecording,
  firstLoad,
  pageStart,
  slowPhone,
  idlePage,
  lighthouse,
]

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const chosen = benchmarks.filter((b) => values.only === undefined || values.only.includes(b.name))

const round = (value: number) => Number(value.toPrecision(4))
const line = (figure: Figure) =>
  `  ${figure.name.padEnd(58)} ${String(round(figure.value)).padStart(10)} ${figure.unit}`

function show(benchmark: Benchmark, outcome: Outcome): void {
  console.log(`\n${benchmark.name}: ${benchmark.question}`)
  console.log(`  baseline: ${benchmark.baseline.what} (${benchmark.baseline.command})`)
  for (const figure of [...outcome.figures, ...outcome.ratios]) console.log(line(figure))
  for (const remark of outcome.remarks) console.log(`  note: ${remark}`)
}

console.log(machine())
const results: Record<string, unknown> = {}
for (const benchmark of chosen) {
  const outcome = await benchmark.run()
  show(benchmark, outcome)
  results[benchmark.name] = { question: benchmark.question, baseline: benchmark.baseline, ...outcome }
}

const folder = fileURLToPath(new URL('../results/', import.meta.url))
mkdirSync(folder, { recursive: true })
for (const [name, result] of Object.entries(results)) {
  const text = JSON.stringify(
    { machine: machine(), ran_at: new Date().toISOString(), ...(result as object) },
    null,
    2,
  )
  writeFileSync(`${folder}${name}.json`, `${text}\n`)
}
