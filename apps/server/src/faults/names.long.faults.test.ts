import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AlertSite, openAlertSite, smsWaiting } from '../testing/alert-site.ts'
import { copyEmbeddedTemplate, openEmbedded } from '../testing/test-database.ts'
import { behind, longWait, type Program, startServer, untilKnown } from './testing/programs.ts'

// A program with a list of names of its own, in which those that it needs are not any more, as when no DNS answers.

const canUnshare = spawnSync('unshare', ['--mount', 'true']).status === 0
const unless = canUnshare ? '' : ' (not run: a list of names of its own needs root and unshare)'

const host = 'site.example'
let site: AlertSite
let names: string
let program: Program | null

/** In place: the program sees this very file as its /etc/hosts. */
const know = (...hosts: string[]) => writeFileSync(names, `127.0.0.1 ${['localhost', ...hosts].join(' ')}\n`)

/** Whoever is connected needs no name: connections break off. */
function breakOff(): void {
  for (const name of ['a', 'b'])
    site.simnet.setFaults(site.chain.profile.blockchainId, name, [{ kind: 'dropped' }])
}
function mend(): void {
  for (const name of ['a', 'b']) site.simnet.setFaults(site.chain.profile.blockchainId, name, [])
}

describe.skipIf(!canUnshare)(`with names of its own${unless}`, () => {
  beforeEach(async () => {
    program = null
    site = await openAlertSite(host)
    names = join(site.dir, 'hosts')
    know(host)
    await copyEmbeddedTemplate(site.dir)
    const db = await openEmbedded(site.dir)
    await site.addReaders(db)
    await db.close()
  })
  afterEach(async () => {
    await program?.kill()
    await site.close()
  })

  test('B258: while no name can be looked up nothing is told of what nobody sees; then all of it is, and nobody is told twice', async () => {
    const own = ['unshare', '--mount', 'sh', '-c', 'mount --bind "$0" /etc/hosts && exec "$@"', names]
    program = await startServer({ ...site.environment, ROUNDSMAN_DATA_DIR: site.dir }, undefined, own)
    const running = program
    await untilKnown([running])
    site.miss(0)
    await site.twilio.waitFor(10)
    know()
    breakOff()
    const told = site.twilio.taken.length
    const from = site.chain.height()
    site.miss(5)
    // Longer than until a network counts as unreachable.
    await vi.waitFor(() => expect(site.chain.height()).toBeGreaterThan(from + 200), longWait)
    mend()
    // Endpoints are there, and nobody finds them.
    await vi.waitFor(() => expect(site.chain.height()).toBeGreaterThan(from + 250), longWait)
    expect(site.twilio.taken).toHaveLength(told)
    know(host)
    site.miss(0)
    await vi.waitFor(() => expect(site.chain.height()).toBeGreaterThan(site.over() + 10), longWait)
    await vi.waitFor(async () => expect(await behind(running)).toBeLessThan(10), longWait)
    await vi.waitFor(async () => expect(await smsWaiting(running.address)).toBe(0), longWait)
    await running.kill()
    const db = await openEmbedded(site.dir)
    await site.expectToldOnce(db)
    await db.close()
  })
})
