import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createSimRig, type SimRig } from '../../watch/testing/sim-rig.ts'
import { alert } from '../alerts.schema.ts'
import { createAlertRig, subscribe, type AlertRig } from '../testing/alert-rig.ts'
import { ownAlerts } from '../record/history.store.ts'
import { alertStatusesOf, shownStatusesOf } from './alert-status.ts'

let database: TestDatabase
let rig: SimRig
let alertRig: AlertRig

const email = 'all@example.org'
const [missedThree, signedThree, jailed, entered] = [1121, 1122, 2011, 4011]
/** Long enough that missing jails nobody. */
const roomy = smallProfile({}, { signedBlocksWindow: 1_000 })
const down = (at: number, blocks: number) => ({ at, what: 'down' as const, validator: 1, blocks })

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.db.orm.execute(
    sql`truncate user_account, alert_entry, alert_recipient, alert, delivery restart identity cascade`,
  )
  alertRig = createAlertRig(database.db)
})
afterEach(() => rig.close())
afterAll(() => database.drop())

type Script = NonNullable<NonNullable<Parameters<typeof createSimRig>[0]>['script']>
/** A chain of which somebody is notified when something begins, and never when it ends. */
async function watched(script: Script, settings: number[]) {
  rig = await createSimRig({ database, participants: [alertRig.participant], profile: roomy, script })
  await rig.to(20)
  await subscribe(database.db, { email, settings })
}

/** Of each alert, oldest first: whether it goes on, and how many seconds it lasted. */
async function statuses() {
  const rows = await database.db.orm.select().from(alert).orderBy(alert.id)
  const found = await alertStatusesOf(database.db.orm, rows)
  return rows.map(({ id, at, endedAt }) => {
    const seconds = endedAt === null ? null : Math.round((endedAt.getTime() - at.getTime()) / 1000)
    return [found.get(id), seconds]
  })
}

test('E135 E136: what began goes on until it ends, whether or not anybody wants to be notified of the end', async () => {
  await watched([down(30, 5), down(60, 5)], [missedThree])
  await rig.to(33)
  expect(await statuses()).toEqual([['ONGOING', null]])
  await rig.to(55)
  const [[is, seconds] = []] = await statuses()
  expect(is).toBe('ENDED')
  // From the third block missed to the first one signed.
  expect(seconds).toBeGreaterThan(0)
  // The one before is over, although it is so again.
  await rig.to(63)
  expect(await statuses()).toEqual([
    ['ENDED', seconds],
    ['ONGOING', null],
  ])
})

test('E136: of what nobody sees, and of another epoch, nobody knows', async () => {
  await watched([down(30, 900)], [missedThree])
  await rig.to(34)
  for (const endpoint of ['a', 'b'] as const) rig.setFaults(endpoint, [{ kind: 'html' }])
  for (let second = 0; second < 330; second += 30) {
    await rig.poll(30_000)
    await rig.writer.tick(false)
  }
  expect(await statuses()).toEqual([['UNKNOWN', null]])
  for (const endpoint of ['a', 'b'] as const) rig.setFaults(endpoint, [])
  for (let second = 0; second < 60; second += 15) {
    await rig.poll(15_000)
    await rig.writer.tick(false)
  }
  expect(await statuses()).toEqual([['ONGOING', null]])
  await database.db.orm.execute(sql`update alert_network set head = head || '{"epoch": 7}'`)
  expect(await statuses()).toEqual([['UNKNOWN', null]])
})

test('E136: what was held back goes on as long as it is so, and is over although it was reported to nobody', async () => {
  const absent = [0, 1, 2].map((validator) => ({ at: 30, what: 'absent' as const, validator, blocks: 8 }))
  await watched(absent, [missedThree])
  // Blocks that so many missed are read once the next one is proven.
  await rig.to(38)
  expect((await statuses()).map(([is]) => is)).toEqual(['ONGOING', 'ONGOING', 'ONGOING'])
  await rig.to(60)
  expect((await statuses()).map(([is]) => is)).toEqual(['ENDED', 'ENDED', 'ENDED'])
})

