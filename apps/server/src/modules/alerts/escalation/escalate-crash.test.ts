import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startProgram } from '../../../testing/start-program.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { followProcess, type LedgerProcess } from '../../notifications/testing/ledger-process.ts'

// Real processes and a real database; kill -9 within a step's transaction and right behind it.

/** Each test starts several processes, one after the other. */
const slow = { timeout: 180_000 }
const alerts = [1, 2, 3, 4, 5]
let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
  // The embedded directory has one owner at a time: from here on the processes are it.
  if (database.url === null) await database.db.close()
})
afterEach(async () => {
  if (database.url === null) rmSync(database.dataDir, { recursive: true, force: true })
  else await database.drop()
})

function start(...args: string[]): LedgerProcess {
  const child = startProgram(new URL('../testing/escalate.child.ts', import.meta.url), args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      ROUNDSMAN_DATA_DIR: database.dataDir,
      ROUNDSMAN_SECRET: 'a secret for tests, 32 bytes at least',
      ...(database.url === null ? {} : { DATABASE_URL: database.url }),
    },
  })
  return followProcess(child)
}

async function run(line: string, ...args: string[]): Promise<string[]> {
  const one = start(...args)
  await one.said(line)
  expect(await one.end()).toBe(0)
  return one.lines
}

/** Of each alert: its steps, its reminders, and how many of them are different ones. */
const report = async () => (await run('reported', 'report')).filter((line) => line.startsWith('alert '))
const all = (steps: number, reminders = steps) =>
  alerts.map((id) => `alert ${id} ${steps} ${reminders} ${reminders}`)

/** Does step after step, and kills again and again what does it. @param remindersAfter of an alert, so many steps */
async function killing(begin: readonly string[], remindersAfter: (steps: number) => number): Promise<void> {
  await run('begun', 'begin', String(alerts.length), ...begin)
  const kills = [
    ['write', '1'],
    ['commit', '1'],
    ['write', '2'],
    ['commit', '3'],
  ] as const
  for (const [index, [where, at]] of kills.entries()) {
    const hours = String(index + 1)
    const killed = start('steps', hours, where, at)
    await killed.said('standing')
    await killed.kill()
    await run('done', 'steps', hours)
    expect(await report()).toEqual(all(index + 1, remindersAfter(index + 1)))
  }
}

test(
  'D182: killed within a step or right behind it, again and again, no step is lost and none is done twice',
  slow,
  () => killing([], (steps) => steps),
)

test('D205: the same of a team, whose steps ask one member and then three', slow, () =>
  killing(['team'], (steps) => Math.ceil(steps / 2) + 3 * Math.floor(steps / 2)),
)

test('D333: the same of incidents of two alerts each, of which one is reminded of', slow, async () => {
  await run('begun', 'begin', '3', 'incidents')
  for (const [index, [where, at]] of (
    [
      ['write', '1'],
      ['commit', '1'],
      ['write', '2'],
    ] as const
  ).entries()) {
    const hours = String(index + 1)
    const killed = start('steps', hours, where, at)
    await killed.said('standing')
    await killed.kill()
    await run('done', 'steps', hours)
    const steps = index + 1
    expect(await report()).toEqual(
      [1, 3, 5].flatMap((id) => [`alert ${id} ${steps} ${steps} ${steps}`, `alert ${id + 1} 0 0 0`]),
    )
  }
})

test(
  'D182: several processes side by side do each step once, and one that stands still holds up none but its own',
  slow,
  async () => {
    await run('begun', 'begin', String(alerts.length))
    // The embedded database has one process.
    const others = database.url === null ? 0 : 2
    const standing = database.url === null ? null : start('steps', '1', 'write', '1')
    await standing?.said('standing')
    await Promise.all(Array.from({ length: 1 + others }, () => run('done', 'steps', '1')))
    if (standing) {
      expect((await report()).filter((line) => line.endsWith(' 1 1 1'))).toHaveLength(alerts.length - 2)
      await standing.kill()
      await run('done', 'steps', '1')
    }
    expect(await report()).toEqual(all(1))
  },
)
