import type { Evidence } from '@roundsman/alerting/deciding'
import { pushesOf } from '@roundsman/bridges/bridge-push'
import { readOtlpRequest } from '@roundsman/bridges/otlp'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { withClock } from '../../testing/with-clock.ts'
import { createAlertRig, subscribe, type AlertRig, reportedAlerts } from '../alerts/testing/alert-rig.ts'
import { createSimRig, networkId, type SimRig } from '../watch/testing/sim-rig.ts'
import { noteIntakeUp } from './bridge.store.ts'
import { networkNowOf } from './bridges.public.ts'
import { createIntake, type Intake } from './intake/intake.ts'
import { readBridges } from './showing/bridge-view.ts'
import { pushBytes } from './testing/pushing.ts'

const [silent, sending] = [7011, 7012]
const [stalled, rising] = [8111, 8112]
let database: TestDatabase
let rig: SimRig
let db: Database
let intake: Intake
let alertRig: AlertRig
let height: number
/** The lease's clock is the database's own at the beginning, and goes on with the test's. */
let clockAhead: number
/** What a process of ours does that takes pushes; null: none does. */
let process: string | null

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.db.orm.execute(sql`
    truncate user_account, alert_entry, alert_recipient, delivery, alert, alert_network, alert_target, bridge,
             bridge_token, bridge_network, bridge_intake restart identity cascade`)
  alertRig = createAlertRig(
    database.db,
    () => 'ANY',
    (tx, tick) => {
      clockAhead = tick.now - rig.clock.now()
      return readBridges(tx, tick.networkId, networkNowOf(tick), 'here')
    },
  )
  rig = await createSimRig({ database, participants: [alertRig.participant] })
  db = withClock(database.db, { now: () => rig.clock.now() + clockAhead })
  intake = createIntake(db, { networkHeight: () => height, accepts: () => true })
  process = 'one'
  await rig.to(10)
  await rig.writer.tick(false)
  await subscribe(db, { email: 'ada@example.org', settings: [silent, sending, stalled, rising] })
  await db.orm.execute(sql`
    insert into bridge_token (user_id, network_id, name, hash, created_at)
    select id, ${networkId}, 'Mine', 'hash', now() from user_account`)
})
afterEach(() => rig.close())
afterAll(() => database.drop())

/** Some seconds more, `pushed` null: nothing is pushed. */
async function goOn(seconds: number, pushed: (() => number) | null): Promise<void> {
  const until = rig.clock.now() + seconds * 1000
  while (rig.clock.now() < until) {
    await rig.poll(10_000)
    height = (await rig.view()).row()?.headHeight ?? 0
    if (process !== null) await noteIntakeUp(db.orm, process, db.now())
    if (pushed) {
      const request = readOtlpRequest('application/x-protobuf', pushBytes({ height: pushed() }))
      await intake.take(networkId, { tokenId: 1, pushes: pushesOf(request) })
    }
    await rig.writer.tick(false)
  }
}
const settings = async () => (await reportedAlerts(db)).map(({ setting, name }) => [setting, name])

test('G50: pushes that stop are reported after their time, once, and so is their return', async () => {
  await goOn(30, () => height)
  await goOn(50, null)
  expect(await settings()).toEqual([])
  await goOn(60, null)
  expect(await settings()).toEqual([[silent, 'Mine']])
  await goOn(60, () => height)
  expect(await settings()).toEqual([
    [silent, 'Mine'],
    [sending, 'Mine'],
  ])
})

test('E25: the report of a silence says when the bridge last reported, its height and what it runs; its end how long it was', async () => {
  await goOn(30, () => height)
  const last = height
  await goOn(110, null)
  await goOn(60, () => height)
  const { rows } = await db.orm.execute<{ evidence: Evidence; observed: number }>(
    sql`select evidence, (evidence ->> 'observed_at')::float8 as observed from alert order by id`,
  )
  const [begun, ended] = rows
  expect(begun?.evidence.bridge).toMatchObject({ height: last, version: expect.stringMatching(/^v/) })
  const silentMs = (begun?.observed ?? 0) - (begun?.evidence.bridge?.updated_at ?? 0)
  expect(silentMs).toBeGreaterThanOrEqual(60_000)
  expect(silentMs).toBeLessThan(75_000)
  expect(ended?.evidence.began_at).toBe(begun?.observed)
})

test('G50: a height that stands while pushes go on is reported as stalled, and as nothing else', async () => {
  await goOn(30, () => height)
  const stood = height
  await goOn(240, () => stood)
  expect(await settings()).toEqual([])
  await goOn(120, () => stood)
  expect(await settings()).toEqual([[stalled, 'Mine']])
  await goOn(30, () => height)
  expect(await settings()).toEqual([
    [stalled, 'Mine'],
    [rising, 'Mine'],
  ])
})

test('G19 G51: while nobody takes pushes, and right after a restart of ours, silence means nothing', async () => {
  await goOn(30, () => height)
  process = null
  await goOn(120, null)
  process = 'two'
  alertRig.restart()
  await goOn(40, null)
  await goOn(30, () => height)
  expect(await settings()).toEqual([])
})

test('G19 G45: a process of ours, or its database, that stood still for minutes took nothing meanwhile', async () => {
  await goOn(20, () => height)
  process = null
  await goOn(70, null)
  process = 'one'
  await goOn(10, null)
  await goOn(10, () => height)
  expect(await settings()).toEqual([])
})

test('G51: what was silent before a restart of ours is reported once, and not as sending again', async () => {
  await goOn(30, () => height)
  await goOn(90, null)
  expect(await settings()).toEqual([[silent, 'Mine']])
  process = null
  await goOn(60, null)
  process = 'two'
  alertRig.restart()
  await goOn(120, null)
  expect(await settings()).toEqual([[silent, 'Mine']])
})

test('G45: each process notes since when it can take pushes without a pause; one that is long gone is forgotten', async () => {
  const noted = async () => {
    const { rows } = await db.orm.execute<{ process: string; ms: number }>(
      sql`select process, (seen_at - since)::float8 as ms from bridge_intake order by process`,
    )
    return rows.map(({ process: name, ms }) => [name, ms])
  }
  const note = async (afterMs: number, name: string) => {
    rig.clock.setNow(rig.clock.now() + afterMs)
    await noteIntakeUp(db.orm, name, db.now())
  }
  await note(0, 'one')
  await note(7_000, 'one')
  expect(await noted()).toEqual([['one', 7_000]])
  await note(16_000, 'one')
  expect(await noted()).toEqual([['one', 0]])
  await note(61 * 60_000, 'two')
  expect(await noted()).toEqual([['two', 0]])
})
