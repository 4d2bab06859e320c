import { expect, test } from 'vitest'
import { runFuzz } from './testing/fuzz/fuzz-site.ts'

// A part of what `npm run -w apps/server fuzz` does with 100,000 requests; docs/security.md has its shares.

const seed = 20_261_121
const requests = 10_000

test('4.1.1 15.3.5 16.5.1: requests made from the OpenAPI document, malformed ones among them, are answered in time, as it says, never with a 5xx or with anything of the inside', {
  timeout: 600_000,
}, async () => {
  const report = await runFuzz({ seed, requests })
  process.stdout.write(`${report.lines().join('\n')}\n`)
  expect(report.faults()).toEqual([])
  expect(report.sent()).toBe(requests)
  expect(report.shareOfPast()).toBeGreaterThan(1 / 3)
  // A new call whose success needs values that mean something gets them in testing/fuzz/known-values.ts.
  expect(report.withoutSuccess()).toEqual([])
})
