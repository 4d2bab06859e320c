import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { systemIds } from '../../../platform/ids.ts'
import { testConfig } from '../../../testing/test-config.ts'
import type { Rate } from '../channels/channel.ts'
import { contactKinds } from '../channels/channels.ts'
import { insertFanOut } from '../ledger/enqueue.store.ts'
import { createScriptedChannel, type Ledger, type ScriptedChannel } from '../testing/ledger.ts'
import { withLedgers } from '../testing/ledger-of-each-test.ts'
import { waitsForTurn } from './buckets.ts'

let ledger: Ledger
withLedgers((fresh) => {
  ledger = fresh
  ledger.composers.register('jailed', async ({ references: [subject] }) => ({ subject, paragraphs: ['x'] }))
})

const accounts = {
  pushover: { url: 'https://pushover.example.org', token: 'application' },
  telegram: { url: 'https://telegram.example.org', token: '1:bot' },
}

const nothing = () => Promise.reject(new Error('nothing of it is asked'))

const never = new AbortController().signal
const twoAtOnce = { perSecond: 1, burst: 2 }

/** A chat where all recipients have the same webhook. */
function chat(rate: Rate | null, channel = 'slack'): ScriptedChannel {
  return {
    ...createScriptedChannel(channel),
    credentialsOf: async (_tx, recipients) => recipients.map(() => [{ key: `${channel} one`, rate }]),
  }
}

const alerts = (
  reference: string,
  count: number,
  { channel = 'slack', isCritical = false, minutes = 30 } = {},
) =>
  ledger.db.transaction((tx) =>
    insertFanOut(tx, ledger.db.now(), {
      kind: 'jailed',
      usefulForMs: minutes * 60_000,
      recipients: sql`SELECT ${channel}::text AS channel, n AS user_id, 'user ' || n AS recipient, 'en' AS language,
                             ${reference}::text AS reference, ${isCritical}::boolean AS is_critical
                      FROM generate_series(1, ${count}::int) AS n`,
    }),
  )

const subjects = ({ sent }: ScriptedChannel) => sent.map(({ message }) => message.subject)

test('D131: processes draw on one bucket, and what finds it empty waits for its turn, which is no attempt and no failure', async () => {
  const slack = chat(twoAtOnce)
  await alerts('a', 6)
  const processes = ['one', 'two'].map((worker) =>
    ledger.dispatcher(worker, { channel: slack, lane: 'other' }),
  )
  const passes = async () => {
    const before = slack.sent.length
    await Promise.all(processes.map(({ pass }) => pass(never)))
    return slack.sent.length - before
  }
  expect(await passes()).toBe(2)
  const waiting = (await ledger.rows()).filter(({ state }) => state === 'QUEUED')
  expect(waiting.map(({ attempts, detail, claimedBy }) => [attempts, detail, claimedBy])).toEqual(
    waiting.map(() => [0, waitsForTurn, null]),
  )
  const turns = waiting.map(({ dueAt }) => dueAt.getTime() - ledger.clock.now()).toSorted((a, b) => a - b)
  expect(turns).toEqual([1_000, 2_000, 3_000, 4_000])
  expect(await passes()).toBe(0)
  for (const _second of [1, 2, 3, 4]) {
    await ledger.clock.advance(1_000)
    expect(await passes()).toBe(1)
  }
  expect((await ledger.rows()).map(({ state, attempts, detail }) => [state, attempts, detail])).toEqual(
    Array.from({ length: 6 }, () => ['SENT', 1, null]),
  )
  expect(slack.sent.map(({ lastDetail }) => lastDetail)).toEqual(Array.from({ length: 6 }, () => null))
})

test('D131: what is CRITICAL goes before all that waits for the same credential', async () => {
  const slack = chat({ perSecond: 1, burst: 1 })
  const [other, critical] = (['other', 'critical'] as const).map((lane) =>
    ledger.dispatcher('own', { channel: slack, lane }),
  )
  await alerts('calm', 3)
  await other?.pass(never)
  await alerts('urgent', 2, { isCritical: true })
  for (let second = 0; second < 12; second += 1) {
    // In the order that is worse for it.
    await other?.pass(never)
    await critical?.pass(never)
    await ledger.clock.advance(1_000)
  }
  expect(subjects(slack)).toEqual(['calm', 'urgent', 'urgent', 'calm', 'calm'])
})

test('D131: alerts of a message are counted whatever its number, which after some restores no int holds (D101)', async () => {
  const { orm } = ledger.db
  await orm.execute(sql`select setval('delivery_id_seq', 3000000000)`)
  const pagerduty: ScriptedChannel = {
    ...createScriptedChannel('pagerduty'),
    credentialsOf: async (_tx, recipients) =>
      recipients.map(() => [{ key: 'pagerduty one', rate: { perSecond: 1, burst: 3 }, isByAlert: true }]),
  }
  await alerts('a', 2, { channel: 'pagerduty' })
  await orm.execute(sql`
    insert into delivery_also (delivery_id, reference)
    select id, more from delivery, unnest(array['b', 'c']) as more where channel = 'pagerduty'`)
  const { pass } = ledger.dispatcher('own', { channel: pagerduty, lane: 'other' })
  // Each is three alerts, all that the bucket has: the second waits.
  expect(await pass(never)).toBe(1)
  await ledger.clock.advance(3_000)
  expect(await pass(never)).toBe(1)
})

