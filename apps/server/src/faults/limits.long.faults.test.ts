import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AlertSite, openAlertSite, smsWaiting } from '../testing/alert-site.ts'
import { copyEmbeddedTemplate, openEmbedded } from '../testing/test-database.ts'
import { behind, longWait, type Program, startServer, untilKnown } from './testing/programs.ts'

// A program on the embedded database that the system gives no more of something, while it finds out and tells.

const whyNot = spawnSync('prlimit', ['--version']).status === 0 ? null : 'no prlimit on this machine'
const unless = whyNot === null ? '' : ` (not run: ${whyNot})`

let site: AlertSite
let programs: Program[]

async function start(): Promise<Program> {
  const program = await startServer({ ...site.environment, ROUNDSMAN_DATA_DIR: site.dir })
  programs.push(program)
  return program
}

/** Gives a running program so much of something, and no more. */
function limit({ process }: Program, what: '--nofile' | '--as', most: string): void {
  const { status, stderr } = spawnSync('prlimit', [`--pid=${process.child.pid}`, `${what}=${most}`], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

/** All that was missed was told once, and so is the next one. */
async function expectGoesOn(program: Program): Promise<void> {
  site.miss(0)
  await vi.waitFor(() => expect(site.chain.height()).toBeGreaterThan(site.over() + 10), longWait)
  await vi.waitFor(async () => expect(await behind(program)).toBeLessThan(10), longWait)
  await vi.waitFor(async () => expect(await smsWaiting(program.address)).toBe(0), longWait)
  await program.kill()
  const db = await openEmbedded(site.dir)
  await site.expectToldOnce(db)
  await db.close()
}

describe.skipIf(whyNot !== null)(`with less than it needs${unless}`, () => {
  beforeEach(async () => {
    programs = []
    site = await openAlertSite()
    await copyEmbeddedTemplate(site.dir)
    const db = await openEmbedded(site.dir)
    await site.addReaders(db)
    await db.close()
  })
  afterEach(async () => {
    for (const one of programs) await one.kill()
    await site.close()
  })

  test('B255: while no file can be opened it refuses whoever comes and goes on with its blocks; then it goes on with all: nothing is lost, nobody is told twice', async () => {
    const program = await start()
    await untilKnown([program])
    site.miss(0)
    await site.twilio.waitFor(10)
    limit(program, '--nofile', `${readdirSync(`/proc/${program.process.child.pid}/fd`).length}:`)
    site.miss(0)
    const health = async () => (await fetch(`${program.address}/api/health/`)).text()
    // Whoever is connected is told; nobody else is let in.
    await vi.waitFor(async () => expect(await health()).toContain('too many files are open'), longWait)
    await vi.waitFor(() => expect(site.chain.height()).toBeGreaterThan(site.over()), longWait)
    limit(program, '--nofile', '1024:')
    await vi.waitFor(async () => expect(await health()).toContain('"ok"'), longWait)
    expect(program.process.child.exitCode).toBeNull()
    await expectGoesOn(program)
  })

  test('B256: where the system gives no more memory it ends at once; started again nothing is lost, nobody is told twice', async () => {
    const program = await start()
    await untilKnown([program])
    site.miss(0)
    await site.twilio.waitFor(3)
    limit(program, '--as', '1000000:')
    site.miss(0)
    expect((await program.process.ended).code).not.toBe(0)
    await expectGoesOn(await start())
  })
})
