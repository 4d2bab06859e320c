import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLedger, type Ledger } from '../testing/ledger.ts'
import { withLedgers } from '../testing/ledger-of-each-test.ts'
import { deliveriesAbout } from './history.store.ts'
import { insertFanOut } from './enqueue.store.ts'
import { referencesOf } from './history.store.ts'

let ledger: Ledger
withLedgers((fresh) => {
  ledger = fresh
  ledger.composers.register('alert', async ({ references }) => ({
    subject: references.join(' '),
    paragraphs: [],
  }))
})

const never = new AbortController().signal
/** Everything that was reported so far, of one network. */
const alertIds = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']

/** Notifies readers of alerts, in one transaction; a minus: it is CRITICAL. */
const raise = (
  alerts: readonly number[],
  { readers = 1, storm = alertIds, things = new Map<string, string>() } = {},
) =>
  ledger.db.transaction((tx) =>
    insertFanOut(tx, ledger.db.now(), {
      kind: 'alert',
      usefulForMs: 3_600_000,
      storm,
      things,
      recipients: sql`
        SELECT 'email' AS channel, r AS user_id, 'user' || r || '@example.org' AS recipient, 'en' AS language,
               abs(n)::text AS reference, n < 0 AS is_critical
        FROM generate_series(1, ${readers}::int) AS r, unnest(${`{${alerts.join()}}`}::int[]) AS n`,
    }),
  )

/** Sends what is due in both lanes; gives what was reported, in order. */
async function sent(): Promise<string[]> {
  await ledger.dispatcher('own', { lane: 'critical' }).pass(never)
  await ledger.dispatcher('own', { lane: 'other' }).pass(never)
  return ledger.channel.sent.map(({ message }) => message.subject)
}

