import { deciding } from '@roundsman/alerting/deciding'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createAlertRig } from '../testing/alert-rig.ts'
import { type Caller, type Calling, createCalling } from '../testing/calling.ts'
import { findAlerts } from '../record/history.store.ts'
import { signingAgain } from './stale.ts'
import { someOutcome } from '../testing/some-outcome.ts'

const jailed = 2011
const hour = 3_600_000
let rig: Calling
let height = 5_000
beforeAll(async () => {
  rig = await createCalling()
})
afterEach(async () => {
  await rig.site.platform.db.orm.execute(sql`delete from alert_network`)
  await rig.site.platform.db.orm.execute(sql`delete from alert_target`)
})
afterAll(() => rig.close())

/** Something of each began so long ago, as the chain's own time has it; it was decided in one go just now. */
async function beganAgo(ms: number, ...callers: readonly Caller[]): Promise<number[]> {
  const { db } = rig.site.platform
  const at = rig.site.clock.now() - ms
  const outcomes = callers.map(({ validator }) => {
    height += 1
    const target = { key: `validator:${validator}`, type: 'VALIDATOR' as const, id: validator }
    return someOutcome({ settingId: jailed, target, height, at, since: at })
  })
  const ids: number[] = []
  for (const outcome of outcomes) {
    await db.transaction((tx) => createAlertRig(db).raise(tx, 1, [outcome], deciding.begin(1)))
    const { rows } = await db.orm.execute<{ id: number }>(sql`select max(id)::int as id from alert`)
    ids.push(rows[0]?.id ?? 0)
  }
  return ids
}

/** What is decided by now: how far, and whether it is still so of somebody's validator. */
async function decided(caller: Caller, is: 0 | 1, { behindMs = 0 } = {}): Promise<void> {
  const at = rig.site.clock.now() - behindMs
  const head = { ...deciding.begin(1).head, at, height: 9_000 }
  const state = { conditions: { [Math.floor(jailed / 10)]: { is, since: at - 10 * hour } } }
  // As one, as it is decided: whoever is about to call must not see the one without the other.
  await rig.site.platform.db.transaction(async (tx) => {
    await tx.execute(sql`delete from alert_network`)
    await tx.execute(
      sql`insert into alert_network (network_id, head) values (1, ${JSON.stringify(head)}::jsonb)`,
    )
    await tx.execute(sql`
      insert into alert_target (network_id, key, state)
      values (1, ${`validator:${caller.validator}`}, ${JSON.stringify(state)}::jsonb)
      on conflict (network_id, key) do update set state = excluded.state`)
  })
}

/** Time passes, but not while a mail is under way: that is sent in real time, and would be given up and sent once more. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5_000) {
    await expect.poll(sending, { timeout: 20_000 }).toBe(0)
    await rig.site.clock.advance(5_000)
  }
}

async function sending(): Promise<number> {
  const { rows } = await rig.site.platform.db.orm.execute<{ count: number }>(
    sql`select count(*)::int as count from delivery where state = 'SENDING'`,
  )
  return rows[0]?.count ?? 0
}

const mailsTo = ({ email }: Caller) => rig.catcher.mails.filter(({ to }) => to.includes(email)).length

test('D32: what is over rings no phone hours later: one mail sums it up', async () => {
  const who = await rig.subscriber([jailed], ['SMS', 'VOICE'])
  await decided(who, 0)
  const [first = 0, second = 0] = await beganAgo(6 * hour, who, who)
  for (const id of [first, second])
    await rig.eventually(() => statesOf(id), ['sms SUPPRESSED', 'voice SUPPRESSED'])
  await pass(400_000)
  await rig.eventually(() => mailsTo(who), 1)
  expect([...rig.taken('Calls', who.phone), ...rig.taken('Messages', who.phone)]).toEqual([])
})

test('D32: what is still so rings, however old', async () => {
  const who = await rig.subscriber([jailed], ['VOICE'])
  await decided(who, 1)
  await beganAgo(6 * hour, who)
  await rig.called(who.phone, 1)
})

test('D32: nobody is called before what happened since is known', async () => {
  const who = await rig.subscriber([jailed], ['VOICE'])
  await decided(who, 1, { behindMs: 5 * hour })
  const [id = 0] = await beganAgo(6 * hour, who)
  await rig.eventually(() => statesOf(id), ['voice QUEUED'])
  await rig.site.clock.advance(60_000)
  expect(rig.taken('Calls', who.phone)).toEqual([])
  await decided(who, 0)
  await rig.eventually(() => statesOf(id), ['voice SUPPRESSED'])
})

test('D32: a day counts from when it happened: then a mail says it', async () => {
  const who = await rig.subscriber([jailed], ['VOICE'])
  await decided(who, 1)
  const [id = 0] = await beganAgo(25 * hour, who)
  await rig.eventually(() => statesOf(id), ['voice FAILED'])
  await pass(400_000)
  await rig.eventually(() => mailsTo(who), 1)
  expect([...rig.taken('Calls', who.phone), ...rig.taken('Messages', who.phone)]).toEqual([])
})

test('E231: that it signs again is known of its newest blocks, and of what is UNKNOWN nothing', async () => {
  const missedThree = 1121
  const { db } = rig.site.platform
  const who = await rig.subscriber([missedThree], ['EMAIL'])
  const id = await rig.raise(missedThree, who)
  const signing = async () => [
    ...(await signingAgain(db.orm, await findAlerts(db.orm, db.now(), [id]))).keys(),
  ]
  await decided(who, 1)
  const conditions = async (three: object, one: object) => {
    const state = {
      conditions: { 112: { is: 1, since: 0, reported: 1, ...three }, 111: { is: 1, since: 0, ...one } },
    }
    await db.orm.execute(sql`
      update alert_target set state = ${JSON.stringify(state)}::jsonb where key = ${`validator:${who.validator}`}`)
  }
  const pending = { at: 1, chainAt: 1, height: 9 }
  await conditions({}, {})
  expect(await signing()).toEqual([])
  await conditions({}, { pending })
  expect(await signing()).toEqual([id])
  await conditions({ unknown: 2 }, { pending, unknown: 2 })
  expect(await signing()).toEqual([])
  await db.orm.execute(sql`update alert set ended_at = now() where id = ${id}`)
  expect(await signing()).toEqual([id])
})

async function statesOf(alertId: number): Promise<string[]> {
  const { rows } = await rig.site.platform.db.orm.execute<{ line: string }>(sql`
    select channel || ' ' || state as line from delivery where kind = 'alert' and channel <> 'email'
      and (reference = ${String(alertId)} or id in (select delivery_id from delivery_also where reference = ${String(alertId)}))
    order by 1`)
  return rows.map(({ line }) => line)
}
