import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { playwrightCounts, vitestCounts } from './report-counts.ts'

const folder = mkdtempSync(path.join(root, 'node_modules/.roundsman-report-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a real Vitest on test files of our own, so that a change of its report shows here. */
function runVitest(files: Record<string, string>) {
  const run = mkdtempSync(path.join(folder, 'run-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(run, name), content)
  writeFileSync(path.join(run, 'vitest.config.mjs'), 'export default {}')
  const out = path.join(run, 'report.json')
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--root', run, '--reporter=json', `--outputFile=${out}`]
  const { status } = spawnSync(process.execPath, args, { cwd: run })
  return vitestCounts(JSON.parse(readFileSync(out, 'utf8')), status ?? 1)
}

const head = "import { it, expect } from 'vitest'\n"

describe('counts of a Vitest run', { timeout: 60_000 }, () => {
  it('adds passed, failed and skipped tests', () => {
    const content = `${head}it('a', () => {}); it('b', () => expect(1).toBe(2)); it.skip('c', () => {}); it.todo('d')`
    const counts = runVitest({ 'a.test.mjs': content })
    expect(counts).toMatchObject({ passed: 1, failed: 1, skipped: 2 })
    expect(counts.failures).toEqual([expect.stringMatching(/^✗ .*a\.test\.mjs b\n    .*expected 1 to be 2/)])
  })

  it('counts a file that cannot be read as failed', () => {
    const counts = runVitest({
      'a.test.mjs': `${head}it('a', () => {})`,
      'b.test.mjs': "import './nothing.mjs'",
    })
    expect(counts).toMatchObject({ passed: 1, failed: 1, skipped: 0 })
    expect(counts.failures).toEqual([expect.stringMatching(/b\.test\.mjs could not be read/)])
  })

  it('counts a rejection that no test waited for as failed', () => {
    const content = `${head}it('a', async () => { void Promise.reject(new Error('lost')); await new Promise(setImmediate) })`
    expect(runVitest({ 'a.test.mjs': content })).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })
})

describe('counts of a Playwright run', () => {
  const stats = { expected: 4, unexpected: 0, flaky: 0, skipped: 1 }

  it('takes them as they are', () => {
    expect(playwrightCounts({ stats }, 0)).toEqual({ passed: 4, failed: 0, skipped: 1 })
  })

  it('counts a flaky test as failed', () => {
    expect(playwrightCounts({ stats: { ...stats, flaky: 1 } }, 0).failed).toBe(1)
  })

  it('names what failed, where, and how its error begins', () => {
    const error = {
      message: 'Error: \u001b[2mexpect(\u001b[22mlocator) failed\n\nTimeout: 45 s\n    at Page.click',
    }
    const spec = (title: string, status: string) => ({
      file: 'e2e/specs/list.spec.ts',
      line: 12,
      title,
      tests: [{ status, results: status === 'expected' ? [{}] : [{ error }] }],
    })
    const suites = [
      { specs: [spec('a', 'expected')], suites: [{ specs: [spec('b', 'unexpected'), spec('c', 'flaky')] }] },
    ]
    const { failures } = playwrightCounts({ stats: { ...stats, unexpected: 1, flaky: 1 }, suites }, 1)
    const text = '\n    Error: expect(locator) failed\n    Timeout: 45 s'
    expect(failures).toEqual([`✗ e2e/specs/list.spec.ts:12 b${text}`, `✗ e2e/specs/list.spec.ts:12 c${text}`])
  })

  it('shows the main part of the page that a failed test saw', () => {
    const yaml = '- navigation:\n  - link "Charts"\n- main:\n  - alert: Try again'
    const attachments = [
      { name: 'screenshot', path: 'a.png' },
      { name: 'error-context', path: 'a.md' },
    ]
    const results = [{ error: { message: 'Error: not found' }, attachments }]
    const spec = { file: 'a.spec.ts', line: 1, title: 'a', tests: [{ status: 'unexpected', results }] }
    const report = { stats: { ...stats, unexpected: 1 }, suites: [{ specs: [spec] }] }
    const read = (file: string) => (file === 'a.md' ? `# Page\n\`\`\`yaml\n${yaml}\n\`\`\`\n` : '')
    const shown = '\n    | - main:\n    |   - alert: Try again'
    expect(playwrightCounts(report, 1, read).failures).toEqual([
      `✗ a.spec.ts:1 a\n    Error: not found${shown}`,
    ])
    expect(playwrightCounts(report, 1).failures).toEqual(['✗ a.spec.ts:1 a\n    Error: not found'])
  })

  it('counts an error outside every test as failed', () => {
    expect(playwrightCounts({ stats, errors: [{}] }, 1).failed).toBe(1)
    expect(playwrightCounts({ stats }, 1).failed).toBe(1)
  })
})
