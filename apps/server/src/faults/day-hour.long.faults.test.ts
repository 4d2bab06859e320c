import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { runDay } from './testing/day/run-day.ts'
import { whyNoPrivatePostgres } from './testing/private-postgres.ts'

// Ten minutes of a day in an hour. The hour is `npm run day`. A seed that finds something
// becomes a test of what it found; DAY_SEED runs one again.

const minutes = 10
const seed = process.env['DAY_SEED'] ?? String(systemClock.now() % 1_000_000)
const engine = whyNoPrivatePostgres() === null ? 'postgres' : 'embedded'

test(`B253: ten networks at 24 times their pace, with faults by seed ${seed}: every alert is told once and in time, none is false, and none comes of what is UNKNOWN (${engine})`, {
  timeout: (minutes + 15) * 60_000,
}, async () => {
  const lines: string[] = []
  const report = await runDay({ minutes, seed, engine, say: (line) => lines.push(line) })
  expect({ findings: report.findings, seed }, lines.join('\n')).toEqual({ findings: [], seed })
  expect(report.told).toBeGreaterThan(100)
})
