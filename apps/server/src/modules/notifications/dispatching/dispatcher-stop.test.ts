import { expect, test } from 'vitest'
import { isMadeOfOthers } from '../../../testing/left-on-signal.ts'
import type { Channel, SendResult } from '../channels/channel.ts'
import { createScriptedChannel, type Ledger } from '../testing/ledger.ts'
import { withLedgers } from '../testing/ledger-of-each-test.ts'

let ledger: Ledger
withLedgers((fresh) => {
  ledger = fresh
})

const many = 64

/** Takes what it is given and answers only when the test says so; like a provider whose answers are slow. */
function slowChannel(): { channel: Channel; taken: number[]; answer(): void } {
  const taken: number[] = []
  const waiting: (() => void)[] = []
  const channel: Channel = {
    channel: 'sms',
    concurrency: { account: many, critical: many, other: many },
    isRepeatable: false,
    send: ({ id }, signal) =>
      new Promise<SendResult>((resolve, reject) => {
        taken.push(id)
        waiting.push(() => resolve({ outcome: 'sent', providerId: `sid-${id}` }))
        signal.addEventListener('abort', () => reject(new Error('cut')))
      }),
  }
  return {
    channel,
    taken,
    answer: () => {
      for (const one of waiting.splice(0)) one()
    },
  }
}

/** Lets work go on until `done`, a moment of the ledger's time after the other. */
async function until(done: () => boolean): Promise<void> {
  while (!done()) await ledger.clock.advance(1)
}

test('D4: of 64 SMS under way when a notifier is stopped, none is sent twice', async () => {
  for (let index = 0; index < many; index += 1) await ledger.add({ channel: 'sms' })
  await ledger.add({ channel: 'email' })
  const { channel, taken } = slowChannel()
  const stop = new AbortController()
  const sms = ledger.dispatcher('first', { channel }).pass(stop.signal)
  await until(() => taken.length === many)
  // A mail of the same process ends during the stop; what it frees is its own.
  ledger.channel.script.push(() => {
    stop.abort()
    return { outcome: 'sent' }
  })
  await ledger.dispatcher('first').pass(stop.signal)
  const second = slowChannel()
  const never = new AbortController().signal
  expect(await ledger.dispatcher('second', { channel: second.channel }).pass(never)).toBe(0)
  await until(() => ledger.clock.sleepers() <= many)
  await ledger.clock.advance(1_500)
  expect(await sms).toBe(many)
  expect(await ledger.dispatcher('second', { channel: second.channel }).pass(never)).toBe(0)
  expect([taken.length, second.taken.length]).toEqual([many, 0])
  const rows = await ledger.rows()
  expect(rows.filter(({ channel: name, state }) => name === 'sms' && state === 'SENDING')).toHaveLength(many)
})

test('D4: what a stopping process had not handed to the provider goes to the next at once', async () => {
  await ledger.add({ channel: 'sms' })
  const stop = new AbortController()
  const { channel, taken } = slowChannel()
  const { compose } = ledger.composers
  ledger.composers.compose = async (row) => {
    stop.abort()
    return compose(row)
  }
  expect(await ledger.dispatcher('first', { channel }).pass(stop.signal)).toBe(1)
  expect(taken).toEqual([])
  expect((await ledger.row()).state).toBe('QUEUED')
  ledger.composers.compose = compose
  const quick = createScriptedChannel('sms')
  expect(await ledger.dispatcher('second', { channel: quick }).pass(new AbortController().signal)).toBe(1)
})

test('B112: an attempt leaves nothing on the signal of its pass, which a storm makes long', async () => {
  const signals: AbortSignal[] = []
  ledger.channel.script.push((_delivery, signal) => {
    signals.push(signal)
    return { outcome: 'sent' }
  })
  await ledger.add()
  await ledger.pass()
  expect(signals.map(isMadeOfOthers)).toEqual([false])
})

test('D4: an error while one is written down leaves no other behind', async () => {
  for (let index = 0; index < 3; index += 1) await ledger.add({ channel: 'sms' })
  const { channel, taken, answer } = slowChannel()
  const { composers } = ledger
  let composed = 0
  const { compose } = composers
  composers.compose = async (row) => {
    composed += 1
    // A row that vanishes from under the transaction would be one; any error of the database is like it.
    if (composed === 1) Object.defineProperty(row, 'attempts', { get: () => Number.NaN })
    return compose(row)
  }
  let ended = false
  const passing = ledger
    .dispatcher('own', { channel })
    .pass(new AbortController().signal)
    .finally(() => {
      ended = true
    })
  const failed = expect(passing).rejects.toThrow()
  await until(() => taken.length === 3)
  answer()
  await failed
  expect(ended).toBe(true)
  const states = (await ledger.rows()).map(({ state }) => state)
  expect(states.sort()).toEqual(['SENDING', 'SENT', 'SENT'])
})

test('D4: the database’s clock decides whose a row is; a notifier whose own is ahead sends nothing twice', async () => {
  await ledger.add({ channel: 'sms' })
  const { channel, taken, answer } = slowChannel()
  const passing = ledger.dispatcher('right', { channel }).pass(new AbortController().signal)
  await until(() => taken.length === 1)
  const clock = { ...ledger.clock, now: () => ledger.clock.now() + 90_000 }
  const ahead = ledger.dispatcher('ahead', { channel, clock })
  await ledger.clock.advance(20_000)
  expect(await ahead.pass(new AbortController().signal)).toBe(0)
  answer()
  expect(await passing).toBe(1)
  expect(taken).toHaveLength(1)
})
