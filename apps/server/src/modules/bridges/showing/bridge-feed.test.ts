import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { BridgeDetails } from '@roundsman/contract/bridges/bridge-details'
import { bridgeTokensOfUser } from '@roundsman/contract/bridges/bridge-tokens'
import type { BridgesList } from '@roundsman/contract/bridges/bridges'
import type { SharedBridge } from '@roundsman/contract/live/screen-events'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenHash } from '../../../platform/config/secrets.ts'
import { cookieHeader } from '../../../testing/cookie-header.ts'
import { runCommand } from '../../../testing/run-command.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import type { TestDatabase } from '../../../testing/test-database.ts'
import { networkId, type SimRig } from '../../watch/testing/sim-rig.ts'
import { openStream } from '../../watch/testing/stream-reader.ts'
import { type BridgeSite, openBridgeSite } from '../testing/bridge-site.ts'
import { pushBytes, type PushedBridge } from '../testing/pushing.ts'
import { type BridgeFeed, createBridgeFeed } from './bridge-feed.ts'

let opened: BridgeSite
let database: TestDatabase
let rig: SimRig
let site: TestApp
let feed: BridgeFeed
let ada: TestBrowser
const list = `/api/blockchains/bridges/${networkId}/`
const listFor = async () => (await ada.get(list)).json<BridgesList>()

beforeAll(async () => {
  opened = await openBridgeSite(['simulated', 'private'])
  ;({ database, rig, site } = opened)
  ada = await opened.signIn('ada@example.org')
  for (const name of ['ada', 'bob'])
    await site.platform.db.orm.execute(sql`
      insert into bridge_token (user_id, network_id, name, hash, created_at)
      select id, ${networkId}, ${name}, ${tokenHash(name).toString('hex')}, now() from user_account`)
})
beforeEach(async () => {
  const { db } = site.platform
  await db.orm.execute(sql`truncate bridge, bridge_sample, bridge_event, bridge_network, bridge_release`)
  await db.orm.execute(sql`update bridge_token set peer_id = null, is_released = false`)
  const networks = { byId: () => ({ ...rig.network, is_da_enabled: true }) }
  feed = createBridgeFeed({ db, clock: rig.clock }, networks, rig.views, 'here')
  await rig.view()
})
afterAll(() => opened.close())

const push = (token: string, said: PushedBridge = {}) => send(token, pushBytes({ peerId: token, ...said }))
async function send(token: string, payload: Buffer): Promise<void> {
  const { statusCode } = await site.app.server.fastify.inject({
    method: 'POST',
    url: '/v1/metrics',
    headers: { 'content-type': 'application/x-protobuf', authorization: `Bearer ${token}` },
    payload,
  })
  expect(statusCode).toBe(200)
}
async function read(): Promise<SharedBridge[] | undefined> {
  await feed.refresh(networkId)
  return feed.of(networkId, rig.clock.monotonic())?.bridges
}

test('G65: memory follows what is stored: what changed, what is new, and what was deleted', async () => {
  expect(await read()).toEqual([])
  await push('ada', { height: 18 })
  await push('bob', { height: 19 })
  expect(await read()).toMatchObject([
    { name: 'ada', height: 18, sync_status: 'SYNCED' },
    { name: 'bob', height: 19 },
  ])
  await push('bob', { height: 20 })
  await runCommand(site.app.modules, 'bridge release', ['ada'])
  expect(await read()).toMatchObject([{ name: 'bob', height: 20 }])
})

test('G65: it goes on by the clock between two polls, and says nothing where nobody has looked for ten seconds', async () => {
  await push('ada')
  await read()
  rig.clock.setNow(rig.clock.now() + 55_000)
  await read()
  const { monotonic } = rig.clock
  expect(feed.of(networkId, monotonic() + 4_000)?.bridges).toMatchObject([{ otel_state: 'FRESH' }])
  expect(feed.of(networkId, monotonic() + 9_000)?.bridges).toMatchObject([
    { otel_state: 'STALE', sync_status: 'UNKNOWN', lag: null },
  ])
  expect(feed.of(networkId, monotonic() + 11_000)).toBeNull()
})

test('G65: a database that was put back is read from the beginning', async () => {
  for (let height = 15; height < 20; height++) await push('ada', { height })
  await read()
  await site.platform.db.orm.execute(
    sql`truncate bridge, bridge_sample, bridge_event, bridge_network, bridge_release`,
  )
  await push('bob')
  expect(await read()).toMatchObject([{ name: 'bob' }])
})

