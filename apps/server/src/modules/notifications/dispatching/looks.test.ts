import { expect, test } from 'vitest'
import { attemptsMade } from '../ledger/delivery.schema.ts'
import type { Composer, Happening } from '../ledger/new-delivery.ts'
import { createScriptedChannel, type Ledger, type ScriptedChannel } from '../testing/ledger.ts'
import { alertOne, withLedgers } from '../testing/ledger-of-each-test.ts'

let ledger: Ledger
let voice: ScriptedChannel
let said: Awaited<ReturnType<Composer>>[]
let asked: Happening[]
withLedgers(
  async (fresh) => {
    ledger = fresh
    voice = createScriptedChannel('voice')
    said = []
    asked = []
    ledger.composers.register('jailed', async (happening) => {
      asked.push(happening)
      return said.shift() ?? null
    })
    await alertOne(ledger, { channel: 'voice' })
  },
  { voice: 3 },
)

const text = { subject: 'Jailed', paragraphs: [] }
const pass = () =>
  ledger.dispatcher('own', { channel: voice, lane: 'critical' }).pass(new AbortController().signal)
/** Later than any look that comes too early is repeated. */
const later = async () => {
  await ledger.clock.advance(15_000)
  await pass()
}

test('D286: a look that comes too early costs nothing, and nothing after it, where then nothing is to be said', async () => {
  said = ['NOT_YET', 'NOT_YET', null]
  await pass()
  expect(await ledger.row()).toMatchObject({ state: 'QUEUED', spentAt: null })
  await later()
  await later()
  expect(await ledger.row()).toMatchObject({
    state: 'SUPPRESSED',
    detail: 'nothing to say any more',
    spentAt: null,
  })
})

test('D286: what is said after it is said for the first time, and counted then', async () => {
  said = ['NOT_YET', text]
  await pass()
  await later()
  expect(asked.map(({ isRepeated }) => isRepeated)).toEqual([false, false])
  expect(voice.sent.map(({ attempt }) => attempt)).toEqual([1])
  expect((await ledger.row()).spentAt?.getTime()).toBe(ledger.clock.now())
})

test('D286 D5: after many looks the first failure is tried again as soon as any first one', async () => {
  said = ['NOT_YET', 'NOT_YET', 'NOT_YET', 'NOT_YET', text]
  voice.script.push(() => ({ outcome: 'failed', permanent: false, detail: 'busy' }))
  await pass()
  for (let looks = 0; looks < 4; looks += 1) await later()
  const row = await ledger.row()
  expect(row.detail).toBe('busy')
  expect(attemptsMade(row)).toBe(1)
  expect(row.dueAt.getTime() - ledger.clock.now()).toBeLessThanOrEqual(7_500)
})

test('D286: what a process that stops gives back unsent was no attempt', async () => {
  said = [text, text]
  const stop = new AbortController()
  const { remember } = ledger.composers
  ledger.composers.remember = async (row, message) => {
    stop.abort()
    return remember(row, message)
  }
  const channel = { ...voice, isRepeatable: false }
  await ledger.dispatcher('own', { channel, lane: 'critical' }).pass(stop.signal)
  ledger.composers.remember = remember
  expect(await ledger.row()).toMatchObject({ state: 'QUEUED', payload: null })
  await pass()
  expect(asked.map(({ isRepeated }) => isRepeated)).toEqual([false, false])
  expect(voice.sent.map(({ attempt }) => attempt)).toEqual([1])
  expect(attemptsMade(await ledger.row())).toBe(1)
})

test('D286: what may have been sent before it stays counted, and is said again', async () => {
  said = [text, 'NOT_YET', text, null]
  voice.script.push(() => ({ outcome: 'failed', permanent: false, detail: 'the answer never came' }))
  await pass()
  const { spentAt } = await ledger.row()
  await later()
  await later()
  expect(asked.map(({ isRepeated }) => isRepeated)).toEqual([false, true, true])
  expect(voice.sent.map(({ attempt }) => attempt)).toEqual([1, 3])
  expect(await ledger.row()).toMatchObject({ state: 'SENT', spentAt })
})

test('D286: a call that is to be made again is looked at too early as one that was made', async () => {
  said = [text, 'NOT_YET', text, null]
  voice.script.push(() => ({ outcome: 'sent', providerId: 'CA1' }))
  await pass()
  const { id, spentAt } = await ledger.row()
  await ledger.outcomes.recordReceipt(
    { deliveryId: id },
    { state: 'UNANSWERED', detail: 'busy', providerId: 'CA1' },
  )
  await ledger.clock.advance(120_000)
  await pass()
  await later()
  expect(asked.map(({ isRepeated }) => isRepeated)).toEqual([false, true, true])
  // Of none of them it is unknown what became of it.
  expect(voice.sent.map(({ attempt }) => attempt)).toEqual([1, 1])
  expect(await ledger.row()).toMatchObject({ state: 'SENT', spentAt })
})
