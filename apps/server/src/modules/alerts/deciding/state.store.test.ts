import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readMigrations } from '../../../platform/db/migrate.ts'
import { assetUrl } from '../../../platform/entry-url.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createSimRig } from '../../watch/testing/sim-rig.ts'
import { alert } from '../alerts.schema.ts'
import { alertStatusesOf } from '../history/alert-status.ts'
import { createAlertRig, subscribe } from '../testing/alert-rig.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() =>
  database.db.orm.execute(
    sql`truncate user_account, alert_entry, alert_recipient, alert, alert_network, alert_target, delivery
        restart identity cascade`,
  ),
)
afterAll(() => database.drop())

/** The migration of its name, once more, on what the test has put there. */
async function migrateAgain(name: string): Promise<void> {
  const found = readMigrations(assetUrl('migrations')).find((one) => one.name.endsWith(name))
  if (!found) throw new Error(`there is no migration ${name}`)
  await database.db.orm.execute(sql.raw(found.sql))
}

const rowsOf = async (table: 'alert_network' | 'alert_target') => {
  const { rows } = await database.db.orm.execute(
    sql`select * from ${sql.identifier(table)} order by network_id, ${table === 'alert_target' ? sql`key` : sql`1`}`,
  )
  return rows
}

test('E161: what an older program stored is rewritten in every condition, and nothing else of it changes', async () => {
  await database.db.orm.execute(
    sql.raw(`
    insert into alert_network values
      (1, '{"version": 1, "step": 7, "epoch": 2, "height": 40, "plan": {"name": "told", "height": 50}}'), (2, 'null'),
      (3, '{"version": 2, "step": 9}');
    insert into alert_target values
      (1, 'network', '{"conditions": {}}'),
      (1, 'validator:1', '{"conditions": {"111": {"is": 1, "since": 5, "told": 2, "unconfirmed": {"key": "2/x/1111/2@4#6", "step": 6, "isEnd": false}},
        "112": {"is": 0, "since": 3, "told": 1, "held": "MASS_MISS", "pending": {"at": 4, "chainAt": 4, "height": 39}, "flaps": {"count": 2, "from": 1, "last": 2}},
        "113": {"is": 0, "since": 3, "unknown": 6}}, "rate": 0.05, "misses": {"plus": 3, "from": null, "streak": null}}'),
      (1, 'bridge:4', '{"conditions": {"951": {"is": 1, "since": 5}}}'),
      (3, 'validator:2', '{"conditions": {"111": {"is": 1, "since": 5, "reported": 4}}}')`),
  )
  await migrateAgain('-alerts-reported')
  expect(await rowsOf('alert_network')).toEqual([
    {
      network_id: 1,
      // By another number of its newest step an older program that still runs notices that it has to read anew.
      head: { version: 2, step: 8, epoch: 2, height: 40, plan: { name: 'told', height: 50 } },
    },
    { network_id: 2, head: null },
    { network_id: 3, head: { version: 2, step: 9 } },
  ])
  expect(await rowsOf('alert_target')).toEqual([
    { network_id: 1, key: 'bridge:4', state: { conditions: { 951: { is: 1, since: 5 } } } },
    { network_id: 1, key: 'network', state: { conditions: {} } },
    {
      network_id: 1,
      key: 'validator:1',
      state: {
        conditions: {
          111: {
            is: 1,
            since: 5,
            reported: 2,
            unconfirmed: { key: '2/x/1111/2@4#6', step: 6, isEnd: false },
          },
          112: {
            is: 0,
            since: 3,
            reported: 1,
            held: 'MASS_MISS',
            pending: { at: 4, chainAt: 4, height: 39 },
            flaps: { count: 2, from: 1, last: 2 },
          },
          113: { is: 0, since: 3, unknown: 6 },
        },
        rate: 0.05,
        misses: { plus: 3, from: null, streak: null },
      },
    },
    {
      network_id: 3,
      key: 'validator:2',
      state: { conditions: { 111: { is: 1, since: 5, reported: 4 } } },
    },
  ])
})

test('E161: what was ongoing before the migration goes on after it, ends, and is numbered on', async () => {
  const missedThree = 1121
  const { participant, restart } = createAlertRig(database.db)
  const down = (at: number) => ({ at, what: 'down' as const, validator: 1, blocks: 5 })
  const profile = smallProfile({}, { signedBlocksWindow: 1_000 })
  const rig = await createSimRig({
    database,
    participants: [participant],
    profile,
    script: [down(30), down(60)],
  })
  try {
    await rig.to(20)
    await subscribe(database.db, { email: 'all@example.org', settings: [missedThree] })
    await rig.to(33)
    await database.db.orm.execute(
      sql.raw(`
      update alert_network set head = jsonb_set(head, '{version}', '1');
      update alert_target set state = replace(state::text, '"reported"', '"told"')::jsonb`),
    )
    await migrateAgain('-alerts-reported')
    restart()
    const statuses = async () => {
      const rows = await database.db.orm.select().from(alert).orderBy(alert.id)
      const found = await alertStatusesOf(database.db.orm, rows)
      return rows.map(({ id, occurrence }) => [found.get(id), occurrence.split('/')[3]?.split('@')[0]])
    }
    expect(await statuses()).toEqual([['ONGOING', '1']])
    await rig.to(63)
    expect(await statuses()).toEqual([
      ['ENDED', '1'],
      ['ONGOING', '2'],
    ])
  } finally {
    await rig.close()
  }
})
