import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Urgency } from '../ledger/delivery.schema.ts'
import { createLedger, createScriptedChannel, type Ledger, type ScriptedChannel } from '../testing/ledger.ts'
import { withLedgers } from '../testing/ledger-of-each-test.ts'
import { waitsForMore } from './budgets.ts'
import { keptForGrave } from './budget-parts.policy.ts'

let ledger: Ledger
let sms: ScriptedChannel
withLedgers(
  async (fresh) => {
    ledger = fresh
    await ledger.test.db.orm.execute(sql`truncate user_account cascade`)
    sms = createScriptedChannel('sms')
  },
  { sms: 3, voice: 0 },
)

const never = new AbortController().signal
const alert = (userId: number, isCritical = true) => {
  const recipient = `+1202555${String(userId).padStart(4, '0')}`
  return ledger.add({ channel: 'sms', purpose: 'alert', userId, recipient, isCritical })
}
/** So many that others were sent today, three each. */
const spent = (messages: number) =>
  ledger.test.db.orm.execute(sql`
    insert into delivery (channel, lane, purpose, user_id, recipient, language, dedupe_key, state, attempts, spent_at,
                          due_at, give_up_at, created_at, updated_at)
    select 'sms', 'critical', 'alert', 1000 + n / 3, 'x', 'en', gen_random_uuid(), 'SENT', 1, t, t, t, t, t
    from generate_series(1, ${messages}::int) n, (select ${ledger.db.now()} as t) as moment`)
const pass = (lane: 'critical' | 'other' = 'critical') =>
  ledger.dispatcher('own', { channel: sms, lane }).pass(never)
const reached = (userId: number, channel = 'sms') =>
  ledger.db.transaction((tx) => ledger.budgets.reached(tx, channel, userId))
const count = async (state: string) => (await ledger.rows()).filter((row) => row.state === state).length

test('D15: beyond the budget of the user a message is kept and not sent, until a day has passed', async () => {
  for (let index = 0; index < 5; index += 1) await alert(1)
  await alert(2)
  await pass()
  expect(sms.sent).toHaveLength(4)
  expect([await count('SENT'), await count('SUPPRESSED')]).toEqual([4, 2])
  const suppressed = (await ledger.rows()).find(({ state }) => state === 'SUPPRESSED')
  const until = new Date(ledger.clock.now() + 86_400_000)
  expect(suppressed).toMatchObject({ detail: `budget_used_up ${until.toISOString()}`, attempts: 0 })
  expect(await reached(1)).toMatchObject({ of: 'user', seconds: 86_400 })
  await ledger.clock.advance(3_600_000)
  expect(await reached(1)).toMatchObject({ of: 'user', seconds: 82_800 })
  expect(await reached(2)).toBeNull()
  await ledger.clock.advance(82_800_000)
  expect(await reached(1)).toBeNull()
  await alert(1)
  expect(await pass()).toBe(1)
})

test('D15: what somebody asked for is counted when it is enqueued, and with alerts together', async () => {
  for (let index = 0; index < 2; index += 1) await ledger.add({ channel: 'sms', userId: 1 })
  await alert(1)
  await alert(1)
  await pass()
  expect([await count('SENT'), await count('SUPPRESSED'), await count('QUEUED')]).toEqual([1, 1, 2])
  expect((await reached(1))?.of).toBe('user')
  // Codes that were counted are sent, whatever alerts have used up meanwhile.
  expect(await ledger.dispatcher('own', { channel: sms }).pass(never)).toBe(2)
})

test('D15: another attempt costs nothing more', async () => {
  await alert(1)
  sms.script.push(() => ({ outcome: 'failed', permanent: false, detail: 'busy' }))
  await pass()
  await alert(1)
  await alert(1)
  await ledger.clock.advance(10_000)
  expect(await pass()).toBe(3)
  expect(await count('SENT')).toBe(3)
})

test('D15: the site has a hundred budgets, and where they are used up the whole lane ends', async () => {
  await spent(300)
  await alert(101, false)
  await alert(102, false)
  await pass('other')
  expect(sms.sent).toHaveLength(0)
  expect(await count('SUPPRESSED')).toBe(2)
  expect((await reached(103))?.of).toBe('site')
})