test('G63: what is pushed is on the stream of whoever may read the network', async () => {
  const address = await site.app.listen()
  const stream = await openStream(`${address}/api/live/${networkId}/`, {
    ...{ cookie: cookieHeader(ada.cookies), connection: 'close' },
  })
  await push('ada', { height: 17 })
  const seen: Record<string, unknown>[] = []
  void stream.next(({ event }) => event === 'bridges').then(({ data }) => seen.push(data))
  // Little by little: on a busy machine the clock would else pass what makes it stale before the event was made.
  const slowly = { timeout: 20_000, interval: 20 }
  await expect
    .poll(async () => {
      await rig.clock.advance(50)
      return seen.length
    }, slowly)
    .toBe(1)
  // As it was then: the clock may have gone on for long until the event came through the socket.
  const atThePush = { otel_state: 'FRESH' }
  const bridges = (await listFor()).bridges.map(({ owned: _owned, ...shared }) => ({
    ...shared,
    ...atThePush,
  }))
  expect(seen).toEqual([{ changed: bridges, removed: [], seq: expect.any(Number) }])
  stream.close()
})

describe('one bridge in full', () => {
  const detailsOf = async (id: number | undefined) => {
    const answer = await ada.get(`${list}${id}/`)
    expect(answer.status).toBe(200)
    return answer.json<BridgeDetails>()
  }

  test('G67: the row of the list with its heights of a day, what happened, and what else it said', async () => {
    const real = readFileSync(
      new URL('../../../../../../packages/bridges/src/fixtures/bridge-synced.pb.gz', import.meta.url),
    )
    await send('ada', gunzipSync(real))
    const { bridges, network_height: height } = await listFor()
    const [row] = bridges
    const { heights, timeline, figures, network_height, ...rest } = await detailsOf(row?.id)
    expect(rest).toEqual(row)
    expect(network_height).toBe(height)
    const slot = Math.floor(rig.clock.now() / 300_000) * 300
    expect(heights.step).toBe(300)
    expect(heights.points).toHaveLength(288)
    expect(heights.points.at(-1)).toEqual([slot, 491, 20])
    expect(heights.points[0]).toEqual([slot - 287 * 300, null, null])
    expect(timeline).toMatchObject([{ kind: 'joined', height: 491, before: null, after: null }])
    expect(figures).toMatchObject({
      peers: { full: 0, connections: 0 },
      storage: { blocks: null, tail_height: null },
      processing: { blocks: 344, stuck: null, last_block_at: '2026-11-21T10:19:21.000Z', goroutines: 314 },
    })
    expect((await ada.get(`${list}999999/`)).status).toBe(404)
    expect((await ada.get(`/api/blockchains/bridges/3/${row?.id}/`)).status).toBe(404)
  })

  test('G67: nothing is kept for longer than a day, nor more than a hundred events', async () => {
    // The pushes of each part fall into one span.
    rig.clock.setNow(Math.ceil(rig.clock.now() / 300_000) * 300_000)
    await push('ada', { height: 10 })
    rig.clock.setNow(rig.clock.now() + 300_000)
    await push('ada', { height: 11 })
    await push('ada', { height: 12 })
    const kept = async () => {
      const { rows } = await database.db.orm.execute<{ height: number }>(
        sql`select height::int as height from bridge_sample order by slot`,
      )
      return rows.map(({ height }) => height)
    }
    expect(await kept()).toEqual([10, 11])
    rig.clock.setNow(rig.clock.now() + 24 * 3_600_000)
    for (let version = 0; version < 60; version++) {
      await push('ada', { height: 13, version: `v${version}`, startedAt: 1_790_000_100 + 100 * version })
      await rig.clock.advance(200)
    }
    expect(await kept()).toEqual([11, 13])
    const { rows } = await database.db.orm.execute(sql`select from bridge_event`)
    expect(rows).toHaveLength(100)
    const [row] = (await listFor()).bridges
    const { timeline, heights } = await detailsOf(row?.id)
    expect(timeline).toHaveLength(100)
    expect(timeline.slice(0, 2)).toMatchObject([
      { kind: 'version_changed', before: 'v58', after: 'v59' },
      { kind: 'restarted' },
    ])
    expect(heights.points.at(-1)?.[1]).toBe(13)
  })
})

test('G30: of many tokens that somebody makes at once, no more than two hundred are made', async () => {
  const { orm } = site.platform.db
  await orm.execute(sql`
    insert into bridge_token (user_id, network_id, name, hash, created_at)
    select user_account.id, ${networkId}, 'Mine', 'mine ' || number, now()
    from user_account, generate_series(1, ${bridgeTokensOfUser - 3}) as number`)
  const made = await Promise.all([1, 2, 3].map((one) => ada.post(`${list}tokens/`, { name: `No. ${one}` })))
  expect(made.map(({ status }) => status).sort()).toEqual([201, 400, 400])
})