test('E136: a jailing ends with the way out of jail', async () => {
  await watched(
    [
      { at: 30, what: 'jail', validator: 2 },
      { at: 40, what: 'unjail', validator: 2 },
    ],
    [jailed],
  )
  await rig.to(36)
  expect(await statuses()).toEqual([['ONGOING', null]])
  await rig.to(60)
  const [[is, seconds] = []] = await statuses()
  expect(is).toBe('ENDED')
  expect(seconds).toBeGreaterThan(0)
})

test('E241: to have entered the active set is shown neither as ongoing nor as over', async () => {
  await watched(
    [
      { at: 22, what: 'jail', validator: 2 },
      { at: 30, what: 'unjail', validator: 2 },
      { at: 40, what: 'jail', validator: 2 },
    ],
    [entered],
  )
  const shown = async () => {
    const rows = await database.db.orm.select().from(alert).orderBy(alert.id)
    const found = await shownStatusesOf(database.db, rows)
    return rows.map(({ id }) => found.get(id))
  }
  await rig.to(36)
  expect([await statuses(), await shown()]).toEqual([[['ONGOING', null]], [null]])
  await rig.to(60)
  expect([(await statuses()).map(([is]) => is), await shown()]).toEqual([['ENDED'], [null]])
})

test('P890: of missed blocks the history knows the jailing that ended them, and no later one', async () => {
  await watched(
    [
      down(30, 30),
      { at: 45, what: 'jail', validator: 1 },
      { at: 70, what: 'unjail', validator: 1 },
      down(100, 5),
      { at: 130, what: 'jail', validator: 1 },
    ],
    [missedThree],
  )
  const jailings = async () => {
    const { rows } = await database.db.orm.execute<{ id: number }>(sql`select id from user_account`)
    const ids = (await database.db.orm.select({ id: alert.id }).from(alert)).map(({ id }) => id)
    const found = await ownAlerts(database.db.orm, database.db.now(), { userId: rows[0]?.id ?? 0, ids })
    return found.map(({ jailedAt }) => jailedAt?.getTime() ?? null)
  }
  await rig.to(40)
  expect(await jailings()).toEqual([null])
  await rig.to(60)
  const [first = null] = await jailings()
  expect(Math.abs((first ?? 0) - rig.chain.shownAt(45))).toBeLessThan(5_000)
  await rig.to(136)
  expect(await jailings()).toEqual([first, null])
})

test('E313: an outage that ended in jail was over then, for what began and for what says that it is over', async () => {
  await watched(
    [
      down(30, 30),
      { at: 45, what: 'jail', validator: 1 },
      { at: 70, what: 'unjail', validator: 1 },
      down(110, 5),
    ],
    [missedThree, signedThree],
  )
  await rig.to(140)
  const { rows: users } = await database.db.orm.execute<{ id: number }>(sql`select id from user_account`)
  const ids = (await database.db.orm.select({ id: alert.id }).from(alert)).map(({ id }) => id)
  const found = await ownAlerts(database.db.orm, database.db.now(), { userId: users[0]?.id ?? 0, ids })
  const [began, ended, ...others] = found
  const { jailedAt } = began ?? {}
  expect(jailedAt).not.toBeNull()
  expect(began?.endedAt).toEqual(jailedAt)
  expect([ended?.evidence.ended_at, ended?.evidence.ended_in_jail]).toEqual([jailedAt?.getTime(), true])
  // P1047: it was jailed first, and signed after it was out.
  expect(Math.abs((ended?.evidence.signed_at ?? 0) - rig.chain.shownAt(70))).toBeLessThan(10_000)
  // What ended by itself did not.
  expect(
    others.map(({ settingId, jailedAt: at, evidence }) => [settingId, at, evidence.ended_in_jail]),
  ).toEqual([
    [missedThree, null, undefined],
    [signedThree, null, undefined],
  ])
})
