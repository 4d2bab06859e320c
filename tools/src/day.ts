import { parseArgs } from 'node:util'
import { runDay } from '../../apps/server/src/faults/testing/day/run-day.ts'
import { quantile } from '../../bench/src/quantile.ts'
import bundleServerPrograms from './bundle-server-programs.ts'

// A day in an hour: ten networks at 24 times their pace, with faults by a seed, and what had to be told of it. It takes
// two cores and the whole time; on a machine that has others to serve as well, `--networks 3` takes fewer of them, and
// `--tolerance 4` lets everything take four times as long.
// Usage: npm run day -- [--minutes 60] [--seed TEXT] [--engine embedded] [--networks 10] [--tolerance 1]

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    engine: { type: 'string', default: 'postgres' },
    tolerance: { type: 'string', default: '1' },
    networks: { type: 'string', default: '10' },
  },
})
const engine = values.engine === 'embedded' ? 'embedded' : 'postgres'
const begun = Date.now()
const say = (line: string) =>
  console.log(`${((Date.now() - begun) / 1000).toFixed(0).padStart(5)} s  ${line}`)
say(`seed ${values.seed}, ${values.minutes} minutes, ${engine}`)
const removeBundles = await bundleServerPrograms()
const [minutes, tolerance, networks] = [values.minutes, values.tolerance, values.networks].map(Number)
if (minutes === undefined) throw new Error('no minutes')
const report = await runDay({
  minutes,
  seed: values.seed,
  engine,
  ...(tolerance !== undefined && { tolerance }),
  networks,
  say,
})
removeBundles()
const { findings, lateWhenWell, lateMs, faults, ...counts } = report
const seconds = (times: readonly number[], part: number) => Math.round(quantile(times, part)) / 1000
console.log(JSON.stringify({ seed: values.seed, engine, ...counts, faults }))
for (const [name, times] of Object.entries({ 'with nothing broken': lateWhenWell, 'of all': lateMs }))
  if (times.length > 0)
    say(
      `told ${name}: ${times.length}, median ${seconds(times, 0.5)} s, 99 % ${seconds(times, 0.99)} s, at most ${seconds(times, 1)} s`,
    )
for (const finding of findings) say(`FOUND: ${finding}`)
say(findings.length === 0 ? 'nothing was lost, false, late or told twice' : `${findings.length} findings`)
process.exitCode = findings.length === 0 ? 0 : 1
