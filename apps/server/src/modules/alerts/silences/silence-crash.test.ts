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

/** A silence of each of some readers that is over, and an alert of it of which nobody knows that it has ended. */
async function silencesThatAreOver(): Promise<void> {
  const { db } = database
  const id = await addValidator(db.orm, { networkId: 1, operator: 'ada' })
  for (let index = 1; index <= readers; index += 1)
    await subscribe(db, { email: `reader${index}@example.org`, settings: [missed], networkId: 1 })
  await db.orm.execute(sql`
    insert into alert_silence (user_id, network_id, validator_key, from_at, until_at, reason, until_recovered, created_at)
    select id, 1, 'ada', now() - interval '1 hour', now() + interval '1 hour', 'Upgrade', false, now() from user_account`)
  const outcome = someOutcome({
    settingId: missed,
    target: { key: `validator:${id}`, type: 'VALIDATOR', id },
    height: 9,
    at: systemClock.now(),
  })
  await db.transaction((tx) => createAlertRig(db).raise(tx, 1, [outcome], deciding.begin(1)))
  await db.orm.execute(sql`update alert_silence set until_at = now() - interval '1 second'`)
}

test('D180: killed wherever a silence ends, what it held back is told to each of its readers, once', {
  timeout: 300_000,
}, async () => {
  await silencesThatAreOver()
  // The embedded directory has one owner at a time: from here on the processes are it.
  if (database.url === null) await database.db.close()
  const program = new URL('../testing/silences.child.ts', import.meta.url)
  const start = (...args: string[]) =>
    startLedgerProcess(database, { smtpUrl: catcher.url, program }, ...args)
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
  const all = Array.from({ length: readers }, (_, index) => `reader${index + 1}@example.org`)
  expect(catcher.mails.map(({ to }) => to.join()).sort()).toEqual(all)
})