test('D131: a bucket that is empty delays no other channel and no other credential', async () => {
  const slack = chat(twoAtOnce)
  const sms = createScriptedChannel('sms')
  await alerts('a', 5)
  await alerts('a', 5, { channel: 'sms' })
  expect(await ledger.dispatcher('own', { channel: slack, lane: 'other' }).pass(never)).toBe(2)
  expect(await ledger.dispatcher('own', { channel: sms, lane: 'other' }).pass(never)).toBe(5)
})

test('D131: what would wait for longer than it is of use fails at once, and goes by another channel', async () => {
  const slack = chat(twoAtOnce)
  const failed: (string | null)[] = []
  ledger.onFailed = async (_tx, row) => void failed.push(row.recipient)
  await ledger.buckets.backOff([{ key: 'slack one', rate: twoAtOnce }], 10 * 60_000)
  await alerts('short', 1, { minutes: 5 })
  await ledger.dispatcher('own', { channel: slack, lane: 'other' }).pass(never)
  expect(await ledger.row()).toMatchObject({
    state: 'FAILED',
    detail: `gave up after 0 attempts: ${waitsForTurn}`,
  })
  expect([failed, slack.sent]).toEqual([['user 1'], []])
})

test('D132: a provider that asks to wait is left alone until then, by all that has the same credential', async () => {
  const slack = chat(null)
  slack.concurrency = { account: 1, critical: 1, other: 1 }
  slack.script.push(() => ({ outcome: 'failed', permanent: false, detail: 'HTTP 429', retryAfterMs: 60_000 }))
  await alerts('a', 5)
  const { pass } = ledger.dispatcher('own', { channel: slack, lane: 'other' })
  expect(await pass(never)).toBe(1)
  await ledger.clock.advance(59_000)
  expect(await pass(never)).toBe(0)
  await ledger.clock.advance(1_000)
  await pass(never)
  expect((await ledger.rows()).map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'SENT'))
  expect(slack.sent).toHaveLength(6)
})

test('D132: a success that was the last for now makes the others wait, too', async () => {
  const discord = chat(null, 'discord')
  discord.concurrency = { account: 1, critical: 1, other: 1 }
  discord.script.push(() => ({ outcome: 'delivered', backoffMs: 2_000 }))
  await alerts('a', 3, { channel: 'discord' })
  const { pass } = ledger.dispatcher('own', { channel: discord, lane: 'other' })
  expect(await pass(never)).toBe(1)
  await ledger.clock.advance(2_000)
  expect(await pass(never)).toBe(2)
})

test('D133: contacts that share a webhook, a key or the site’s bot share its bucket', () => {
  const counted = (channel: string, body: object) =>
    contactKinds
      .find((kind) => kind.channel === channel)
      ?.form({
        ...{ ids: systemIds, clock: ledger.clock, config: { ...testConfig(ledger.test), ...accounts } },
        vapidKeys: { find: nothing, keep: nothing },
      })
      ?.credentials?.({ channel, name: 'Mine', ...body })
      .map(({ of, rate }) => [of, rate && [rate.perSecond, rate.burst]])
  const url = 'https://hooks.example.org/x'
  expect(counted('SLACK', { url })).toEqual([[url, [1, 1]]])
  expect(counted('DISCORD', { url: `${url}?thread_id=1` })).toEqual([[url, [0.5, 5]]])
  expect(counted('PAGERDUTY', { routing_key: 'R0' })).toEqual([['R0', [1, 60]]])
  expect(counted('PUSHOVER', { user_key: 'u' })).toEqual([['application', null]])
  expect(counted('NTFY', { url: 'https://ntfy.sh/one' })).toEqual(
    counted('NTFY', { url: 'https://ntfy.sh/two' }),
  )
  expect(counted('NTFY', { url: 'https://ntfy.sh/one' })).toEqual([['["ntfy.sh",null]', [0.2, 60]]])
  expect(counted('NTFY', { url: 'https://push.example.org/one', token: 't' })).toEqual([
    ['["push.example.org","t"]', null],
  ])
  // Of all others what is known of them but their name.
  expect(counted('GOTIFY', { url, token: 't' })).toEqual([[expect.not.stringContaining('Mine'), null]])
  const hello = { subject: 'Hello', paragraphs: [] }
  const chat = (id: number) => counted('TELEGRAM', { chat: id, user: 1, bot: 'b', language: 'en', hello })
  expect([chat(7), chat(-7)]).toEqual([
    [
      ['1:bot', [25, 10]],
      ['1:bot 7', [1, 3]],
    ],
    [
      ['1:bot', [25, 10]],
      ['1:bot -7', [1 / 6, 10]],
    ],
  ])
})

test('D131: a bucket that is full is forgotten', async () => {
  await ledger.buckets.backOff([{ key: 'slack one', rate: null }], 1_000)
  const count = async () =>
    (await ledger.db.orm.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM credential_bucket`))
      .rows[0]?.n
  await ledger.buckets.forget()
  expect(await count()).toBe(1)
  await ledger.clock.advance(25 * 3_600_000)
  await ledger.buckets.forget()
  expect(await count()).toBe(0)
})