test('D29: what others have spent keeps no CRITICAL alert from anybody', async () => {
  await spent(300)
  await alert(101)
  await pass()
  expect(sms.sent).toHaveLength(1)
})

test('D29: with more users the site may send more', async () => {
  await ledger.test.db.orm.execute(sql`
    insert into user_account (email, email_key, created_at)
    select 'u' || n || '@example.org', 'u' || n || '@example.org', now() from generate_series(1, 101) n`)
  await spent(300)
  expect(await reached(103)).toBeNull()
  await spent(3)
  expect((await reached(103))?.of).toBe('site')
})

test('D29: an alert beyond the budget of its reader is reported as failed, so that it goes another way', async () => {
  const failed: string[] = []
  ledger.onFailed = async (_tx, row) => void failed.push(`${row.channel} ${row.userId}`)
  for (let index = 0; index < 4; index += 1) await alert(1)
  for (let index = 0; index < 2; index += 1) await alert(2, false)
  await pass()
  await pass('other')
  expect(await count('SUPPRESSED')).toBe(2)
  expect(failed).toEqual(['sms 1', 'sms 2'])
})

/** Has so many alerts of the user claimed that count as this; gives how many of them are sent. */
async function sentOf(urgency: Urgency, alerts: number): Promise<number> {
  ledger.urgency = urgency
  const isCritical = urgency !== 'INFO' && urgency !== 'WARNING'
  const before = sms.sent.length
  for (let index = 0; index < alerts; index += 1) await alert(1, isCritical)
  await pass(isCritical ? 'critical' : 'other')
  return sms.sent.length - before
}
const ofTwenty = async (): Promise<void> => {
  ledger = await createLedger(ledger.test, { sms: 20, voice: 10 })
  sms = createScriptedChannel('sms')
}

test('D270: INFO has a quarter of a budget, with WARNING it has half, and CRITICAL the rest', async () => {
  await ofTwenty()
  expect(await sentOf('INFO', 20)).toBe(5)
  expect(await sentOf('WARNING', 20)).toBe(5)
  expect(await sentOf('INFO', 1)).toBe(0)
  expect(await sentOf('CRITICAL', 20)).toBe(4)
  await ofTwenty()
  expect(await sentOf('WARNING', 20)).toBe(10)
  expect(await sentOf('CRITICAL', 4)).toBe(4)
})

test('D271 D334: three calls, three SMS and their ends, fewer of a small budget, are for what is graver than missed blocks', async () => {
  await ofTwenty()
  expect(await sentOf('CRITICAL', 25)).toBe(14)
  expect(await sentOf('GRAVE', 10)).toBe(6)
  const budgets = [20, 10, 7, 4, 3, 1, 0]
  expect(budgets.map((one) => keptForGrave(one, 'voice').all)).toEqual([3, 3, 2, 1, 0, 0, 0])
  expect(budgets.map((one) => keptForGrave(one, 'sms').all)).toEqual([6, 3, 2, 1, 0, 0, 0])
})

test('D300: what is near jail may use those, too, but for the last of them, of SMS two', async () => {
  await ofTwenty()
  expect(await sentOf('CRITICAL', 25)).toBe(14)
  expect(await sentOf('NEAR_JAIL', 5)).toBe(4)
  expect(await sentOf('GRAVE', 5)).toBe(2)
  // Of four one is kept: that is for a jailing alone.
  ledger = await createLedger(ledger.test, { sms: 4 })
  sms = createScriptedChannel('sms')
  expect(await sentOf('NEAR_JAIL', 4)).toBe(3)
  expect(await sentOf('GRAVE', 1)).toBe(1)
})

test('D317: what may be a blip draws on nothing that is kept, and is sent from it once it goes on', async () => {
  await ofTwenty()
  expect(await sentOf('YOUNG', 1)).toBe(1)
  expect(await sentOf('CRITICAL', 13)).toBe(13)
  expect(await sentOf('YOUNG', 1)).toBe(0)
  expect((await ledger.rows()).at(-1)).toMatchObject({
    state: 'QUEUED',
    attempts: 0,
    spentAt: null,
    detail: waitsForMore,
  })
  ledger.urgency = 'NEAR_JAIL'
  await ledger.clock.advance(5_000)
  expect(await pass()).toBe(1)
  expect(await count('SENT')).toBe(15)
  // Nothing of it is left for what is near jail, either: its reader hears of it by the next channel at once.
  expect(await sentOf('NEAR_JAIL', 3)).toBe(3)
  expect(await sentOf('YOUNG', 1)).toBe(0)
  expect((await ledger.rows()).at(-1)).toMatchObject({ state: 'SUPPRESSED' })
})

