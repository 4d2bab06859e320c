import { describe, expect, test } from 'vitest'
import { applyReceipt, bindProviderId, callAgainInMs, hasRival } from '../ledger/receipt.store.ts'
import { createScriptedChannel, type Ledger, type ScriptedChannel } from '../testing/ledger.ts'
import { alertOne, withLedgers } from '../testing/ledger-of-each-test.ts'

const minute = 60_000
let ledger: Ledger
let phone: ScriptedChannel
withLedgers((fresh) => {
  ledger = fresh
  phone = createScriptedChannel('voice')
  ledger.composers.register('jailed', async () => ({ subject: 'Jailed', paragraphs: ['x'] }))
})

/** A call about something that happened, worth making for so long. */
const call = (usefulForMs = 60 * minute, reference = 'one') =>
  alertOne(ledger, { channel: 'voice', reference, usefulForMs })
const pass = () =>
  ledger.dispatcher('own', { channel: phone, lane: 'critical' }).pass(new AbortController().signal)
const receive = async (state: 'SENT' | 'UNANSWERED' | 'DELIVERED', providerId: string) => {
  const { id } = await ledger.row()
  return ledger.db.transaction((tx) =>
    applyReceipt(tx, ledger.db.now(), { deliveryId: id }, { state, detail: 'Twilio: busy', providerId }),
  )
}

describe('D22: a call that nobody takes', () => {
  test('is made again after 2 and 5 minutes, while it is worth it', () => {
    expect([1, 2, 3].map((count) => callAgainInMs(count, 60 * minute))).toEqual([
      2 * minute,
      5 * minute,
      null,
    ])
    expect(callAgainInMs(1, 2 * minute)).toBe(2 * minute)
    expect(callAgainInMs(2, 5 * minute - 1)).toBeNull()
  })

  test('D277: as fast as jail comes nearer: at once where it is minutes away, then after a minute, as usual where it is far', () => {
    const paces = (unanswered: number, ...minutesLeft: number[]) =>
      minutesLeft.map((left) => callAgainInMs(unanswered, 60 * minute, left * minute))
    const second = 1_000
    expect(paces(1, 60, 32, 16, 8, 4, 1)).toEqual([
      ...[2 * minute, 2 * minute, minute, 30 * second],
      ...[20 * second, 20 * second],
    ])
    expect(paces(2, 60, 40, 16, 8, 4, 1)).toEqual([
      ...[5 * minute, 5 * minute, 2 * minute, minute],
      ...[minute, minute],
    ])
    expect(paces(3, 1)).toEqual([null])
  })

  test('D337: and after the round when half and an eighth of the time is left that the first call had, no sooner than after a minute', () => {
    const further = (leftMinutes: number, sinceMinutes: number, usefulMinutes = 60) => {
      const left = [usefulMinutes * minute, leftMinutes * minute, sinceMinutes * minute] as const
      return callAgainInMs(3, ...left)
    }
    expect([further(6.5, 1.5), further(40, 8), further(4.5, 3.5)]).toEqual([
      ...[2.5 * minute, 16 * minute],
      // Half of it is in less than a minute.
      3.5 * minute,
    ])
    expect(callAgainInMs(4, 60 * minute, 4 * minute, 4 * minute)).toBe(3 * minute)
    expect([further(1.5, 6.5), further(40, 8, 15)]).toEqual([null, null])
    expect(callAgainInMs(3, 60 * minute, null, minute)).toBeNull()
  })

  test('D8: a busy line that is reported before our own mark is not undone by it', async () => {
    await call()
    phone.script.push(async () => {
      await receive('UNANSWERED', 'CA1')
      return { outcome: 'sent', providerId: 'CA1' }
    })
    await pass()
    expect(await ledger.row()).toMatchObject({ state: 'QUEUED', providerId: null, endedIds: ['CA1'] })
    await ledger.clock.advance(2 * minute)
    phone.script.push(() => ({ outcome: 'sent', providerId: 'CA2' }))
    await pass()
    // For the channel it is a first attempt: nothing of it can be at the provider.
    expect(phone.sent.map(({ attempt }) => attempt)).toEqual([1, 1])
    expect(await ledger.row()).toMatchObject({ state: 'SENT', providerId: 'CA2', attempts: 2 })
  })

  test('a busy call that is found at the provider after a lost answer is one that nobody took', async () => {
    await call()
    phone.script.push(() => ({ outcome: 'unanswered', providerId: 'CA1', detail: 'Twilio: busy' }))
    await pass()
    expect(await ledger.row()).toMatchObject({ state: 'QUEUED', endedIds: ['CA1'], detail: 'Twilio: busy' })
  })

  test('a call that is over is nobody’s, and who waits for the next one is no rival', async () => {
    await call()
    await pass()
    await receive('UNANSWERED', 'CA1')
    await call(60 * minute, 'two')
    const [first, second] = await ledger.rows()
    if (!first || !second) throw new Error('two calls were enqueued')
    for (const { id } of [first, second])
      expect(await bindProviderId(ledger.test.db.orm, { id, channel: 'voice' }, 'CA1')).toBe(false)
    expect(await hasRival(ledger.test.db.orm, ledger.db.now(), second)).toBe(false)
    expect(await receive('SENT', 'CA1')).toBeNull()
    expect(await receive('DELIVERED', 'CA1')).toBeNull()
  })

  test('of two calls that are under way the one that is busy ends nothing', async () => {
    await call()
    phone.script.push(() => ({ outcome: 'sent', providerId: 'CA1' }))
    await pass()
    expect(await receive('UNANSWERED', 'CA2')).toBeNull()
    expect(await ledger.row()).toMatchObject({ state: 'SENT', providerId: 'CA1' })
  })

  test('what carries its text sealed is not called again: the text is gone', async () => {
    await ledger.add({ channel: 'voice' })
    phone.script.push(() => ({ outcome: 'sent', providerId: 'CA1' }))
    await ledger.dispatcher('own', { channel: phone }).pass(new AbortController().signal)
    expect(await receive('UNANSWERED', 'CA1')).toMatchObject({ state: 'FAILED', detail: 'Twilio: busy' })
  })
})
