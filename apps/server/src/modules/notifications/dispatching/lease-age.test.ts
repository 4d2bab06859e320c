import { expect, test } from 'vitest'
import type { Ledger } from '../testing/ledger.ts'
import { alertOne, withLedgers } from '../testing/ledger-of-each-test.ts'

let ledger: Ledger
withLedgers((fresh) => {
  ledger = fresh
})

const never = new AbortController().signal
const lane = 'critical'

const fanOut = () => alertOne(ledger, { channel: 'email', recipient: 'a@example.org' })

test('D30: a process that slept between its claim and the send gives the row back and sends nothing under the old lease', async () => {
  let sleeps = 1
  ledger.composers.register('jailed', async () => {
    // The machine sleeps: only the clock on the wall notices.
    if (sleeps-- > 0) ledger.clock.setNow(ledger.clock.now() + 70_000)
    return { subject: 'Jailed', paragraphs: [] }
  })
  await fanOut()
  await ledger.dispatcher('own', { lane }).pass(never)
  expect([ledger.channel.sent.length, (await ledger.row()).state]).toEqual([0, 'QUEUED'])
  await ledger.dispatcher('own', { lane }).pass(never)
  expect(ledger.channel.sent.map(({ attempt }) => attempt)).toEqual([1])
  expect(await ledger.row()).toMatchObject({ state: 'SENT', attempts: 2 })
})

test('D30: what a channel does before it sends counts too', async () => {
  const asked: boolean[] = []
  ledger.channel.script.push((outgoing) => {
    asked.push(outgoing.mayStillSend())
    ledger.clock.setNow(ledger.clock.now() + 31_000)
    asked.push(outgoing.mayStillSend())
    return { outcome: 'unsent' }
  })
  await ledger.add()
  await ledger.pass()
  expect(asked).toEqual([true, false])
  expect((await ledger.row()).state).toBe('QUEUED')
  await ledger.pass()
  expect(ledger.channel.sent).toHaveLength(2)
  expect((await ledger.row()).state).toBe('SENT')
})

test('D30: a process does not take from itself what it still has under way, another one does', async () => {
  let end: () => void = () => undefined
  ledger.channel.script.push(
    () =>
      new Promise((resolve) => {
        end = () => {
          resolve({ outcome: 'sent' })
        }
      }),
  )
  await ledger.add()
  const own = ledger.pass()
  await expect.poll(() => ledger.channel.sent.length).toBe(1)
  for (let second = 0; second < 65; second += 1) {
    await ledger.clock.advance(1_000)
    await ledger.rows()
  }
  expect(ledger.channel.sent).toHaveLength(1)
  expect(await ledger.dispatcher('other').pass(never)).toBe(1)
  end()
  await own
})
