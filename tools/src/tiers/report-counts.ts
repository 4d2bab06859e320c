import type { Counts } from './tier.ts'

/** The parts of Vitest's JSON report that are read here. */
export interface VitestReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** The parts of Playwright's JSON report that are read here. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors?: unknown[]
}

/**
 * Counts of a Vitest run. A file that could not even be read has no failed test of its own and counts as one;
 * so does a run that failed for a reason outside every test (an unhandled rejection).
 */
export function vitestCounts(report: VitestReport, exitCode: number): Counts {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  const failed = report.numFailedTests + broken.length
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && (exitCode !== 0 || !report.success) ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Counts of a Playwright run; a test that passed only at a second try failed. */
export function playwrightCounts(report: PlaywrightReport, exitCode: number): Counts {
  const { expected, unexpected, flaky, skipped } = report.stats
  const failed = unexpected + flaky + (report.errors?.length ?? 0)
  return { passed: expected, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped }
}
