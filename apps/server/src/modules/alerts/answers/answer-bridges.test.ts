import { deciding } from '@roundsman/alerting/deciding'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { testNetwork } from '../../../testing/test-catalogue.ts'
import { createAlertRig, subscribe } from '../testing/alert-rig.ts'
import { addBridge } from '../testing/some-bridges.ts'
import { someOutcome } from '../testing/some-outcome.ts'
import type { LaterFigures } from '../texts/writing.ts'
import { createAlertAnswers } from './answer-alert.ts'

const [behind, farBehind, stalled] = [8021, 8031, 8111]
const email = 'ada@example.org'
let database: TestDatabase
let bridge: number
beforeAll(async () => {
  database = await createTestDatabase()
  await subscribe(database.db, { email, networkId: 1, settings: [behind, farBehind, stalled] })
  bridge = await addBridge(database.db.orm, { peerId: '12D3KooWOslo', name: 'Oslo' })
  await database.db.orm.execute(sql`insert into alert_network (network_id, head) values (1, '{"epoch":1}')`)
})
afterAll(() => database.drop())

let height = 100
/** Something of the bridge begins, and goes on; gives its alert. */
async function goesOn(setting: number, value: number): Promise<number> {
  const { db } = database
  const key = `bridge:${bridge}` as const
  height += 1
  const plain = someOutcome({ settingId: setting, target: { key, type: 'BRIDGE', id: bridge }, height })
  const outcome = { ...plain, evidence: { ...plain.evidence, value } }
  await db.transaction((tx) => createAlertRig(db).raise(tx, 1, [outcome], deciding.begin(1)))
  await db.orm.execute(sql`
    insert into alert_target (network_id, key, state)
    select 1, ${key}, jsonb_build_object('conditions', jsonb_build_object(${String(Math.floor(setting / 10))}::text, jsonb_build_object(
      'is', 1, 'reported', split_part(split_part(occurrence, '/', 4), '@', 1)::int))) from alert where height = ${height}
    on conflict (network_id, key) do update set state = excluded.state`)
  const { rows } = await db.orm.execute<{ id: number }>(sql`select max(id)::int as id from alert`)
  return rows[0]?.id ?? 0
}

/** What the link of a message about it shows so many minutes after it, of later figures these. */
async function shown(id: number, later: LaterFigures | null, minutes = 3) {
  const { rows } = await database.db.orm.execute<{ user: number; ms: number }>(sql`
    select r.user_id as user, (a.evidence ->> 'observed_at')::float8 as ms
    from alert a join alert_recipient r on r.alert_id = a.id where a.id = ${id}`)
  const [row] = rows
  const nothing = () => Promise.resolve(null)
  const figures = {
    of: (alerts: readonly { id: number }[]) =>
      Promise.resolve(new Map(later === null ? [] : alerts.map((one) => [one.id, later] as const))),
  }
  const clock = { now: () => (row?.ms ?? 0) + minutes * 60_000 }
  const answers = createAlertAnswers(database.db, { byId: () => testNetwork() }, clock, {
    ...{ ...figures, validator: nothing, jailing: nothing },
  })
  const of = { id: 1, purpose: 'alert' as const, kind: 'alert', channel: 'email', userId: row?.user ?? 0 }
  const view = await answers.view({ ...of, references: [String(id)], createdAt: new Date(0) }, 1_000)
  const [one] = view?.alerts ?? []
  if (!one) throw new Error('nothing is shown')
  return { ...one, what: one.what.replaceAll('\u00a0', ' ') }
}

test('E417: the link about a bridge says how far behind it is now, and for how long its height stands', async () => {
  const lag = await goesOn(farBehind, 170)
  expect(await shown(lag, null)).toMatchObject({ status: 'ONGOING', what: '170 blocks behind the network' })
  const later = { at: new Date(0), height: 1, evidence: { value: 350 } }
  expect((await shown(lag, later)).what).toBe('350 blocks behind the network')
  const stuck = await goesOn(stalled, 300)
  expect((await shown(stuck, null, 0)).what).toBe('height stuck for 5 min')
  expect((await shown(stuck, { at: new Date(0), height: null, evidence: {} }, 4)).what).toBe(
    'height stuck for 9 min',
  )
})

test('E418: it names what a mute of it leaves, which is as grave or graver, wanted there and not muted', async () => {
  const lag = await goesOn(behind, 60)
  const left = async () => (await shown(lag, null)).not_muted
  expect(await left()).toEqual(['More than 100 blocks behind', 'Stalled for 5 minutes'])
  expect((await shown(await goesOn(stalled, 300), null)).not_muted).toEqual(['More than 100 blocks behind'])
  const { orm } = database.db
  await orm.execute(sql`
    insert into alert_mute (user_id, network_id, condition_id, bridge_key, muted_until)
    select user_id, 1, 811, '12D3KooWOslo', now() + interval '1 hour' from alert_recipient limit 1`)
  expect(await left()).toEqual(['More than 100 blocks behind'])
  await orm.execute(sql`delete from alert_entry where setting_id = ${farBehind}`)
  expect(await left()).toBeUndefined()
})
