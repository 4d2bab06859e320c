import { deciding, type Outcome } from '@roundsman/alerting/deciding'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hintsArrive } from '../../../testing/hints-arrive.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { testNetwork } from '../../../testing/test-catalogue.ts'
import { type AlertFeed, ChangedAlerts, createAlertFeed, type FeedReader } from './alert-feed.ts'
import { hintChanged } from '../record/alert-hints.ts'
import { someOutcome } from '../testing/some-outcome.ts'
import { addValidator } from '../testing/some-validators.ts'
import { createAlertRig, subscribe } from '../testing/alert-rig.ts'

const networkId = 9
const jailed = 2011
let database: TestDatabase
let feed: AlertFeed
let ada: number
let serial = 0

beforeAll(async () => {
  database = await createTestDatabase()
  ada = await addValidator(database.db.orm, { networkId, operator: 'ada' })
})
beforeEach(async () => {
  await database.db.orm.execute(
    sql`truncate user_account, alert_entry, alert, alert_recipient, delivery restart identity cascade`,
  )
  feed = newFeed()
})
afterAll(() => database.drop())

const newFeed = () =>
  createAlertFeed(database.db, {
    byId: (id) => (id === networkId ? testNetwork({ blockchain_id: networkId, name: 'Test' }) : null),
  })

async function reader(email: string, settings: number[], over: object = {}): Promise<FeedReader> {
  await subscribe(database.db, { email, settings, networkId, ...over })
  const { rows } = await database.db.orm.execute<{ id: number }>(
    sql`select id from user_account where email = ${email}`,
  )
  return { userId: rows[0]?.id ?? 0, language: 'en' }
}
async function raise(other: Partial<Pick<Outcome, 'evidence'>> = {}): Promise<void> {
  serial += 1
  const target = { key: `validator:${ada}`, type: 'VALIDATOR' as const, id: ada }
  const outcome = someOutcome({ settingId: jailed, target, height: serial, ...other })
  await database.db.transaction((tx) =>
    createAlertRig(database.db).raise(tx, networkId, [outcome], deciding.begin(1)),
  )
}
const reported = async (readers: readonly FeedReader[]) => {
  const { updates, isPending } = await feed.updatesFor(new Map([[networkId, readers]]))
  return {
    isPending,
    lines: updates.map((one) => [one.reader.userId, ...one.items.map(({ height }) => height)]),
  }
}
const age = (seconds: number) =>
  database.db.orm.execute(sql`update alert set created_at = created_at - make_interval(secs => ${seconds})`)

test('E110: each item goes once, to those it concerns, and not again while it is the same', async () => {
  const [eve, mal] = [await reader('eve@example.org', [jailed]), await reader('mal@example.org', [3011])]
  expect(await reported([eve, mal])).toEqual({ lines: [], isPending: false })
  await raise()
  const first = serial
  expect(await reported([eve, mal])).toEqual({ lines: [[eve.userId, first]], isPending: true })
  expect(await reported([eve, mal])).toEqual({ lines: [], isPending: true })
  await raise()
  await raise()
  expect((await reported([eve, mal])).lines).toEqual([[eve.userId, serial - 1, serial]])
})

test('E110: the text is in the language of the page', async () => {
  const eve = await reader('eve@example.org', [jailed])
  await raise()
  const { updates } = await feed.updatesFor(new Map([[networkId, [eve, { ...eve, language: 'uk' }]]]))
  expect(updates.map(({ items }) => items[0]?.title)).toEqual(['Jailed', expect.stringMatching(/[а-яі]/)])
})

test('E111: what becomes of its messages, and that it was acknowledged elsewhere, is the item anew', async () => {
  const eve = await reader('eve@example.org', [jailed])
  await raise()
  await reported([eve])
  await database.db.orm.execute(sql`update delivery set state = 'SENT'`)
  expect(await reported([eve])).toEqual({ lines: [[eve.userId, serial]], isPending: false })
  // By the call that rang: without a hint, as long as it is young.
  await database.db.orm.execute(
    sql`update alert_recipient set acknowledged_at = now(), acknowledged_via = 'CALL'`,
  )
  expect((await reported([eve])).lines).toEqual([[eve.userId, serial]])
  // However old, where somebody acknowledged it on a page.
  await age(3_600)
  expect((await reported([eve])).lines).toEqual([])
  let hints = 0
  const stop = feed.onHint(() => (hints += 1))
  await hintsArrive(database.db)
  const ids = [...Array.from({ length: 900 }, (_, index) => 10_000 + index), 1]
  await database.db.transaction((tx) => hintChanged(database.db, tx, ids))
  await expect.poll(() => hints).toBe(3)
  stop()
  expect((await reported([eve])).lines).toEqual([[eve.userId, serial]])
})

test('E112: who has just connected is sent what happened just now, and nothing older', async () => {
  const eve = await reader('eve@example.org', [jailed])
  await raise()
  await age(60)
  await raise()
  expect((await reported([eve])).lines).toEqual([[eve.userId, serial]])
  // Another process knows nothing of what this one has sent, and sends nothing to who is not connected to it.
  feed = newFeed()
  expect((await reported([])).lines).toEqual([])
  expect((await reported([eve])).lines).toEqual([[eve.userId, serial]])
})

test('E113: a commit that notifies somebody sends a hint, one that notifies nobody does not', async () => {
  let hints = 0
  const stop = feed.onHint(() => (hints += 1))
  await hintsArrive(database.db)
  await raise()
  await reader('eve@example.org', [jailed])
  await raise()
  await expect.poll(() => hints).toBe(1)
  stop()
})

test('E114: what hints name is kept for networks that somebody looks at, until it is delivered', () => {
  const changed = new ChangedAlerts()
  changed.add([1, 2])
  expect(changed.size).toBe(0)
  changed.keepOnly([networkId, 8])
  changed.add([1, 2])
  expect(changed.take(networkId)).toEqual([1, 2])
  expect([changed.take(networkId), changed.size]).toEqual([[], 2])
  changed.keepOnly([networkId])
  expect(changed.size).toBe(0)
})
