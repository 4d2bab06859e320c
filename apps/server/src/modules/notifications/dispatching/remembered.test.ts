import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Message } from '../ledger/new-delivery.ts'
import { createScriptedChannel, type Ledger, type ScriptedChannel } from '../testing/ledger.ts'
import { alertOne, withLedgers } from '../testing/ledger-of-each-test.ts'

let ledger: Ledger
let sms: ScriptedChannel
let texts: (Message | null)[]
withLedgers(async (fresh) => {
  ledger = fresh
  sms = { ...createScriptedChannel('sms'), isRepeatable: false }
  texts = []
  ledger.composers.register('jailed', async () => texts.shift() ?? null)
  await alertOne(ledger, { channel: 'sms' })
})

const text = (subject: string): Message => ({ subject, paragraphs: [], language: 'uk' })
const pass = () =>
  ledger.dispatcher('own', { channel: sms, lane: 'critical' }).pass(new AbortController().signal)
const lost = async () => {
  throw new Error('the answer never came')
}

test('D31: an attempt after a lost answer says what the first one said, whatever has changed since', async () => {
  texts = [text('Missed 3 blocks'), text('Missed 900 blocks')]
  sms.script.push(async () => {
    // Remembered before it is sent: no crash comes between.
    expect((await ledger.row()).payload).not.toBeNull()
    return lost()
  })
  await pass()
  await ledger.clock.advance(10_000)
  await pass()
  expect(sms.sent.map(({ message, language }) => [message.subject, language])).toEqual([
    ['Missed 3 blocks', 'uk'],
    ['Missed 3 blocks', 'uk'],
  ])
  expect((await ledger.row()).payload).toBeNull()
})

test('D31: with nothing to say any more it is not sent again', async () => {
  texts = [text('Jailed'), null]
  sms.script.push(lost)
  await pass()
  await ledger.clock.advance(10_000)
  await pass()
  expect(sms.sent).toHaveLength(1)
  expect(await ledger.row()).toMatchObject({ state: 'SUPPRESSED', payload: null })
})

test('D31: what is known by its key is composed anew', async () => {
  texts = [text('Missed 3 blocks'), text('Missed 900 blocks')]
  sms.isRepeatable = true
  sms.script.push(lost)
  await pass()
  await ledger.clock.advance(10_000)
  await pass()
  expect(sms.sent[1]?.message.subject).toBe('Missed 900 blocks')
})

test('D31: whose row has moved on since it was claimed is not sent', async () => {
  ledger.composers.register('moved', async () => {
    await ledger.test.db.orm.execute(sql`update delivery set attempts = attempts + 1`)
    return text('Jailed')
  })
  await ledger.test.db.orm.execute(sql`update delivery set kind = 'moved'`)
  await pass()
  expect(sms.sent).toEqual([])
})
