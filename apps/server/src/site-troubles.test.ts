import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './testing/test-app.ts'
import { testCatalogue, testNetwork } from './testing/test-catalogue.ts'

let site: TestApp
beforeAll(async () => {
  const network = testNetwork({ rpc: ['http://127.0.0.1:1'] })
  site = await createTestApp({ catalogue: testCatalogue([network]) })
  await site.app.prepare()
})
afterAll(() => site.close())

const troubles = async () =>
  (await Promise.all(site.app.modules.map(async (module) => (await module.troubles?.()) ?? []))).flat()

it('B110: a network of which nothing was heard for a minute is a trouble of the site, in whatever process it is asked', async () => {
  expect(await troubles()).toEqual([expect.stringContaining('has not been seen for a minute')])
  const { orm } = site.platform.db
  await orm.execute(
    sql`insert into watch_network (network_id, height, observed_at) values (1, 5, ${site.clock.now()}::bigint)`,
  )
  expect(await troubles()).toEqual([])
  await site.clock.advance(60_001)
  expect(await troubles()).toHaveLength(1)
})

it('B110: so is a message that nobody sends, at once where it is a code or a CRITICAL alert; a storm of others that is worked off is none', async () => {
  const { orm } = site.platform.db
  await orm.execute(sql`update watch_network set observed_at = ${site.clock.now() + 3_600_000}::bigint`)
  let serial = 0
  const add = (lane: string, state = sql`'QUEUED', null::timestamptz`) =>
    orm.execute(sql`insert into delivery (channel, lane, purpose, recipient, language, dedupe_key, state, lease_until, due_at, give_up_at, created_at, updated_at)
      select 'email', ${lane}::text, 'alert', 'x', 'en', ${String(serial++)}::text, ${state}, t, t, t, t from (select ${site.platform.db.now()} as t) as moment`)
  await add('other')
  await site.clock.advance(59_000)
  expect(await troubles()).toEqual([])
  await site.clock.advance(1_001)
  expect(await troubles()).toEqual(['messages wait to be sent'])
  // Somebody sends another of the lane.
  const lease = sql`${site.platform.db.now()} + interval '1 hour'`
  await add('other', sql`'SENDING', ${lease}`)
  expect(await troubles()).toEqual([])
  await add('critical')
  expect(await troubles()).toEqual([])
  await site.clock.advance(60_001)
  expect(await troubles()).toEqual(['messages wait to be sent'])
})
