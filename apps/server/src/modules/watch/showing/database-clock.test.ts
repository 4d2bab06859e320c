import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'

let site: TestApp
beforeAll(async () => {
  const rpc = ['http://127.0.0.1:1']
  const catalogue = testCatalogue([testNetwork({ rpc }), testNetwork({ blockchain_id: 2, rpc })])
  site = await createTestApp({ catalogue, config: { roles: ['web', 'notify'] } })
  await site.app.start()
})
afterAll(() => site.close())
beforeEach(() => site.platform.db.orm.execute(sql`truncate watch_network`))

/** Both networks are written down as a watcher does, for so many seconds; `ahead` is the database's clock. */
async function follow(seconds: number, ahead: number): Promise<void> {
  for (let second = 0; second < seconds; second += 5) {
    const now = site.clock.now()
    const height = Math.floor(now / 5_000)
    await site.platform.db.orm.execute(sql`
      insert into watch_network (network_id, epoch, head_height, head_at, head_age_ms, observed_at, assurance)
      select id, 1, ${height}::bigint, ${(height - 1) * 5_000 - ahead}::bigint, ${now % 5_000}::bigint, ${now}::bigint, 'PROVEN'
      from unnest(array[1, 2]) as id
      on conflict (network_id) do update set (head_height, head_at, head_age_ms, observed_at)
        = (excluded.head_height, excluded.head_at, excluded.head_age_ms, excluded.observed_at)`)
    await pass(5)
  }
}

/** The loops that are due ask the database beside this, and have their answer first. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 5) {
    await site.clock.advance(5_000)
    await site.platform.db.orm.execute(sql`select 1`)
  }
}

const health = async () =>
  JSON.parse((await site.browser().get('/api/health/')).text) as { status: string; warnings?: string[] }
const troubles = async () =>
  (await Promise.all(site.app.modules.map(async (module) => (await module.troubles?.()) ?? []))).flat()
const offset = async () =>
  /^roundsman_database_clock_offset_seconds (\S+)$/m.exec(await site.platform.metrics.metrics())?.[1]

test('B260: of a clock of the database that is off the metrics, the health and, from a minute on, the heartbeat tell', async () => {
  expect(await offset()).toBe('Nan')
  await follow(120, 0)
  expect([await offset(), await health()]).toEqual([
    '0',
    expect.not.objectContaining({ warnings: expect.anything() }),
  ])
  await follow(400, 40_000)
  expect(await offset()).toBe('40')
  const warning = /clock is 40 s ahead of the chains' blocks: let that machine be set by NTP/
  expect(await health()).toMatchObject({ status: 'ok', warnings: [expect.stringMatching(warning)] })
  expect(await troubles()).toEqual([])
  await follow(400, 70_000)
  expect(await troubles()).toEqual([expect.stringMatching(/clock is 70 s ahead/)])
  // Chains that nobody sees any more say neither that it is off nor that it is right.
  await pass(400)
  expect([await offset(), (await health()).warnings]).toEqual(['Nan', [expect.stringContaining('ahead')]])
  await follow(120, 0)
  expect([await offset(), (await health()).warnings, await troubles()]).toEqual(['0', undefined, []])
})
