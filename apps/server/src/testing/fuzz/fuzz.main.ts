import { parseArgs } from 'node:util'
import { runFuzz } from './fuzz-site.ts'

// 100,000 requests made from the OpenAPI document: `npm run -w apps/server fuzz -- --seed 7 --requests 20000`.
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '20261121' }, requests: { type: 'string', default: '100000' } },
})
const startedAt = performance.now()
const report = await runFuzz({ seed: Number(values.seed), requests: Number(values.requests) })
for (const line of report.lines()) console.log(line)
for (const fault of report.faults()) console.log(`\n${fault}`)
console.log(`${Math.round((performance.now() - startedAt) / 1000)} s`)
const missing = report.withoutSuccess()
if (missing.length > 0) console.log(`without a success: ${missing.join(', ')}`)
if (report.faults().length > 0 || missing.length > 0 || report.shareOfPast() < 1 / 3) process.exitCode = 1
