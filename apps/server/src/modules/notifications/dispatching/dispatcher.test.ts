import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { settle } from '../../../testing/manual-clock.ts'
import { delivery } from '../ledger/delivery.schema.ts'
import { writeVerdict, shortenLeases } from '../ledger/delivery.store.ts'
import { forgetAccountDeliveries } from '../ledger/history.store.ts'
import { applyReceipt, type Receipt, type ReceiptTarget } from '../ledger/receipt.store.ts'
import type { Ledger } from '../testing/ledger.ts'
import { withLedgers } from '../testing/ledger-of-each-test.ts'

let ledger: Ledger
withLedgers((fresh) => {
  ledger = fresh
})

const message = { subject: 'Hello', paragraphs: ['one'] }
const base = {
  channel: 'email',
  purpose: 'account' as const,
  recipient: 'ada@example.org',
  userId: null,
  language: 'en' as const,
  message,
  usefulForMs: 60_000,
}

describe('the ledger', () => {
  test('D1: a delivery exists if and only if the transaction that asked for it commits', async () => {
    const { db } = ledger.test
    const lost = db.transaction(async (tx) => {
      await ledger.enqueue(tx, { ...base, dedupeKey: 'lost' })
      throw new Error('something else went wrong')
    })
    await expect(lost).rejects.toThrow('something else')
    expect(await ledger.rows()).toEqual([])
    await ledger.add()
    expect((await ledger.row()).state).toBe('QUEUED')
  })

  test('D1: the same dedupe key adds nothing and changes nothing', async () => {
    await ledger.add({ dedupeKey: 'same' })
    const before = await ledger.row()
    await ledger.add({ dedupeKey: 'same', recipient: 'eve@example.org' })
    expect(await ledger.rows()).toEqual([before])
  })

  test('D3: what the provider took is SENT with its id, and its message is wiped', async () => {
    await ledger.add()
    ledger.channel.script.push(() => ({ outcome: 'sent', providerId: 'p-1' }))
    expect(await ledger.pass()).toBe(1)
    expect(ledger.channel.sent[0]?.message.paragraphs).toEqual(['canary-secret-token'])
    expect(await ledger.row()).toMatchObject({
      state: 'SENT',
      providerId: 'p-1',
      attempts: 1,
      payload: null,
      leaseUntil: null,
      claimedBy: null,
    })
    expect(await ledger.pass()).toBe(0)
  })

  test('D14: what fails for good is reported in the transaction that records it, once, and what may pass is not', async () => {
    const failures: number[] = []
    ledger.onFailed = async (tx, { id, recipient }) => {
      failures.push(id)
      await ledger.enqueue(tx, { ...base, channel: 'other', recipient, dedupeKey: `instead:${id}` })
    }
    await ledger.add({ usefulForMs: 60_000 })
    ledger.channel.script.push(() => ({ outcome: 'failed', permanent: false, detail: 'busy' }))
    await ledger.pass()
    expect([failures, (await ledger.row()).state]).toEqual([[], 'QUEUED'])
    await ledger.clock.advance(10_000)
    ledger.channel.script.push(() => ({ outcome: 'failed', permanent: true, detail: 'no such number' }))
    await ledger.pass()
    const [failed, other] = await ledger.rows()
    expect([failed?.state, other?.dedupeKey]).toEqual(['FAILED', `instead:${failed?.id}`])
    await ledger.pass()
    expect(failures).toEqual([failed?.id])
    // Given up is failed too.
    await ledger.add({ usefulForMs: 1_000 })
    await ledger.clock.advance(2_000)
    await ledger.pass()
    expect(failures).toHaveLength(2)
  })

  test('D14: a handler that throws is undone and logged, and its row is not sent for ever', async () => {
    ledger.onFailed = async (tx, { id }) => {
      await ledger.enqueue(tx, { ...base, dedupeKey: `instead:${id}` })
      throw new Error('a fault of ours')
    }
    await ledger.add()
    ledger.channel.script.push(() => ({ outcome: 'failed', permanent: true, detail: 'no such number' }))
    expect(await ledger.pass()).toBe(1)
    expect(await ledger.rows()).toMatchObject([{ state: 'FAILED', detail: 'no such number' }])
    expect(ledger.errors.join()).toContain('a fault of ours')
    await ledger.clock.advance(3_600_000)
    expect(await ledger.pass()).toBe(0)
  })

  test('D4: a row whose process died is sent once more after its lease, with the same key', async () => {
    await ledger.add()
    ledger.channel.script.push(() => ({ outcome: 'failed', permanent: false, detail: 'busy' }))
    await ledger.pass()
    const key = ledger.channel.sent[0]?.idempotencyKey
    await ledger.clock.advance(10_000)
    expect(await ledger.claim()).toHaveLength(1)
    expect(await ledger.pass()).toBe(0)
    await ledger.clock.advance(60_001)
    expect(await ledger.pass()).toBe(1)
    expect(ledger.channel.sent[1]?.idempotencyKey).toBe(key)
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(await ledger.row()).toMatchObject({ state: 'SENT', attempts: 3 })
  })

  test('D4: the late mark of a claim that ran out changes nothing', async () => {
    await ledger.add()
    const [first] = await ledger.claim({ leaseMs: 0 })
    if (!first) throw new Error('nothing was claimed')
    await ledger.clock.advance(1)
    const mark = () =>
      writeVerdict(ledger.db.orm, ledger.db.now(), first, { state: 'FAILED', detail: 'late' })
    ledger.channel.script.push(async () => {
      expect(await mark()).toBe(false)
      return { outcome: 'sent' }
    })
    await ledger.pass()
    expect(await mark()).toBe(false)
    expect((await ledger.row()).state).toBe('SENT')
  })

  test('D4: a stop lets what is under way end; what the provider then has, nobody sends again before its lease is over', async () => {
    await ledger.add({ dedupeKey: 'quick' })
    await ledger.add({ dedupeKey: 'stuck' })
    const stop = new AbortController()
    ledger.channel.script.push(
      async () => {
        while (ledger.channel.sent.length < 2) await settle()
        stop.abort()
        return { outcome: 'sent' }
      },
      (_delivery, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('cut'))
          })
        }),
    )
    const passing = ledger.dispatcher('stopping').pass(stop.signal)
    while (!stop.signal.aborted) await ledger.clock.advance(0)
    await ledger.clock.advance(3_000)
    expect(await passing).toBe(2)
    expect((await ledger.rows()).map((row) => row.state)).toEqual(['SENT', 'SENDING'])
    expect(await ledger.pass()).toBe(0)
    await ledger.clock.advance(60_001)
    expect(await ledger.pass()).toBe(1)
    expect((await ledger.rows()).map((row) => row.state)).toEqual(['SENT', 'SENT'])
  })

  test('D4: where nobody else can be alive, leases end at the start, or as soon as a provider lists what it took', async () => {
    await ledger.add()
    await ledger.claim()
    await shortenLeases(ledger.db.orm, ledger.db.now(), 'email', 10_000)
    expect(await ledger.pass()).toBe(0)
    await shortenLeases(ledger.db.orm, ledger.db.now(), 'email', -1)
    expect(await ledger.pass()).toBe(1)
    await ledger.add()
    await ledger.claim()
    await shortenLeases(ledger.db.orm, ledger.db.now(), 'email', 10_000)
    await ledger.clock.advance(10_001)
    expect(await ledger.pass()).toBe(1)
  })

  test('D5: an error is tried again after 5 s, 10 s, 20 s, and never sooner than the provider asked', async () => {
    await ledger.add()
    const busy = { outcome: 'failed', permanent: false, detail: 'busy' } as const
    ledger.channel.script.push(
      () => busy,
      () => busy,
      () => ({ ...busy, retryAfterMs: 120_000 }),
    )
    const delays: number[] = []
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await ledger.pass()).toBe(1)
      expect(await ledger.pass()).toBe(0)
      const { dueAt, state } = await ledger.row()
      expect(state).toBe('QUEUED')
      delays.push(dueAt.getTime() - ledger.clock.now())
      await ledger.clock.advance(delays.at(-1) ?? 0)
    }
    expect(delays).toEqual([5_000, 10_000, 120_000])
    await ledger.pass()
    expect(await ledger.row()).toMatchObject({ state: 'SENT', attempts: 4, detail: null })
  })

  test('D6: a permanent error is not tried again and says why, on one line', async () => {
    await ledger.add()
    ledger.channel.script.push(() => ({ outcome: 'failed', permanent: true, detail: '550 no\r\nsuch user' }))
    await ledger.pass()
    expect(await ledger.row()).toMatchObject({ state: 'FAILED', detail: '550 no such user', payload: null })
    await ledger.clock.advance(3_600_000)
    expect(await ledger.pass()).toBe(0)
  })

  test('D6: what cannot be sent in its time ends as FAILED with the last reason', async () => {
    await ledger.add({ usefulForMs: 8_000 })
    ledger.channel.script.push(
      () => ({ outcome: 'failed', permanent: false, detail: 'busy' }),
      () => ({ outcome: 'failed', permanent: false, detail: 'still busy' }),
    )
    await ledger.pass()
    await ledger.clock.advance(5_000)
    await ledger.pass()
    expect(await ledger.row()).toMatchObject({
      state: 'FAILED',
      detail: 'gave up after 2 attempts: still busy',
    })
  })

  test('D6: a channel that throws is an error like another, and holds nobody up', async () => {
    await ledger.add({ dedupeKey: 'a' })
    await ledger.add({ dedupeKey: 'b' })
    ledger.channel.script.push(() => Promise.reject(new Error('a fault of ours')))
    await ledger.pass()
    expect((await ledger.rows()).map((row) => row.state).sort()).toEqual(['QUEUED', 'SENT'])
  })

  test('D7: processes side by side send each row once', async () => {
    for (let index = 0; index < 30; index += 1) await ledger.add()
    const never = new AbortController().signal
    const passes = ['a', 'b', 'c'].map((worker) => ledger.dispatcher(worker).pass(never))
    const counts = await Promise.all(passes)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30)
    expect(new Set(ledger.channel.sent.map((sent) => sent.id)).size).toBe(30)
    expect(ledger.channel.sent).toHaveLength(30)
  })

  test('D8: receipts move SENT on, may overtake our mark, and never move what has ended', async () => {
    const apply = (target: ReceiptTarget, state: Receipt['state'], detail: string | null = null) =>
      ledger.db.transaction((tx) => applyReceipt(tx, ledger.db.now(), target, { state, detail }))
    await ledger.add()
    ledger.channel.script.push(async ({ id }) => {
      expect(await apply({ deliveryId: id }, 'DELIVERED')).toMatchObject({
        id,
        state: 'DELIVERED',
      })
      return { outcome: 'sent', providerId: 'p-1' }
    })
    await ledger.pass()
    expect((await ledger.row()).state).toBe('DELIVERED')
    const target = { channel: 'email', providerId: 'p-2' }
    await ledger.add()
    ledger.channel.script.push(() => ({ outcome: 'sent', providerId: 'p-2' }))
    await ledger.pass()
    expect(await apply(target, 'FAILED', 'handset off')).toMatchObject({ detail: 'handset off' })
    expect(await apply(target, 'DELIVERED')).toBeNull()
    expect((await ledger.rows())[1]).toMatchObject({ state: 'FAILED', detail: 'handset off' })
    expect(await apply({ channel: 'email', providerId: 'p-9' }, 'FAILED')).toBeNull()
  })

  test('D9: what is suppressed is kept for the record and never sent', async () => {
    await ledger.add({ suppressed: 'too many' })
    expect(await ledger.pass()).toBe(0)
    expect(await ledger.row()).toMatchObject({ state: 'SUPPRESSED', detail: 'too many', payload: null })
  })

  test('D10: ended account mails are forgotten, alerts and what is still to be sent are not', async () => {
    await ledger.add({ suppressed: 'x' })
    await ledger.add({ suppressed: 'x', purpose: 'alert' })
    await ledger.add()
    await forgetAccountDeliveries(ledger.db.orm, ledger.db.now(), -1)
    expect((await ledger.rows()).map((row) => [row.purpose, row.state])).toEqual([
      ['alert', 'SUPPRESSED'],
      ['account', 'QUEUED'],
    ])
  })
})

describe('what is stored of a message', () => {
  test('13.3.1: the database does not hold the message in the clear', async () => {
    await ledger.add()
    const { payload } = await ledger.row()
    expect(payload?.length).toBeGreaterThan(40)
    expect(payload?.includes('canary')).toBe(false)
  })

  test('11.3.4: bytes copied from another row do not open, and nothing is sent', async () => {
    await ledger.add()
    await ledger.add()
    const [one, two] = await ledger.rows()
    if (!one || !two) throw new Error('two rows were added')
    await ledger.test.db.orm.update(delivery).set({ payload: two.payload }).where(eq(delivery.id, one.id))
    await ledger.pass()
    expect((await ledger.rows()).map((row) => row.state)).toEqual(['FAILED', 'SENT'])
    expect(ledger.channel.sent.map((sent) => sent.id)).toEqual([two.id])
  })
})