test('D270: each part is free again when its own messages are a day old', async () => {
  await ofTwenty()
  await sentOf('INFO', 5)
  await ledger.clock.advance(3_600_000)
  await sentOf('INFO', 1)
  const until = new Date(ledger.clock.now() + 23 * 3_600_000)
  expect((await ledger.rows()).at(-1)?.detail).toBe(`budget_share_used_up ${until.toISOString()}`)
  await ledger.clock.advance(23 * 3_600_000)
  expect(await sentOf('INFO', 6)).toBe(5)
})

test('D272: who has used up what is open to all is told, once a day, with when there is one again', async () => {
  await ofTwenty()
  await sentOf('CRITICAL', 13)
  expect(ledger.usedUp).toEqual([])
  await sentOf('CRITICAL', 1)
  const until = new Date(ledger.clock.now() + 86_400_000)
  expect(ledger.usedUp).toMatchObject([{ channel: 'sms', userId: 1, until, kept: 6 }])
  const [first] = ledger.usedUp
  // As whoever tells them does.
  await ledger.add({ userId: 1, dedupeKey: first?.dedupeKey ?? '' })
  await sentOf('GRAVE', 1)
  await ledger.clock.advance(86_400_000 - 1)
  await sentOf('GRAVE', 1)
  expect(ledger.usedUp).toHaveLength(1)
  await ledger.clock.advance(1)
  // What was taken from what is kept uses up none of what is open to all.
  await sentOf('CRITICAL', 14)
  expect(ledger.usedUp).toHaveLength(2)
})

test('D272: where codes used it up, who asked for them is told with the first alert that is kept back', async () => {
  await ofTwenty()
  const ask = async (codes: number) => {
    for (let index = 0; index < codes; index += 1) await ledger.add({ channel: 'sms', userId: 1 })
  }
  await ask(18)
  expect(await sentOf('INFO', 1)).toBe(0)
  const until = new Date(ledger.clock.now() + 86_400_000)
  expect(ledger.usedUp).toMatchObject([{ channel: 'sms', userId: 1, until, kept: 2 }])
  const [first] = ledger.usedUp
  await ledger.add({ userId: 1, dedupeKey: first?.dedupeKey ?? '' })
  await ask(2)
  await sentOf('GRAVE', 1)
  expect(ledger.usedUp).toHaveLength(1)
  await ledger.clock.advance(86_400_000)
  await ask(20)
  expect(await sentOf('GRAVE', 1)).toBe(0)
  expect(ledger.usedUp.slice(1)).toMatchObject([{ kept: 0 }])
})

test('D272: nobody is told where a share is used up, or where the site sends none at all', async () => {
  await ofTwenty()
  expect(await sentOf('INFO', 6)).toBe(5)
  ledger = await createLedger(ledger.test, { sms: 0 })
  expect(await sentOf('CRITICAL', 1)).toBe(0)
  expect(ledger.usedUp).toEqual([])
})

test('D273: what is left today leaves out what is kept, which is beside it, and says when there is one again', async () => {
  await ofTwenty()
  expect(await ledger.budgets.leftFor('sms', 1)).toEqual({ count: 14, kept: 6, until: null })
  expect(await ledger.budgets.leftFor('voice', 1)).toEqual({ count: 7, kept: 3, until: null })
  expect(await ledger.budgets.leftFor('email', 1)).toBeNull()
  await sentOf('CRITICAL', 11)
  expect(await ledger.budgets.leftFor('sms', 1)).toEqual({ count: 3, kept: 6, until: null })
  await sentOf('CRITICAL', 3)
  const until = new Date(ledger.clock.now() + 86_400_000)
  expect(await ledger.budgets.leftFor('sms', 1)).toEqual({ count: 0, kept: 6, until })
  await sentOf('GRAVE', 1)
  expect(await ledger.budgets.leftFor('sms', 1)).toMatchObject({ count: 0, kept: 5 })
})

