import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createAnswers } from '../../notifications/answers/answers.ts'
import { insertFanOut } from '../../notifications/ledger/enqueue.store.ts'
import { createLedger, createScriptedChannel } from '../../notifications/testing/ledger.ts'
import { deliveryView } from './read-history.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function sent(channel: 'email' | 'voice') {
  const ledger = await createLedger(database, { voice: 10 })
  ledger.composers.register('alert', async () => ({ subject: 'Jailed', paragraphs: ['x'] }))
  const recipients = sql`SELECT ${channel}::text AS channel, 1 AS user_id, 'ada@example.org' AS recipient, 'en' AS language,
                                '1' AS reference, true AS is_critical`
  await ledger.db.transaction((tx) =>
    insertFanOut(tx, ledger.db.now(), { kind: 'alert', usefulForMs: 3_600_000, recipients }),
  )
  const scripted = createScriptedChannel(channel)
  scripted.ask = async () => null
  for (const providerId of ['CA1', 'CA2']) scripted.script.push(() => ({ outcome: 'sent', providerId }))
  const pass = () =>
    ledger.dispatcher('own', { channel: scripted, lane: 'critical' }).pass(new AbortController().signal)
  await pass()
  const at = new Date(ledger.clock.now()).toISOString()
  await ledger.clock.advance(40_000)
  const shown = async () => deliveryView(await ledger.row())[0]
  return { ledger, pass, at, shown }
}

test('D279: a mail has the time at which it was sent, whatever is reported or answered later', async () => {
  const { ledger, at, shown } = await sent('email')
  const answers = createAnswers(ledger.db, () => undefined)
  answers.register('alert', { onAnswer: async () => null, view: async () => null })
  await answers.record((await ledger.row()).id, 'ACKNOWLEDGE', undefined)
  expect(await shown()).toMatchObject({ state: 'DELIVERED', at })
  await answers.record((await ledger.row()).id, 'MUTE', undefined)
  expect(await shown()).toMatchObject({ at })
})

test('D279: a call has the time at which it was first made, also when there is no other one', async () => {
  const { ledger, pass, at, shown } = await sent('voice')
  const { id } = await ledger.row()
  await ledger.outcomes.recordReceipt(
    { deliveryId: id },
    { state: 'UNANSWERED', detail: 'Twilio: no-answer', providerId: 'CA1' },
  )
  expect(await shown()).toMatchObject({ state: 'QUEUED', at })
  await ledger.clock.advance(120_000)
  await pass()
  expect(await shown()).toMatchObject({ state: 'SENT', attempts: 2, at })
})

test('E375: a call goes on until its provider says what became of it, or has to be asked for that', async () => {
  const { ledger, pass, shown } = await sent('voice')
  const { id } = await ledger.row()
  const report = (state: 'SENT' | 'UNANSWERED' | 'DELIVERED') =>
    ledger.outcomes.recordReceipt({ deliveryId: id }, { state, detail: null, providerId: 'CA1' })
  expect(await shown()).toMatchObject({ state: 'SENT', is_under_way: true })
  await report('SENT')
  expect(await shown()).toMatchObject({ state: 'SENT', is_under_way: true })
  await report('UNANSWERED')
  expect((await shown())?.is_under_way).toBeUndefined()
  await ledger.clock.advance(120_000)
  await pass()
  expect(await shown()).toMatchObject({ state: 'SENT', is_under_way: true })
  await ledger.db.orm.execute(sql`update delivery set asks = 1 where id = ${id}`)
  expect((await shown())?.is_under_way).toBeUndefined()
  const mail = await sent('email')
  expect((await mail.shown())?.is_under_way).toBeUndefined()
})

test('E416: a call that is made, or to be made again, says nothing of what was over before it', async () => {
  const { ledger, pass, shown } = await sent('voice')
  const { id } = await ledger.row()
  const about = async (endedAt: number | null) => {
    const over = endedAt === null ? null : new Date(endedAt)
    const { state, detail, is_under_way } = deliveryView(await ledger.row(), { endedAt: over })[0] ?? {}
    return { state, detail, is_under_way }
  }
  const first = ledger.clock.now()
  // While the phone rings it is over: whoever takes the call is told that.
  expect(await about(first)).toMatchObject({ state: 'SENT', is_under_way: true })
  expect(await about(first - 60_000)).toEqual({ state: 'SUPPRESSED', detail: 'over' })
  await ledger.outcomes.recordReceipt(
    { deliveryId: id },
    { state: 'UNANSWERED', detail: 'Twilio: no-answer', providerId: 'CA1' },
  )
  const over = ledger.clock.now()
  // "Calling again soon" is of the others.
  expect(await about(over)).toEqual({ state: 'SUPPRESSED', detail: 'call: no-answer; over' })
  expect(await about(null)).toMatchObject({ state: 'QUEUED' })
  await ledger.clock.advance(120_000)
  await pass()
  expect(await shown()).toMatchObject({ state: 'SENT', is_under_way: true })
  expect(await about(over)).toEqual({ state: 'SUPPRESSED', detail: 'call: no-answer; over' })
  await ledger.outcomes.recordReceipt(
    { deliveryId: id },
    { state: 'KEYLESS', detail: 'Twilio: completed', providerId: 'CA2' },
  )
  // What became of the last call is what is known of all of them.
  expect(await about(null)).toMatchObject({ state: 'DELIVERED' })
  expect(await about(over)).toMatchObject({ state: 'DELIVERED' })
  // It waited for the peace after that one when it was over: why it waited is not how it ended.
  await ledger.db.orm.execute(sql`update delivery set state = 'SUPPRESSED', detail = 'over' where id = ${id}`)
  expect(await about(over)).toMatchObject({ state: 'SUPPRESSED', detail: 'call: completed; over' })
})
