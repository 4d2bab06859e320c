import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Decrypter, generateIdentity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Config } from '../platform/config/config.ts'
import { createManualClock, type ManualClock, settle, testStart } from '../testing/manual-clock.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { testCatalogue, testNetwork } from '../testing/test-catalogue.ts'
import { verifyBackupFile } from './backup-file.ts'

const hourMs = 3_600_000
let dir = ''
let clock: ManualClock
let site: TestApp | undefined
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'roundsman-backups-'))
  clock = createManualClock()
})
afterEach(async () => {
  await site?.close()
  site = undefined
  rmSync(dir, { recursive: true, force: true })
})

async function start(change: Partial<NonNullable<Config['backups']>> = {}): Promise<TestApp> {
  site = await createTestApp({
    clock,
    catalogue: testCatalogue([testNetwork({ name: 'Celestia' })]),
    config: { backups: { dir, everyMs: 6 * hourMs, keep: 2, recipient: null, ...change } },
  })
  await site.app.start()
  return site
}

const name = (hours: number) =>
  `roundsman-${new Date(testStart + hours * hourMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
const figure = async (name: string) =>
  Number(
    new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(
      (await site?.platform.metrics.metrics()) ?? '',
    )?.[1],
  )
const done = 'roundsman_backups_total{outcome="done"}'
const failed = 'roundsman_backups_total{outcome="failed"}'

/** Until so many were done, or failed: the clock stands while one is made. */
async function until(counter: string, count: number): Promise<void> {
  while ((await figure(counter)) < count) {
    // The processes that make it need the machine more than a loop that waits for them.
    await whileTried()
    await settle()
  }
}

/** Until the backup that is tried, if one is, comes or goes. */
async function whileTried(): Promise<void> {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return
  // What goes between a look and the beginning of watching would be waited for without an end.
  const watcher = watch(dir)
  try {
    if (readdirSync(dir).some((one) => one.startsWith('.roundsman-trial'))) await once(watcher, 'change')
  } finally {
    watcher.close()
  }
}

/** A minute, and a tenth of it that chance may add to the pause of a loop. */
const passMs = 67_000

/** The clock of the wall goes on at a stroke: hours of every loop of the program would take long. */
async function hoursLater(hours: number): Promise<void> {
  clock.setNow(testStart + hours * hourMs)
  await clock.advance(passMs)
}

test('B180, B182, B185: one at once, restored on trial, and none before its time', async () => {
  await start()
  await until(done, 1)
  expect(readdirSync(dir)).toEqual([name(0)])
  await verifyBackupFile(join(dir, name(0)))
  expect(await figure('roundsman_backup_restored_rows')).toBeGreaterThan(0)
  await hoursLater(5)
  expect(await figure(done)).toBe(1)
  expect(await figure('roundsman_backup_age_seconds')).toBe(5 * 3600 + passMs / 1000)
  expect(await figure('roundsman_backup_size_bytes')).toBeGreaterThan(1000)
})

test('B180, B181, B184: a restart makes none before its time; then old ones go, what a process that was killed has left too, strangers stay', async () => {
  for (const hours of [-14, -8, -2])
    writeFileSync(join(dir, name(hours)), 'a backup, as far as its name goes')
  writeFileSync(join(dir, '.roundsman-left.backup'), 'half a backup')
  writeFileSync(join(dir, 'notes.txt'), 'of somebody else')
  await start()
  await hoursLater(3)
  expect(await figure(done)).toBe(0)
  await hoursLater(4)
  await until(done, 1)
  const toTheHour = (one: string) => one.slice(0, 23)
  expect(readdirSync(dir).map(toTheHour).sort()).toEqual(
    ['notes.txt', name(-2), name(4)].map(toTheHour).sort(),
  )
})

test('B181: one that fails leaves nothing, is counted and tried again', async () => {
  rmSync(dir, { recursive: true })
  writeFileSync(dir, 'a file where a directory should be')
  await start()
  await until(failed, 1)
  rmSync(dir)
  await clock.advance(150_000)
  await until(done, 1)
  expect(readdirSync(dir)).toHaveLength(1)
})

test('B183: with a key named, only its owner can read them', async () => {
  const identity = await generateIdentity()
  await start({ recipient: await identityToRecipient(identity) })
  await until(done, 1)
  expect(readdirSync(dir)).toEqual([`${name(0)}.age`])
  const sealed = readFileSync(join(dir, `${name(0)}.age`))
  expect(sealed.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const plain = join(dir, 'plain')
  writeFileSync(plain, await decrypter.decrypt(sealed))
  await verifyBackupFile(plain)
})
