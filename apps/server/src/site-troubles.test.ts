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

it('B110: a network that nothing was received of for a minute is a trouble of the site, in whatever process it is asked', async () => {
  expect(await troubles()).toEqual([expect.stringContaining('has not been seen for a minute')])
  const { orm } = site.platform.db
  await orm.execute(
    sql`insert into watch_network (network_id, height, observed_at) values (1, 5, ${site.clock.now()}::bigint)`,
  )
  expect(await troubles()).toEqual([])
  await site.clock.advance(60_001)
  expect(await troubles()).toHaveLength(1)
})

it.each(['account', 'critical', 'other'])(
  'B110: so is a message of lane %s that has been due for a minute',
  async (lane) => {
    const { orm } = site.platform.db
    await orm.execute(sql`delete from delivery`)
    await orm.execute(sql`update watch_network set observed_at = ${site.clock.now() + 3_600_000}::bigint`)
    await orm.execute(sql`
    insert into delivery (channel, lane, purpose, recipient, language, dedupe_key, state, due_at, give_up_at, created_at, updated_at)
    select 'email', ${lane}::text, 'alert', 'x', 'en', ${lane}::text, 'QUEUED', t, t, t, t
    from (select ${site.platform.db.now()} as t) as moment`)
    await site.clock.advance(59_000)
    expect(await troubles()).toEqual([])
    await site.clock.advance(1_001)
    expect(await troubles()).toEqual(['messages are waiting to be sent'])
  },
)

it('B113: of networks that are named, those alone count', async () => {
  const rpc = ['http://127.0.0.1:1']
  const catalogue = testCatalogue([testNetwork({ rpc }), testNetwork({ blockchain_id: 2, rpc })])
  const named = await createTestApp({ catalogue, config: { heartbeatNetworks: [2] } })
  await named.app.prepare()
  const found = await Promise.all(named.app.modules.map(async (module) => (await module.troubles?.()) ?? []))
  expect(found.flat()).toEqual(['Network 2 has not been seen for a minute'])
  await named.close()
})

it('B113: one that is not followed stops the start with a message', async () => {
  const catalogue = testCatalogue([testNetwork({ rpc: ['http://127.0.0.1:1'] })])
  await expect(createTestApp({ catalogue, config: { heartbeatNetworks: [1, 77] } })).rejects.toThrow(
    'ROUNDSMAN_HEARTBEAT_NETWORKS names 77, which is not the ID of a followed network',
  )
})
