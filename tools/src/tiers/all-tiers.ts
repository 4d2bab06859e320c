import { existsSync } from 'node:fs'
import path from 'node:path'
import { findChromium } from '../engines/chromium.ts'
import { startPostgres } from '../engines/postgres.ts'
import { ensureBuilt } from '../ensure-built.ts'
import { findProgram } from '../find-program.ts'
import { root } from '../root.ts'
import { runCommand, runInstalled } from '../run-command.ts'
import { runPlaywright, runVitest } from './run-suites.ts'
import type { Counts, Tier } from './tier.ts'

/** Every tier, in the order they run: what is quick to say no comes first. */
export const allTiers: readonly Tier[] = [
  { name: 'rules', run: runRules },
  { name: 'unit', run: async () => ({ ran: await runVitest(['--project', 'unit']) }) },
  { name: 'web', run: async () => ({ ran: await runVitest(['--project', 'web']) }) },
  { name: 'server', run: async () => ({ ran: await runServerSuite(undefined) }) },
  { name: 'postgres', run: runPostgres },
  { name: 'build', run: runBuild },
  { name: 'browser', run: runBrowser },
  { name: 'chain', run: runChain },
]

async function runRules() {
  const checks: [string, () => Promise<Counts>][] = [
    ['format', async () => oneTest(await runInstalled('@biomejs/biome/bin/biome', ['format', '.']))],
    ['lint', async () => oneTest(await runInstalled('eslint/bin/eslint.js', ['.', '--max-warnings', '0']))],
    ['boundaries', () => runCheck('boundaries')],
    ['types', () => runCheck('types')],
    ['fixtures', () => runVitest(['--project', 'rules'])],
  ]
  let sum: Counts = { passed: 0, failed: 0, skipped: 0 }
  for (const [name, check] of checks) {
    const counts = await check()
    console.log(`rules: ${name} ${counts.failed === 0 ? 'passes' : 'fails'}`)
    sum = add(sum, counts)
  }
  return { ran: sum }
}

/** One of our own commands, counted as one test. */
async function runCheck(name: string): Promise<Counts> {
  return oneTest(await runCommand(process.execPath, [`${root}/tools/bin/${name}.mjs`]))
}

/** It builds, builds nothing the second time, and the page stays within its budget of bytes. */
async function runBuild() {
  const built = await runCheck('build')
  const again = (await ensureBuilt(['web', 'server', 'simnet'])).length
  const budget = await runCommand(process.execPath, [`${root}/apps/web/budget.mjs`])
  return { ran: [built, oneTest(again), oneTest(budget)].reduce(add) }
}

async function runPostgres() {
  const postgres = await startPostgres()
  if ('notRun' in postgres) return postgres
  try {
    console.log(`postgres: ${postgres.what}`)
    return { ran: await runServerSuite(postgres.url) }
  } finally {
    await postgres.stop()
  }
}

function runServerSuite(databaseUrl: string | undefined): Promise<Counts> {
  return runVitest(['--project', 'server'], { env: { TEST_DATABASE_URL: databaseUrl } })
}

async function runBrowser() {
  const chromium = await findChromium()
  return 'notRun' in chromium ? chromium : { ran: await runPlaywright({ CHROMIUM_PATH: chromium.path }) }
}

async function runChain() {
  if (findProgram(['go']) === undefined) {
    return {
      notRun: { why: 'no Go on this machine', install: 'install Go 1.25 or newer and put `go` on the PATH' },
    }
  }
  const config = 'realchain/vitest.config.ts'
  if (!existsSync(path.join(root, config))) {
    return { notRun: { why: `${config} is not there`, install: 'take a whole checkout' } }
  }
  // One of its files starts the built product.
  await ensureBuilt(['web', 'server'])
  return { ran: await runVitest(['--config', config]) }
}

const oneTest = (exitCode: number): Counts =>
  exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }

function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}
