import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../root.ts'
import type { Counts } from './tier.ts'

/** The parts of Vitest's JSON report that are read here. */
export interface VitestReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: VitestFile[]
}

interface VitestFile {
  name: string
  status: string
  /** Why the file could not be read. */
  message: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}

/** The parts of Playwright's JSON report that are read here. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors?: PlaywrightError[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: PlaywrightSpec[]
}

interface PlaywrightSpec {
  file: string
  line: number
  title: string
  tests: { status: string; results: PlaywrightResult[] }[]
}

interface PlaywrightResult {
  error?: PlaywrightError
  /** Among them `error-context`: a Markdown file that ends with the page as a screen reader has it. */
  attachments?: { name: string; path?: string }[]
}

interface PlaywrightError {
  message?: string
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
  const counts: Counts = {
    passed: report.numPassedTests,
    failed: failed === 0 && (exitCode !== 0 || !report.success) ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  const failures = [
    ...broken.map(({ name, message }) => failure(name, 'could not be read', message)),
    ...report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map((test) => failure(name, test.fullName, test.failureMessages[0])),
    ),
  ]
  return failures.length === 0 ? counts : { ...counts, failures }
}

/**
 * Counts of a Playwright run; a test that passed only at a second try failed.
 * @param read the text of a file that a failed test left; '' if there is none any more
 */
export function playwrightCounts(
  report: PlaywrightReport,
  exitCode: number,
  read: (file: string) => string = () => '',
): Counts {
  const { expected, unexpected, flaky, skipped } = report.stats
  const errors = report.errors ?? []
  const failed = unexpected + flaky + errors.length
  const counts: Counts = { passed: expected, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped }
  const failures = [
    ...errors.map(({ message }) => failure('', 'outside every test', message)),
    ...(report.suites ?? []).flatMap(specsOf).flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) => {
          const broken = results.find((result) => result.error !== undefined)
          const context = broken?.attachments?.find(({ name }) => name === 'error-context')?.path
          const page = context === undefined ? [] : pageShown(read(context))
          return [failure(`${file}:${line}`, title, broken?.error?.message), ...page].join('\n')
        }),
    ),
  ]
  return failures.length === 0 ? counts : { ...counts, failures }
}

function specsOf(suite: PlaywrightSuite): PlaywrightSpec[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

/** Lines of the page that are kept: what stood there instead of what was waited for. */
const keptOfPage = 30

/** The page's main part when a test failed, or all of it where it has none: nobody can look at the machine afterwards. */
function pageShown(context: string): string[] {
  const [, snapshot = ''] = /```yaml\n([^]*?)```/.exec(context) ?? []
  const lines = snapshot.split('\n').filter((line) => line.trim() !== '')
  const main = lines.findIndex((line) => /^\s*- main\b/.test(line))
  return lines
    .slice(Math.max(0, main))
    .slice(0, keptOfPage)
    .map((line) => `    | ${line}`)
}

/** Lines of an error that are kept: the assertion and what it got, without the call log and the stack. */
const keptLines = 6

function failure(where: string, name: string, error = ''): string {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('at '))
  const shown = where === '' ? '' : path.relative(root, path.resolve(root, where))
  return [
    `✗ ${shown} ${name}`.replace('  ', ' '),
    ...lines.slice(0, keptLines).map((line) => `    ${line}`),
  ].join('\n')
}
