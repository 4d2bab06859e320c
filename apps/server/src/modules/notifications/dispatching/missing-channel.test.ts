import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { insertFanOut } from '../ledger/enqueue.store.ts'
import { isBehind } from '../ledger/delivery-meter.ts'
import type { Ledger } from '../testing/ledger.ts'
import { withLedgers } from '../testing/ledger-of-each-test.ts'
import { failWithoutChannel } from './missing-channel.loop.ts'

let ledger: Ledger
withLedgers((fresh) => {
  ledger = fresh
})

const enqueue = (channel: string, users: number) =>
  ledger.db.transaction((tx) =>
    insertFanOut(tx, ledger.db.now(), {
      kind: 'jailed',
      usefulForMs: 3_600_000,
      recipients: sql`SELECT ${channel}::text AS channel, n AS user_id, 'x' || n AS recipient, 'en' AS language,
                             '1' AS reference, true AS is_critical FROM generate_series(1, ${users}::int) n`,
    }),
  )
const fail = () => failWithoutChannel(ledger.db, ledger.outcomes, ['email', 'sms'])
const states = async () => (await ledger.rows()).map(({ channel, state, detail }) => [channel, state, detail])

test('D28: what waits for a channel that the site has not any more fails, goes another way, and is no trouble of the site', async () => {
  const failed: string[] = []
  ledger.onFailed = async (_tx, row) => void failed.push(`${row.channel} ${row.references.join()}`)
  await enqueue('voice', 1)
  await enqueue('sms', 1)
  await ledger.clock.advance(61_000)
  expect(await isBehind(ledger.db.orm, ledger.db.now(), 60_000)).toBe(true)
  expect(await fail()).toBe(1)
  expect(await states()).toEqual([
    ['voice', 'FAILED', 'no_contact'],
    ['sms', 'QUEUED', null],
  ])
  expect(failed).toEqual(['voice 1'])
})

test('D28: what somebody had under way when the channel went, once its lease is over', async () => {
  await enqueue('voice', 1)
  await ledger.claim({ channel: 'voice', lane: 'critical' })
  await ledger.clock.advance(59_000)
  expect(await fail()).toBe(0)
  await ledger.clock.advance(62_000)
  expect(await fail()).toBe(1)
})

test('D28: a process that has the channel gets a minute to take it', async () => {
  await enqueue('voice', 1)
  await ledger.clock.advance(59_000)
  expect(await fail()).toBe(0)
})

test('D28: a storm of them ends in steps, each written down with what follows from it', async () => {
  await enqueue('voice', 1_200)
  await ledger.clock.advance(61_000)
  expect(await fail()).toBe(1_200)
  expect(new Set((await states()).map(([, state]) => state))).toEqual(new Set(['FAILED']))
})
