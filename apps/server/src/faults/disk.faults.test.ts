import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AlertSite, openAlertSite, smsWaiting } from '../testing/alert-site.ts'
import { copyEmbeddedTemplate, openEmbedded } from '../testing/test-database.ts'
import { type ServerProcess, startProcess } from '../testing/server-process.ts'
import { committed, longWait, type Program, startServer, untilKnown } from './testing/programs.ts'
import { makeSmallDisk, type SmallDisk, whyNoSmallDisk } from './testing/small-disk.ts'

// The embedded database on a file system of its own, while the program finds out and tells.

const whyNot = whyNoSmallDisk()
const unless = whyNot === null ? '' : ` (not run: ${whyNot})`

let site: AlertSite
let disk: SmallDisk
let programs: Program[]

const environment = () => ({ ...site.environment, ROUNDSMAN_DATA_DIR: disk.path })

async function start(): Promise<Program> {
  const program = await startServer(environment())
  programs.push(program)
  return program
}

/** What health says, as one line. */
async function health({ address }: Program): Promise<string> {
  return (await fetch(`${address}/api/health/`)).text()
}

/** The next missed block is told, and nothing waits: all that was missed was told once. */
async function expectGoesOn(program: Program): Promise<void> {
  site.miss(0)
  const goal = (await committed(program)) + site.over() - site.chain.height()
  await vi.waitFor(async () => expect(await committed(program)).toBeGreaterThan(goal), longWait)
  await vi.waitFor(async () => expect(await smsWaiting(program.address)).toBe(0), longWait)
  await program.kill()
  const db = await openEmbedded(disk.path)
  await site.expectToldOnce(db)
  await db.close()
}

describe.skipIf(whyNot !== null)(`on a disk of its own${unless}`, () => {
  beforeEach(async () => {
    programs = []
    site = await openAlertSite()
    disk = makeSmallDisk(200)
    await copyEmbeddedTemplate(disk.path)
    const db = await openEmbedded(disk.path)
    await site.addReaders(db)
    await db.close()
  })
  afterEach(async () => {
    for (const one of programs) await one.kill()
    disk.remove()
    await site.close()
  })

  test('B238: on a full disk it says what to do, and goes on once there is room: nothing is lost, nobody is told twice', async () => {
    const program = await start()
    await untilKnown([program])
    site.miss(0)
    await site.twilio.waitFor(10)
    disk.fill()
    // Missed while nothing can be stored.
    site.miss(0)
    await vi.waitFor(
      async () => expect(await health(program)).toContain('is full: make room on it'),
      longWait,
    )
    await vi.waitFor(() => expect(site.chain.height()).toBeGreaterThan(site.over()), longWait)
    disk.makeRoom()
    await vi.waitFor(async () => expect(await health(program)).toContain('"ok"'), longWait)
    await expectGoesOn(program)
    expect(program.process.out().match(/nothing can be stored until this is mended/g)).toHaveLength(1)
    expect(program.process.out().match(/the disk is nearly full/g)).toHaveLength(1)
  })

  test('B239: on a disk that is only read any more it says so and ends, or stays; started again on a mended one it goes on', async () => {
    const program = await start()
    await untilKnown([program])
    site.miss(0)
    await site.twilio.waitFor(10)
    disk.failToReadOnly()
    expect(await program.process.ended).toEqual({ code: 1, signal: null })
    expect(program.process.out()).toContain('can only be read: find out why')
    // So does each start until it is mended.
    const early: ServerProcess = startProcess('main.ts', [], environment())
    expect(await early.ended).toEqual({ code: 1, signal: null })
    site.miss(0)
    disk.remount()
    await expectGoesOn(await start())
  })
})
