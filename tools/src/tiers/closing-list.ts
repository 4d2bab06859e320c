import type { Counts, TierResult } from './tier.ts'

interface ClosingList {
  lines: string[]
  totals: Counts
  /** False when a test failed, when a tier ran no test at all, or when a required tier did not run. */
  good: boolean
}

/**
 * What stands at the end of `npm test`: each tier, its seconds and what came of it, what failed, and last of all the one line
 * that others read. A tier not run counts as one skipped, or as one failed if `required` names it; so does one that ran nothing.
 */
export function closingList(results: readonly TierResult[], required: readonly string[]): ClosingList {
  const totals: Counts = { passed: 0, failed: 0, skipped: 0 }
  const lines: string[] = []
  const failures: string[] = []
  const width = Math.max(0, ...[...results.map(({ tier }) => tier), ...required].map((name) => name.length))
  for (const { tier, outcome, seconds } of results) {
    const { counts, text } = judge(outcome, required.includes(tier))
    totals.passed += counts.passed
    totals.failed += counts.failed
    totals.skipped += counts.skipped
    failures.push(...(counts.failures ?? []).map((text) => `${tier}: ${text}`))
    lines.push(`${tier.padEnd(width)}  ${String(Math.round(seconds)).padStart(5)} s  ${text}`)
  }
  for (const tier of required.filter((name) => !results.some((result) => result.tier === name))) {
    totals.failed += 1
    lines.push(`${tier.padEnd(width)}      - s  not run: not selected, although REQUIRE_TIERS names it`)
  }
  lines.push(...failures, `${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
  return { lines, totals, good: totals.failed === 0 && results.length > 0 }
}

function judge(outcome: TierResult['outcome'], required: boolean): { counts: Counts; text: string } {
  if ('notRun' in outcome) {
    const { why, install } = outcome.notRun
    const counts = required ? { passed: 0, failed: 1, skipped: 0 } : { passed: 0, failed: 0, skipped: 1 }
    return { counts, text: `not run: ${why}; ${install}${required ? ' (REQUIRE_TIERS names it)' : ''}` }
  }
  const { passed, failed, skipped } = outcome.ran
  if (passed + failed === 0) {
    return { counts: { passed, failed: 1, skipped }, text: 'ran, but no test in it: that proves nothing' }
  }
  const parts = [`${passed + failed + skipped} tests`, `${passed} passed`]
  if (failed > 0) parts.push(`${failed} failed`)
  if (skipped > 0) parts.push(`${skipped} skipped`)
  return { counts: outcome.ran, text: parts.join(', ') }
}