describe('D40: storms', () => {
  test('the first goes at once, all others of the next 15 seconds as one', async () => {
    await raise([1])
    expect(await sent()).toEqual(['1'])
    await ledger.clock.advance(5_000)
    await raise([2, 3])
    await ledger.clock.advance(5_000)
    await raise([10])
    await ledger.clock.advance(4_900)
    expect(await sent()).toEqual(['1'])
    await ledger.clock.advance(100)
    expect(await sent()).toEqual(['1', '2 3 10'])
    // The time is over: what comes now is a first one again.
    await raise([4])
    expect(await sent()).toEqual(['1', '2 3 10', '4'])
  })

  test('of several that come together the gravest goes at once', async () => {
    await raise([1, 2, -3, -4])
    expect(await sent()).toEqual(['3'])
    await ledger.clock.advance(15_000)
    expect(await sent()).toEqual(['3', '4 1 2'])
  })

  test('what is CRITICAL does not wait for what is not, and hurries what it joins', async () => {
    await raise([1])
    await ledger.clock.advance(2_000)
    await raise([2])
    await ledger.clock.advance(2_000)
    expect(await sent()).toEqual(['1'])
    await raise([-3])
    expect(await sent()).toEqual(['1', '3'])
    await raise([-4])
    expect((await ledger.rows()).map(({ lane }) => lane)).toEqual(['other', 'critical', 'critical'])
    await ledger.clock.advance(11_000)
    expect(await sent()).toEqual(['1', '3', '2 4'])
  })

  test('E279: of several that come together the first tells all of its thing, at once; the others wait', async () => {
    const things = new Map([3, 4, 8].map((id) => [String(id), 'jailed']))
    await raise([1, 2, -3, -4], { readers: 2, things })
    expect(await sent()).toEqual(['3 4', '3 4'])
    expect(await sent()).toEqual(['3 4', '3 4'])
    await ledger.clock.advance(5_000)
    // What comes later is no part of it, and waits with the others.
    await raise([-3, -4, -8], { readers: 2, things })
    expect(await sent()).toEqual(['3 4', '3 4'])
    await ledger.clock.advance(10_000)
    expect((await sent()).slice(2)).toEqual(['1 2 8', '1 2 8'])
    await ledger.clock.advance(60_000)
    await raise([1, 2, -3, -4, -8], { readers: 2, things })
    expect(await sent()).toHaveLength(4)
  })

  const step = fc.record({
    alerts: fc.subarray([1, 2, 3, 4, 5, 6, 7, 8]),
    seconds: fc.constantFrom(0, 4, 15, 70),
    dies: fc.constantFrom(false, false, true),
  })
  test('D40 E279: whatever comes together, and whoever dies with it, each is told once', async () => {
    const critical = [2, 3, 5, 8]
    const things = new Map(alertIds.map((id) => [id, String(Number(id) % 3)]))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        ledger = await createLedger(ledger.test)
        ledger.composers.register('alert', async ({ references }) => ({
          subject: references.join(' '),
          paragraphs: [],
        }))
        for (const { alerts, seconds, dies } of steps) {
          if (alerts.length > 0)
            await raise(
              alerts.map((one) => (critical.includes(one) ? -one : one)),
              { things },
            )
          if (dies) for (const lane of ['critical', 'other'] as const) await ledger.claim({ lane })
          else await sent()
          await ledger.clock.advance(seconds * 1_000)
        }
        for (let minutes = 0; minutes < 3; minutes += 1) {
          await ledger.clock.advance(61_000)
          await sent()
        }
        const told = (await sent()).flatMap((subject) => subject.split(' ')).map(Number)
        expect(told.toSorted()).toEqual([...new Set(steps.flatMap(({ alerts }) => alerts))].toSorted())
      }),
      { numRuns: 20, endOnFailure: true },
    )
  }, 120_000)

  test('each reader has a storm of their own, and another network another', async () => {
    await raise([1], { readers: 2 })
    await raise([2], { readers: 3 })
    expect((await sent()).sort()).toEqual(['1', '1', '2'])
    await raise([7], { storm: ['7'] })
    expect((await sent()).sort()).toEqual(['1', '1', '2', '7'])
  })

  test('raised again is reported once, alone as in a bundle', async () => {
    await raise([1, 2, 3])
    await raise([1, 2, 3])
    await ledger.clock.advance(15_000)
    await raise([3, 2])
    expect(await sent()).toEqual(['1', '2 3'])
    await ledger.clock.advance(60_000)
    await raise([1, 2, 3])
    expect(await sent()).toEqual(['1', '2 3'])
  })

  test('what somebody is sending takes nothing in any more: nothing is lost in between', async () => {
    await raise([1, 2])
    await ledger.clock.advance(15_000)
    await ledger.claim({ lane: 'other' })
    await raise([3])
    const rows = await ledger.rows()
    const about = await Promise.all(rows.map((row) => referencesOf(ledger.db.orm, row)))
    expect(about).toEqual([['1'], ['2'], ['3']])
  })

  test('a message that failed is no first one: what comes next goes at once', async () => {
    ledger.channel.script.push(() => ({ outcome: 'failed', permanent: true, detail: 'no such mailbox' }))
    await raise([1])
    expect(await sent()).toEqual(['1'])
    await raise([2])
    expect(await sent()).toEqual(['1', '2'])
  })

  test('a bundle that fails for good is reported with everything that it is about', async () => {
    const failed: string[][] = []
    ledger.onFailed = async (_tx, { references }) => void failed.push([...references])
    await raise([1, 2, 3])
    await sent()
    await ledger.clock.advance(15_000)
    ledger.channel.script.push(() => ({ outcome: 'failed', permanent: true, detail: 'no such mailbox' }))
    await sent()
    expect(failed).toEqual([['2', '3']])
  })

  test('a bundle is one delivery, found by each thing that it is about, of its reader only', async () => {
    await raise([1, 2, 3], { readers: 2 })
    const found = await deliveriesAbout(ledger.db.orm, {
      userId: 1,
      kind: 'alert',
      references: ['1', '2', '3', '4'],
    })
    expect(found.map(({ about }) => about)).toEqual(['1', '2', '3'])
    const [first, second, third] = found.map(({ id }) => id)
    expect(second).toBe(third)
    expect(first).not.toBe(second)
  })

  test('a bundle comes once for each of many readers, however large the storm', async () => {
    await raise([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], { readers: 50 })
    expect(await sent()).toHaveLength(50)
    await ledger.clock.advance(15_000)
    expect((await sent()).slice(50)).toEqual(Array(50).fill('2 3 4 5 6 7 8 9 10 11'))
  })
})
