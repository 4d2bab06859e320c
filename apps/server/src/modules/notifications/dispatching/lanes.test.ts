import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { SendResult } from '../channels/channel.ts'
import { insertFanOut } from '../ledger/enqueue.store.ts'
import type { Happening } from '../ledger/new-delivery.ts'
import type { Ledger } from '../testing/ledger.ts'
import { withLedgers } from '../testing/ledger-of-each-test.ts'

let ledger: Ledger
withLedgers((fresh) => {
  ledger = fresh
})

const never = new AbortController().signal

/** One alert to each of `count` users, every tenth of them CRITICAL. */
const storm = (count: number, kind = 'jailed') =>
  ledger.db.transaction((tx) =>
    insertFanOut(tx, ledger.db.now(), {
      kind,
      usefulForMs: 3_600_000,
      recipients: sql`SELECT 'email' AS channel, n AS user_id, 'user' || n || '@example.org' AS recipient, 'en' AS language,
                             'incident-7' AS reference, n % 10 = 0 AS is_critical FROM generate_series(1, ${count}::int) AS n`,
    }),
  )

describe('lanes', () => {
  test('D7: a storm delays no code, and one send that hangs delays nobody else', async () => {
    ledger.composers.register('jailed', async () => ({ subject: 'Jailed', paragraphs: ['x'] }))
    await storm(100)
    let release: () => void = () => undefined
    const hanging = () =>
      new Promise<SendResult>((resolve) => {
        release = () => resolve({ outcome: 'sent' })
      })
    ledger.channel.script.push(hanging)
    const passing = ledger.dispatcher('own', { lane: 'other' }).pass(never)
    // Time stands still: with it the one that hangs would be given up after a while, and sent again.
    while (ledger.channel.sent.length < 90) await ledger.clock.advance(0)
    // All the others of the lane went out beside it, and a code of the same channel meanwhile.
    await ledger.add()
    expect(await ledger.pass()).toBe(1)
    expect(ledger.channel.sent.at(-1)?.message.subject).toBe('Hello')
    release()
    expect(await passing).toBe(90)
  })

  test('D7: what comes while another is being sent is taken at the hint, not after it', async () => {
    let release: () => void = () => undefined
    const hanging = () =>
      new Promise<SendResult>((resolve) => {
        release = () => resolve({ outcome: 'sent' })
      })
    ledger.channel.script.push(hanging)
    await ledger.add()
    const dispatcher = ledger.dispatcher('own')
    const passing = dispatcher.pass(never)
    while (ledger.channel.sent.length < 1) await ledger.clock.advance(0)
    await ledger.add()
    dispatcher.nudge()
    while (ledger.channel.sent.length < 2) await ledger.clock.advance(0)
    release()
    expect(await passing).toBe(2)
  })
})

describe('fan-out', () => {
  test('D16: any number of alerts is one statement, in the lane of their severity, and asked for twice there once', async () => {
    expect(await storm(1_000)).toEqual([
      { channel: 'email', lane: 'critical' },
      { channel: 'email', lane: 'other' },
    ])
    expect(await storm(1_000)).toEqual([])
    const lanesWritten = (await ledger.rows()).map(({ lane }) => lane)
    expect(lanesWritten.filter((lane) => lane === 'critical')).toHaveLength(100)
    expect(lanesWritten.filter((lane) => lane === 'other')).toHaveLength(900)
    const [row] = await ledger.rows()
    expect(row).toMatchObject({ kind: 'jailed', reference: 'incident-7', payload: null, purpose: 'alert' })
  })

  test('D16: the text is composed when it is sent, by whoever owns the kind, in the language of the recipient', async () => {
    const asked: Happening[] = []
    ledger.composers.register('jailed', async (happening) => {
      asked.push(happening)
      return { subject: `To ${happening.recipient}`, paragraphs: [...happening.references] }
    })
    expect(() => ledger.composers.register('jailed', async () => null)).toThrow('Two composers for jailed')
    await storm(1)
    expect(asked).toEqual([])
    expect(await ledger.dispatcher('own', { lane: 'other' }).pass(never)).toBe(1)
    expect(asked).toMatchObject([{ references: ['incident-7'], channel: 'email', userId: 1, language: 'en' }])
    expect(ledger.channel.sent[0]?.message.subject).toBe('To user1@example.org')
  })

  test('D16: with nothing to say any more it is kept as SUPPRESSED; a composer that fails is tried again', async () => {
    let broken = true
    ledger.composers.register('jailed', async () => {
      if (broken) throw new Error('a fault of ours')
      return null
    })
    await storm(1)
    const own = ledger.dispatcher('own', { lane: 'other' })
    await own.pass(never)
    expect(await ledger.row()).toMatchObject({ state: 'QUEUED', detail: 'the message could not be composed' })
    broken = false
    await ledger.clock.advance(10_000)
    await own.pass(never)
    expect(await ledger.row()).toMatchObject({
      state: 'SUPPRESSED',
      detail: 'the message could not be composed; nothing to say any more',
    })
    expect(ledger.channel.sent).toEqual([])
  })

  test('E243: what the last attempt came to stays beside why there is no other one', async () => {
    let isOver = false
    ledger.composers.register('jailed', async () =>
      isOver ? null : { subject: 'Jailed', paragraphs: ['x'] },
    )
    await storm(2)
    ledger.channel.script.push(async () => ({
      outcome: 'failed',
      permanent: false,
      detail: 'Twilio: no-answer',
    }))
    const own = ledger.dispatcher('own', { lane: 'other' })
    await own.pass(never)
    isOver = true
    await storm(3)
    await ledger.clock.advance(600_000)
    await own.pass(never)
    const told = (await ledger.rows()).filter(({ state }) => state === 'SUPPRESSED')
    // The third one was never tried.
    expect(told.map(({ detail, attempts }) => [detail, attempts]).toSorted()).toEqual([
      ['Twilio: no-answer; nothing to say any more', 2],
      ['nothing to say any more', 1],
    ])
  })

  test('D16: a kind that nobody composes here is tried again and given up in the end', async () => {
    await storm(1, 'unheard-of')
    const own = ledger.dispatcher('own', { lane: 'other' })
    await own.pass(never)
    expect((await ledger.row()).state).toBe('QUEUED')
    await ledger.clock.advance(3_600_001)
    await own.pass(never)
    expect((await ledger.row()).state).toBe('FAILED')
  })
})
