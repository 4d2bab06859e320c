import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import type { Role } from '../../platform/config/variables.ts'
import { openServerDatabase } from '../../platform/db/server-database.ts'
import { systemIds } from '../../platform/ids.ts'
import { cookieHeader } from '../../testing/cookie-header.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createNetworks } from '../networks/networks.public.ts'
import { type LiveNetwork, startLiveNetwork } from './testing/live-network.ts'
import { openStream, type StreamReader } from './testing/stream-reader.ts'
import { createWatch } from './watch.public.ts'

let network: LiveNetwork
let database: TestDatabase
let apps: TestApp[]
let streams: StreamReader[]

beforeEach(async () => {
  apps = []
  streams = []
  network = await startLiveNetwork()
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const stream of streams) stream.close()
  for (const app of apps) await app.close()
  await network.close()
  await database.drop()
})

/** An application of some roles; on a server with connections of its own, on the embedded engine with the one there is. */
async function startApp(roles: readonly Role[]): Promise<TestApp> {
  const log = pino({ enabled: false })
  const db = database.url
    ? await openServerDatabase({ url: database.url, log, clock: systemClock, ids: systemIds })
    : { ...database.db, close: () => Promise.resolve() }
  const app = await createTestApp({
    database: { ...database, db },
    catalogue: network.catalogue,
    clock: systemClock,
    fetch,
    config: { roles, port: 0, host: '127.0.0.1' },
  })
  apps.push(app)
  await app.app.start()
  return app
}

async function signIn(web: TestApp) {
  const [email, password] = ['reader@example.org', 'a long enough password']
  await web.createUser(email, password)
  return web.signedIn({ email, password }, { host: 'test.localhost:8000' })
}

async function watchPage(web: TestApp, cookies: Map<string, string>): Promise<StreamReader> {
  const address = await web.app.listen()
  const cookie = cookieHeader(cookies)
  const stream = await openStream(`${address}/api/live/9/`, { cookie })
  streams.push(stream)
  return stream
}

const heightOf = (event: { data: Record<string, unknown> }) => Number(event.data['height'])
const isHeight = (above: number) => (event: { event: string; data: Record<string, unknown> }) =>
  event.event === 'height' && heightOf(event) > above

describe('the whole path', () => {
  test('W50: a block becomes a row and an event; watchers come and go, and the page goes on', async () => {
    const web = await startApp(['web'])
    const watcher = await startApp(['watch'])
    const browser = await signIn(web)
    const stream = await watchPage(web, browser.cookies)
    const first = heightOf(await stream.next(isHeight(0)))
    const next = await stream.next(isHeight(first))
    const second = heightOf(next)
    expect(next.data['blocks']).toContainEqual(expect.objectContaining({ p: [expect.any(Number)] }))

    const answer = await browser.get('/api/blockchains/list/9/')
    expect(answer.status).toBe(200)
    const body = answer.json<{
      network_height: number
      validators: object[]
      status: { state: string }
      seq: number
    }>()
    expect(body.network_height).toBeGreaterThanOrEqual(second)
    expect(body.validators).toHaveLength(6)
    expect(body.status.state).toBe('LIVE')
    expect(body.seq).toBeGreaterThanOrEqual(Number(next.data['seq']))
    const etag = String(answer.headers['etag'])
    expect(etag).toMatch(/^W\/"[\w-]+"$/)

    await watcher.close()
    const behind = heightOf(
      await browser
        .get('/api/blockchains/list/9/')
        .then((a) => ({ data: { height: a.json<typeof body>().network_height } })),
    )
    await startApp(['watch'])
    const after = heightOf(await stream.next(isHeight(behind)))
    expect(after).toBeGreaterThan(behind)

    const metrics = await web.app.server.fastify.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    expect(metrics.body).toMatch(
      /cosmos_validator_uptime\{network="Test",validator="pbvaloper1[a-z0-9]+"\} 0\.\d+/,
    )
    expect(metrics.body).toMatch(/cosmos_validator_voting_power\{network="Test"/)
    expect(metrics.body).toMatch(/cosmos_validator_commission_rate\{network="Test"/)
  })

  test('W119: a process that only watches knows the newest height too, since it judges bridges by it', async () => {
    const { platform } = await startApp([])
    const own = { ...platform, metrics: new Registry() }
    const parts = {
      participants: [],
      companions: [],
      bridgesOf: () => Promise.resolve([]),
      avatarOf: () => null,
      checkMore: () => Promise.resolve(true),
    }
    const { module, views } = createWatch(own, createNetworks(platform.config), parts)
    const loops = module.loops?.filter(({ role }) => role === 'watch') ?? []
    const isRead = new Promise<void>((resolve) => {
      views.onUpdate(() => {
        if (views.of(9)?.row()?.headHeight != null) resolve()
      })
    })
    await module.start?.()
    for (const { loop } of loops) loop.start()
    try {
      await isRead
    } finally {
      await Promise.all(loops.map(({ loop }) => loop.stop()))
    }
  })

  test('W51: two watchers of one network: one follows, and every height is there once', async () => {
    const web = await startApp(['web', 'watch'])
    await startApp(['watch'])
    await startApp(['watch'])
    const browser = await signIn(web)
    const stream = await watchPage(web, browser.cookies)
    const first = heightOf(await stream.next(isHeight(0)))
    await stream.next(isHeight(first + 10))
    const { sql } = await import('drizzle-orm')
    const { rows } = await database.db.orm.execute<{ holders: number; blocks: number; span: number }>(sql`
      select (select count(*)::int from lease where name = 'watch/9') as holders,
        count(*)::int as blocks, (max(height) - min(height) + 1)::int as span from watch_block`)
    expect(rows[0]?.holders).toBe(1)
    expect(rows[0]?.blocks).toBe(rows[0]?.span)
    const samples = await database.db.orm.execute<{ known: number }>(sql`
      select cardinality(array_remove(tokens, null))::int as known from series_bucket
      where network_id = 9 and step = 25 order by bucket desc limit 1`)
    expect(samples.rows).toEqual([{ known: 6 }])
  })

  test('L8: logging out ends the stream at once', async () => {
    const web = await startApp(['web', 'watch'])
    const browser = await signIn(web)
    const stream = await watchPage(web, browser.cookies)
    await stream.next(({ event }) => event === 'hello')
    expect((await browser.post('/api/users/logout/')).status).toBe(204)
    await stream.ended()
  })

  test('L11: a stop ends the streams', async () => {
    const web = await startApp(['web', 'watch'])
    const browser = await signIn(web)
    const stream = await watchPage(web, browser.cookies)
    await stream.next(({ event }) => event === 'hello')
    await Promise.all([stream.ended(), web.close()])
  })

  test('L12: without a session there is no stream', async () => {
    const web = await startApp(['web'])
    const address = await web.app.listen()
    expect((await fetch(`${address}/api/live/9/`)).status).toBe(401)
    const browser = await signIn(web)
    expect((await browser.get('/api/live/77/')).status).toBe(404)
  })
})
