import { deciding } from '@roundsman/alerting/deciding'
import { sql } from 'drizzle-orm'
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createMailCatcher, type MailCatcher } from '../../../testing/mail-catcher.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { startLedgerProcess } from '../../notifications/testing/ledger-process.ts'
import { createAlertRig, subscribe } from '../testing/alert-rig.ts'
import { someOutcome } from '../testing/some-outcome.ts'
import { addValidator } from '../testing/some-validators.ts'

// Real processes, a real database and a real mail server; kill -9 wherever a silence ends.

const missed = 1131
const readers = 4
let database: TestDatabase
let catcher: MailCatcher
beforeEach(async () => {
  catcher = await createMailCatcher()
  database = await createTestDatabase()
})
afterEach(async () => {
  await catcher.close()
  if (database.url === null) rmSync(database.dataDir, { recursive: true, force: true })
  else await database.drop()
})

/** Some readers of a validator's misses; gives its id. */
async function someReaders(): Promise<number> {
  const { db } = database
  for (let index = 1; index <= readers; index += 1)
    await subscribe(db, { email: `reader${index}@example.org`, settings: [missed], networkId: 1 })
  return addValidator(db.orm, { networkId: 1, operator: 'ada' })
}

/** All of them have planned work from an hour ago on. */
async function silenceAll(hours: number): Promise<void> {
  await database.db.orm.execute(sql`
    insert into alert_silence (user_id, network_id, validator_key, from_at, until_at, reason, until_recovered, created_at)
    select id, 1, 'ada', now() - interval '1 hour', now() + make_interval(hours => ${hours}::int), 'Upgrade', false, now()
    from user_account`)
}

/** An alert of which nobody knows that it has ended. */
async function raiseMissed(id: number): Promise<void> {
  const { db } = database
  const outcome = someOutcome({
    settingId: missed,
    target: { key: `validator:${id}`, type: 'VALIDATOR', id },
    height: 9,
    at: systemClock.now(),
  })
  await db.transaction((tx) => createAlertRig(db).raise(tx, 1, [outcome], deciding.begin(1)))
}

const all = Array.from({ length: readers }, (_, index) => `reader${index + 1}@example.org`)
const program = new URL('../testing/silences.child.ts', import.meta.url)
const start = (...args: string[]) => startLedgerProcess(database, { smtpUrl: catcher.url, program }, ...args)

/** The embedded directory has one owner at a time: from here on the processes are it. */
async function leaveDatabase(): Promise<void> {
  if (database.url === null) await database.db.close()
}

test('D180: killed wherever a silence ends, what it held back is told to each of its readers, once', {
  timeout: 300_000,
}, async () => {
  const id = await someReaders()
  await silenceAll(1)
  await raiseMissed(id)
  await database.db.orm.execute(sql`update alert_silence set until_at = now() - interval '1 second'`)
  await leaveDatabase()
  for (const where of ['withdrawing', 'telling', 'told', 'settled']) {
    const killed = start('settle', where)
    await killed.said(where)
    // What was not committed is to be done as if for the first time; what was, is not to be done again.
    expect(killed.lines).toEqual(['withdrawing', 'telling', 'told', 'settled'].slice(0, killed.lines.length))
    await killed.kill()
  }
  const again = start('settle')
  await again.said('ready')
  expect(again.lines).toEqual(['settled', 'ready'])
  expect(await again.end()).toBe(0)
  const sender = start('dispatch')
  await catcher.waitFor(readers)
  expect(await sender.end()).toBe(0)
  expect(catcher.mails.map(({ to }) => to.join()).sort()).toEqual(all)
})

test('D226: killed wherever what waited in quiet hours is held back, each reader is told once, when the work is over', {
  timeout: 300_000,
}, async () => {
  const id = await someReaders()
  await raiseMissed(id)
  // It waited in a night that is over by now.
  await database.db.orm.execute(sql`
    update delivery set detail = 'quiet_hours', due_at = now(), waits_until = now(), waits_beside = '1',
                        give_up_at = now() + interval '5 days'`)
  await silenceAll(10)
  await leaveDatabase()
  for (const [where, hours] of [
    ['holding', '0'],
    ['held', '1'],
    ['held', '2'],
  ] as const) {
    const killed = start('morning', where, hours)
    await killed.said(where)
    await killed.kill()
  }
  const again = start('morning', 'nowhere', '3')
  await again.said('held', readers)
  expect(await again.end()).toBe(0)
  expect(catcher.mails).toEqual([])
  const settling = start('settle', 'nowhere', '11')
  await settling.said('ready')
  expect(await settling.end()).toBe(0)
  const sender = start('morning', 'nowhere', '11')
  await catcher.waitFor(readers)
  expect(await sender.end()).toBe(0)
  expect(catcher.mails.map(({ to }) => to.join()).sort()).toEqual(all)
})
