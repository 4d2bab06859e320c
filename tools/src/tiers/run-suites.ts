import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type CommandOptions, runInstalled } from '../run-command.ts'
import { type PlaywrightReport, playwrightCounts, type VitestReport, vitestCounts } from './report-counts.ts'
import type { Counts } from './tier.ts'

/**
 * Runs Vitest with these arguments and counts what its JSON report says.
 * @param args with `related <file>` first, the tests that import the file, else all that the rest selects
 */
export function runVitest(args: readonly string[], options: CommandOptions = {}): Promise<Counts> {
  return withReport(async (file) => {
    const reporters = ['--run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const code = await runInstalled('vitest/vitest.mjs', [...args, ...reporters], options)
    return existsSync(file)
      ? vitestCounts(JSON.parse(readFileSync(file, 'utf8')) as VitestReport, code)
      : nothing
  })
}

/** Runs one project of the browser suite and counts what its JSON report says. */
export function runPlaywright(project: string, options: CommandOptions = {}): Promise<Counts> {
  return withReport(async (file) => {
    const config = ['--config', 'e2e/playwright.config.ts', `--project=${project}`]
    const args = ['test', ...config, '--reporter=list,json']
    const code = await runInstalled('@playwright/test/cli.js', args, {
      ...options,
      env: { ...options.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    })
    return existsSync(file)
      ? playwrightCounts(JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport, code, textOf)
      : nothing
  })
}

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** A run that leaves no report failed before its first test. */
const nothing: Counts = { passed: 0, failed: 1, skipped: 0 }

async function withReport(run: (file: string) => Promise<Counts>): Promise<Counts> {
  const folder = mkdtempSync(path.join(tmpdir(), 'roundsman-report-'))
  try {
    return await run(path.join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
