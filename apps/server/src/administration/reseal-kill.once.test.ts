import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { secretFiles } from '../platform/config/secrets.ts'
import type { SealedColumn } from '../platform/config/text-seal.ts'
import type { Database } from '../platform/db/database.ts'
import { type ServerProcess, startProcess } from '../testing/server-process.ts'
import { createTestApp } from '../testing/test-app.ts'
import { testCatalogue, testNetwork } from '../testing/test-catalogue.ts'
import { copyEmbeddedTemplate, openEmbedded } from '../testing/test-database.ts'
import { fill, openAll, sealOf } from './testing/sealed-rows.ts'

// As an operator changes the secret of a data directory. On the embedded engine whatever the suite runs on.

const before = Buffer.from('the secret before, 32 bytes at least')

describe('a new secret of the data directory', { timeout: 240_000 }, () => {
  let dir: string
  let columns: readonly SealedColumn[]
  let running: ServerProcess[]
  const many = 1_200
  beforeEach(async () => {
    running = []
    dir = mkdtempSync(join(tmpdir(), 'roundsman-reseal-'))
    await copyEmbeddedTemplate(dir)
    writeFileSync(join(dir, 'networks.json'), JSON.stringify(testCatalogue([testNetwork()])))
    const site = await createTestApp()
    columns = site.app.modules.flatMap(({ sealed }) => sealed ?? [])
    await site.close()
    writeFileSync(secretFiles(dir).present, before, { mode: 0o600 })
    await withDatabase((db) => fill(db, columns, before, many))
  })
  afterEach(async () => {
    for (const { child } of running) child.kill('SIGKILL')
    await Promise.all(running.map(({ ended }) => ended))
    rmSync(dir, { recursive: true, force: true })
  })

  function start(file: string, ...words: string[]): ServerProcess {
    const process = startProcess(file, words, {
      ROUNDSMAN_DATA_DIR: dir,
      ROUNDSMAN_PORT: '0',
      ROUNDSMAN_NETWORKS_FILE: join(dir, 'networks.json'),
    })
    running.push(process)
    return process
  }

  async function withDatabase<T>(use: (db: Database) => Promise<T>): Promise<T> {
    const db = await openEmbedded(dir)
    try {
      return await use(db)
    } finally {
      await db.close()
    }
  }

  /** With what lies in the directory just now. */
  const readable = () => {
    const files = secretFiles(dir)
    const other = existsSync(files.other) ? readFileSync(files.other) : null
    return withDatabase((db) => openAll(db, columns, sealOf(readFileSync(files.present), other)))
  }

  const secret = () => readFileSync(secretFiles(dir).present, 'latin1')
  async function until(is: () => boolean): Promise<void> {
    while (!is()) await systemClock.sleep(1)
  }

  it('B211, B212: killed at any instant nothing is lost, and run again it comes to its end', async () => {
    const all = await readable()
    const instants: ((process: ServerProcess) => Promise<unknown>)[] = [
      () => until(() => existsSync(secretFiles(dir).other)),
      () => until(() => secret() !== String(before)),
      (process) => process.said(/user_contact\.sealed: .*\n/),
      (process) => process.said(/delivery\.payload: .*\n/),
    ]
    for (const instant of instants) {
      const process = start('cli.ts', 'reseal', '--new-secret')
      await instant(process)
      process.child.kill('SIGKILL')
      await process.ended
      expect(await readable()).toBe(all)
    }
    const made = secret()
    // A backup of that moment is as good.
    const file = join(dir, 'halfway.backup')
    expect((await start('cli.ts', 'backup', file).ended).code).toBe(0)
    const elsewhere = join(dir, 'elsewhere')
    const restored = startProcess('cli.ts', ['restore', file], { ROUNDSMAN_DATA_DIR: elsewhere })
    expect([(await restored.ended).code, restored.err()]).toEqual([0, ''])
    for (const which of ['present', 'other'] as const)
      expect(readFileSync(secretFiles(elsewhere)[which])).toEqual(readFileSync(secretFiles(dir)[which]))
    const last = start('cli.ts', 'reseal', '--new-secret')
    expect([(await last.ended).code, last.err()]).toEqual([0, ''])
    // The secret that was made when it was first run, and nothing of the one before.
    expect(secret()).toBe(made)
    expect(existsSync(secretFiles(dir).other)).toBe(false)
    expect(await readable()).toBe(all)
  })

  it('B212: a running server is not left with a secret that is another one', async () => {
    await withDatabase(async ({ orm }) => void (await orm.execute(sql`delete from web_push_key`)))
    const server = start('main.ts')
    await server.said(/"address":"([^"]+)"/)
    const refused = start('cli.ts', 'reseal', '--new-secret')
    expect((await refused.ended).code).toBe(1)
    expect(refused.err()).toContain('Stop the server first')
    expect(secret()).toBe(String(before))
    const idle = start('cli.ts', 'reseal')
    expect((await idle.ended).code).toBe(0)
    expect(idle.out()).toContain(`user_contact.sealed: 0 of ${many} encrypted anew`)
  })
})
