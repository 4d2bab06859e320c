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

/** Every tier, in the order they begin: what is quick to say no comes first. */
export const allTiers: readonly Tier[] = [
  { name: 'rules', run: runRules },
  { name: 'unit', run: async () => ({ ran: await runVitest(['--project', 'unit']) }) },
  { name: 'web', run: async () => ({ ran: await runVitest(['--project', 'web']) }) },
  { name: 'build', run: runBuild },
  // Two chains at the pace of their blocks leave two cores nearly idle.
  { name: 'chain', beside: true, run: runChain },
  { name: 'server', run: async () => ({ ran: await runServerSuite() }) },
  { name: 'postgres', run: runPostgres },
  { name: 'browser', run: runBrowser },
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
  const budget = await runCommand(process.execPath, ['--import', 'tsx', `${root}/apps/web/budget.ts`])
  return { ran: [built, oneTest(again), oneTest(budget)].reduce(add) }
}

function runServerSuite(): Promise<Counts> {
  return runVitest(['--project', 'server'], { env: { TEST_DATABASE_URL: undefined } })
}

/** What every test that opens a database imports. */
const testDatabase = 'apps/server/src/testing/test-database.ts'
/** What PostgreSQL has nothing to do with: those of the embedded engine, and those that say as much once as twice. */
const notOnPostgres = ['**/embedded-*.test.ts', '**/*.once.test.ts']

async function runPostgres() {
  const postgres = await startPostgres()
  if ('notRun' in postgres) return postgres
  try {
    console.log(`postgres: ${postgres.what}`)
    const args = ['related', testDatabase, '--project', 'server']
    const left = notOnPostgres.flatMap((pattern) => ['--exclude', pattern])
    return { ran: await runVitest([...args, ...left], { env: { TEST_DATABASE_URL: postgres.url } }) }
  } finally {
    await postgres.stop()
  }
}

/** What needs the built page alone, on two browsers; then what shares one running product, one after the other. */
async function runBrowser() {
  const chromium = await findChromium()
  if ('notRun' in chromium) return chromium
  await ensureBuilt(['web', 'server', 'simnet'])
  const env = { CHROMIUM_PATH: chromium.path }
  return { ran: add(await runPlaywright('stage', env), await runPlaywright('product', env)) }
}

async function runChain(output?: string) {
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
  return { ran: await runVitest(['--config', config], { output }) }
}

const oneTest = (exitCode: number): Counts =>
  exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }

function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}