test('D329 D335 D361: whatever is kept back, the time is when there is one again for all alerts, as the page says it', async () => {
  await ofTwenty()
  const sendEach = async (urgency: Urgency, alerts: number) => {
    for (let index = 0; index < alerts; index += 1) {
      expect(await sentOf(urgency, 1)).toBe(1)
      await ledger.clock.advance(60_000)
    }
  }
  const until = new Date(ledger.clock.now() + 86_400_000)
  await sendEach('CRITICAL', 9)
  await sendEach('INFO', 5)
  expect((await ledger.budgets.leftFor('sms', 1))?.until).toEqual(until)
  // What is taken from what is kept does not move it (D335).
  await sendEach('NEAR_JAIL', 4)
  for (const urgency of ['NEAR_JAIL', 'CRITICAL', 'YOUNG', 'INFO'] as const) {
    expect(await sentOf(urgency, 1)).toBe(0)
    // D361: of twenty two are left, for a jailing or a halt.
    expect((await ledger.rows()).at(-1)?.detail).toBe(`budget_used_up ${until.toISOString()} 2`)
  }
  await sendEach('GRAVE', 2)
  expect(await sentOf('CRITICAL', 1)).toBe(0)
  expect((await ledger.rows()).at(-1)?.detail).toBe(`budget_used_up ${until.toISOString()}`)
  expect((await ledger.budgets.leftFor('sms', 1))?.until).toEqual(until)
  await ledger.clock.advance(until.getTime() - ledger.clock.now() - 1)
  expect(await sentOf('CRITICAL', 1)).toBe(0)
  await ledger.clock.advance(1)
  expect(await sentOf('CRITICAL', 1)).toBe(1)
})

test('D274: what was never sent, since nothing was to be said any more, costs nothing', async () => {
  ledger.composers.register('over', async () => null)
  await alert(1)
  await ledger.db.orm.execute(sql`update delivery set kind = 'over', reference = '1', payload = null`)
  await pass()
  expect(await ledger.row()).toMatchObject({ state: 'SUPPRESSED', spentAt: null })
})

test('D316: a message that turns out to have nothing to say uses up no limit; the last one that goes out does', async () => {
  await ofTwenty()
  ledger.composers.register('over', async () => null)
  await sentOf('CRITICAL', 13)
  await alert(1)
  await ledger.db.orm.execute(
    sql`update delivery set kind = 'over', reference = '1', payload = null where state = 'QUEUED'`,
  )
  await pass()
  expect(await count('SUPPRESSED')).toBe(1)
  expect(ledger.usedUp).toEqual([])
  expect(await sentOf('CRITICAL', 1)).toBe(1)
  expect(ledger.usedUp).toMatchObject([{ channel: 'sms', userId: 1, kept: 6 }])
})

test('D41: so is one of the site', async () => {
  await spent(298)
  await alert(1, false)
  await alert(2, false)
  await pass('other')
  expect(sms.sent).toHaveLength(1)
  await alert(3)
  await pass()
  expect(sms.sent).toHaveLength(2)
})

test('D41: a budget of one has no reserve', async () => {
  ledger = await createLedger(ledger.test, { sms: 1 })
  sms = createScriptedChannel('sms')
  await alert(1, false)
  await pass('other')
  expect(sms.sent).toHaveLength(1)
})

test('D15: processes side by side spend no more than one', async () => {
  for (let index = 0; index < 9; index += 1) await alert(1)
  const workers = ['a', 'b', 'c'].map((worker) =>
    ledger.dispatcher(worker, { channel: sms, lane: 'critical' }),
  )
  await Promise.all(workers.map((one) => one.pass(never)))
  expect(sms.sent).toHaveLength(3)
})

test('D15: a budget of nothing is nothing; what costs nothing has none', async () => {
  expect(await reached(1, 'voice')).toMatchObject({ of: 'user', seconds: 86_400 })
  expect(await reached(1, 'email')).toBeNull()
})
