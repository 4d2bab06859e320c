import { existsSync } from 'node:fs'
import path from 'node:path'
import { findChromium } from '../engines/chromium.ts'
import { startPostgres } from '../engines/postgres.ts'
import { findStores } from '../engines/stores.ts'
import { ensureBuilt } from '../ensure-built.ts'
import { findProgram } from '../find-program.ts'
import { canMakeImages } from '../release/base-system.ts'
import { root } from '../root.ts'
import { runCommand, runInstalled } from '../run-command.ts'
import { runPlaywright, runVitest } from './run-suites.ts'
import type { Counts, Tier } from './tier.ts'

/**
 * Every tier, what is quick to say no first. Each line keeps two cores busy by itself, so more of them beside each other
 * only make every wait longer (tried: 35 minutes, and liars that nobody asked in time); but a chain mostly waits for its
 * blocks, so it runs beside the server's suite, and the rules are ESLint in one thread, which leaves a core to the units.
 */
export const allTiers: readonly Tier[] = [
  { name: 'build', run: runBuild },
  { name: 'rules', line: 'rules', after: 'build', run: runRules },
  { name: 'unit', run: async () => ({ ran: await runVitest(['--project', 'unit']) }) },
  {
    name: 'web',
    run: async () => ({ ran: await runVitest(['--project', 'web', '--project', 'web-alone']) }),
  },
  { name: 'chain', line: 'chain', after: 'web', run: runChain },
  { name: 'stores', line: 'chain', run: runStores },
  { name: 'release', line: 'chain', run: runRelease },
  { name: 'faults', line: 'chain', run: (output) => runFaults(['--exclude', longFaults], output) },
  {
    name: 'faults-long',
    line: 'chain',
    onRequest: true,
    run: (output) => runFaults(['.long.faults'], output),
  },
  { name: 'server', run: async () => ({ ran: await runServerSuite() }) },
  { name: 'postgres', run: runPostgres },
  { name: 'browser', run: runBrowser },
]

async function runRules(output?: string) {
  const checks: [string, () => Promise<Counts>][] = [
    [
      'format',
      async () => oneTest(await runInstalled('@biomejs/biome/bin/biome', ['format', '.'], { output })),
    ],
    ['boundaries', () => runCheck('boundaries', output)],
    ['types', () => runCheck('types', output)],
    ['fixtures', () => runVitest(['--project', 'rules'], { output })],
    ['lint', () => runCheck('lint', output)],
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
async function runCheck(name: string, output?: string): Promise<Counts> {
  return oneTest(await runCommand(process.execPath, [`${root}/tools/bin/${name}.mjs`], { output }))
}

/** It builds, and builds nothing the second time. */
async function runBuild() {
  const built = await runCheck('build')
  const again = (await ensureBuilt(['web', 'server', 'simnet', 'phone'])).length
  return { ran: [built, oneTest(again)].reduce(add) }
}

function runServerSuite(): Promise<Counts> {
  return runVitest(['--project', 'server'], { env: { TEST_DATABASE_URL: undefined } })
}

/** What every test that opens a database imports. */
const testDatabase = 'apps/server/src/testing/test-database.ts'
/**
 * What PostgreSQL has nothing to do with: those of the embedded engine, by their name or because the programs that they
 * start are on it whatever the suite runs on, and those that say as much once as twice.
 */
export const notOnPostgres: readonly string[] = [
  '**/embedded-*.test.ts',
  'apps/server/src/main.test.ts',
  'apps/server/src/account-crash.test.ts',
  '**/*.once.test.ts',
]

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

/** Against real stores of series, each with files of its own. */
async function runStores(output?: string) {
  const stores = findStores()
  if ('notRun' in stores) return stores
  const env = { ...stores, TEST_DATABASE_URL: undefined }
  return { ran: await runVitest(['--project', 'stores'], { env, output }) }
}

/** Makes a release and runs it as whoever installs it would, in roots of their own; that needs Linux, Debian and root. */
async function runRelease(output?: string) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !canMakeImages) {
    return {
      notRun: {
        why: 'a release is tried in roots of its own, made of Debian packages: that needs Linux, apt-get and root',
        install: 'run `npm test -- --tier release` as root on Debian',
      },
    }
  }
  await built()
  return { ran: await runVitest(['--project', 'release'], { output }) }
}

/** Those that take a minute each, mostly of leases that have to run out. */
const longFaults = '**/*.long.faults.test.ts'

/**
 * Breaks what the product stands on: servers, disks, names. What of it a machine cannot do is skipped by its test, whose
 * name then says why.
 */
async function runFaults(which: readonly string[], output?: string) {
  if (process.platform !== 'linux') {
    return {
      notRun: {
        why: 'processes are stopped, disks filled and names taken away as Linux does it',
        install: 'run `npm test -- --tier faults,faults-long` on Linux, as root for all of it',
      },
    }
  }
  const env = { TEST_DATABASE_URL: undefined }
  return { ran: await runVitest(['--project', 'faults', ...which], { env, output }) }
}

/**
 * What needs the built page alone, on two browsers, and beside it what shares one running product, one after the other:
 * that waits for blocks, mails and other tabs more than it computes. The first gives way, so that a product and its
 * clients, which give up after seconds, are as fast as if they were alone.
 */
async function runBrowser(output?: string) {
  const chromium = await findChromium()
  if ('notRun' in chromium) return chromium
  await built()
  const options = { env: { CHROMIUM_PATH: chromium.path }, output }
  const [product, stage] = await Promise.all([
    runPlaywright('product', options),
    runPlaywright('stage', { ...options, lowPriority: true }),
  ])
  return { ran: add(product, stage) }
}

async function runChain(output?: string) {
  if (findProgram(['go']) === undefined) {
    return {
      notRun: { why: 'no Go on this machine', install: 'install Go 1.26 or newer and put `go` on the PATH' },
    }
  }
  const config = 'realchain/vitest.config.ts'
  if (!existsSync(path.join(root, config))) {
    return { notRun: { why: `${config} is not there`, install: 'take a whole checkout' } }
  }
  // One of its files starts the built product.
  await built()
  return { ran: await runVitest(['--config', config], { output }) }
}

/** What is missing of the build, once: two tiers that begin together would build into the same folders. */
let building: Promise<unknown> | undefined
const built = () => (building ??= ensureBuilt(['web', 'server', 'simnet', 'phone']))

const oneTest = (exitCode: number): Counts =>
  exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }

function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...(a.failures ?? []), ...(b.failures ?? [])],
  }
}
