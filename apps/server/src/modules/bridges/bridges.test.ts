import { gzipSync } from 'node:zlib'
import { fromBinary } from '@bufbuild/protobuf'
import { StatusSchema } from '@roundsman/bridges/generated/google/rpc/status_pb'
import { ExportMetricsServiceResponseSchema } from '@roundsman/bridges/generated/opentelemetry/proto/collector/metrics/v1/metrics_service_pb'
import type { BridgeToken, NewBridgeToken } from '@roundsman/contract/bridges/bridge-tokens'
import type { Bridge, BridgesList } from '@roundsman/contract/bridges/bridges'
import type { Validator, ValidatorsList } from '@roundsman/contract/networks/validators'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '../../testing/run-command.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import type { TestDatabase } from '../../testing/test-database.ts'
import { networkId, type SimRig } from '../watch/testing/sim-rig.ts'
import { readBridges } from './showing/bridge-view.ts'
import { type BridgeSite, openBridgeSite } from './testing/bridge-site.ts'
import { keyedBridge, pushBytes, type PushedBridge } from './testing/pushing.ts'
import { scrapedPage, scrapePages } from './testing/scraping.ts'

const list = `/api/blockchains/bridges/${networkId}/`
const tokensPath = `${list}tokens/`
const [binary, json] = ['application/x-protobuf', 'application/json'] as const
const [minute, day] = [60_000, 24 * 3_600_000]
let opened: BridgeSite
let database: TestDatabase
let rig: SimRig
let site: TestApp
let ada: TestBrowser
let bob: TestBrowser
let validator: Validator

beforeAll(async () => {
  opened = await openBridgeSite(['simulated', 'renamed'])
  ;({ database, rig, site } = opened)
  ada = await opened.signIn('ada@example.org')
  bob = await opened.signIn('bob@example.org')
  const { validators } = (await ada.get(`/api/blockchains/list/${networkId}/`)).json<ValidatorsList>()
  const [first] = validators
  if (!first) throw new Error('the chain has no validators')
  validator = first
})
beforeEach(() =>
  database.db.orm.execute(
    sql`truncate bridge, bridge_sample, bridge_event, bridge_token, bridge_network, bridge_release`,
  ),
)
afterAll(() => opened.close())

async function tokenOf(browser: TestBrowser, name = 'Mine', more: object = {}): Promise<NewBridgeToken> {
  const answer = await browser.post(tokensPath, { name, ...more })
  expect(answer.status).toBe(201)
  return answer.json<NewBridgeToken>()
}

interface Sent {
  headers?: Record<string, string>
  type?: string
}
const send = (token: string | null, bytes: Buffer, { headers = {}, type = binary }: Sent = {}) =>
  site.app.server.fastify.inject({
    method: 'POST',
    url: '/v1/metrics',
    headers: {
      'content-type': type,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    payload: bytes,
  })

/** What was not taken; undefined: all of it was, and there was nothing to say. */
async function push(token: string, ...said: PushedBridge[]) {
  const answer = await send(token, pushBytes(...(said.length === 0 ? [{}] : said)))
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, binary])
  return fromBinary(ExportMetricsServiceResponseSchema, answer.rawPayload).partialSuccess
}
const bridgesFor = async (browser: TestBrowser): Promise<Bridge[]> =>
  (await browser.get(list)).json<BridgesList>().bridges
const tokensFor = async (browser: TestBrowser): Promise<BridgeToken[]> =>
  (await browser.get(tokensPath)).json<{ tokens: BridgeToken[] }>().tokens

describe('tokens', () => {
  test('G30: a token is shown once, listed without it, and gone when it is deleted', async () => {
    const made = await tokenOf(ada, ' Mine ', { validator_id: validator.id })
    expect(made).toEqual({
      id: expect.any(Number),
      name: 'Mine',
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(await tokensFor(ada)).toEqual([
      {
        id: made.id,
        name: 'Mine',
        validator_id: validator.id,
        peer_id: null,
        last_used_at: null,
        problem: null,
        team_id: null,
      },
    ])
    expect(await tokensFor(bob)).toEqual([])
    const { rows } = await database.db.orm.execute<{ hash: string }>(sql`select hash from bridge_token`)
    expect(rows[0]?.hash).not.toContain(made.token)
    await push(made.token)
    expect((await bob.delete(`${tokensPath}${made.id}/`)).status).toBe(404)
    expect((await ada.delete(`${tokensPath}${made.id}/`)).status).toBe(204)
    expect(await bridgesFor(ada)).toEqual([])
    expect((await send(made.token, pushBytes())).statusCode).toBe(401)
  })

  test('G30: an unknown validator, no name and a network without bridges', async () => {
    expect((await ada.post(tokensPath, { name: 'x', validator_id: 999_999 })).json()).toMatchObject({
      code: 'validation_failed',
      errors: { validator_id: [expect.any(String)] },
    })
    for (const name of ['  ', 'a\u0000b', 'x'.repeat(101)])
      expect((await ada.post(tokensPath, { name })).status).toBe(400)
    for (const path of ['/api/blockchains/bridges/3/', '/api/blockchains/bridges/3/tokens/'])
      expect((await ada.get(path)).json()).toMatchObject({ status: 404, code: 'not_found' })
    expect((await ada.post('/api/blockchains/bridges/3/tokens/', { name: 'x' })).status).toBe(404)
  })
})

describe('what is taken', () => {
  test('G40: what is pushed is listed as soon as it is answered, to everybody', async () => {
    const { token } = await tokenOf(ada, 'Mine', { validator_id: validator.id })
    expect(await push(token, { height: 18 })).toBeUndefined()
    const height = (await ada.get(list)).json<BridgesList>().network_height ?? 0
    const [shown] = await bridgesFor(ada)
    expect(shown).toEqual({
      ...{ id: expect.any(Number), peer_id: 'ada', name: 'Mine', version: 'v0.31.4', height: 18 },
      ...{ lag: height - 18, sync_status: 'SYNCED', otel_state: 'FRESH', source: 'OTLP' },
      last_otel_update: new Date(rig.clock.now()).toISOString(),
      started_at: new Date(1_790_000_000_000).toISOString(),
      ...{ validator_id: validator.id, owned: true, contested: false },
    })
    expect(await bridgesFor(bob)).toEqual([{ ...shown, owned: false }])
    expect(await tokensFor(ada)).toMatchObject([
      { peer_id: 'ada', last_used_at: shown?.last_otel_update, problem: null },
    ])
    const details = await ada.get(`/api/blockchains/details/${networkId}/${validator.id}/`)
    expect(details.json()).toMatchObject({ bridges: [shown?.id] })
  })

  test('G41: gzip or plain, protobuf or JSON, each answered in its own form; an empty one is a success', async () => {
    const { token } = await tokenOf(ada)
    const packed = await send(token, gzipSync(pushBytes({ height: 19 })), {
      headers: { 'content-encoding': 'gzip' },
    })
    expect([packed.statusCode, packed.body]).toEqual([200, ''])
    expect(await bridgesFor(ada)).toMatchObject([{ height: 19 }])
    const text =
      '{"resourceMetrics":[{"resource":{"attributes":[{"key":"service.instance.id","value":{"stringValue":"x"}}]}}]}'
    const other = await send(token, Buffer.from(text), { type: json })
    expect(other.json()).toEqual({
      partialSuccess: { errorMessage: expect.stringContaining('not a bridge') },
    })
    for (const [type, empty] of [
      [binary, Buffer.alloc(0)],
      [json, Buffer.from('{}')],
    ] as const) {
      const answer = await send(token, empty, { type })
      expect([type, answer.statusCode, answer.body]).toEqual([type, 200, type === json ? '{}' : ''])
    }
  })

  test.each([
    ['no token', 401, 16, null, pushBytes(), {}],
    ['a token that is none', 401, 16, 'none', pushBytes(), {}],
    ['what is no push', 400, 3, undefined, Buffer.from('no push'), {}],
    ['what is not packed', 400, 3, undefined, pushBytes(), { headers: { 'content-encoding': 'gzip' } }],
    [
      'a bomb',
      ...[
        413,
        8,
        undefined,
        gzipSync(Buffer.alloc(1024 * 1024 + 1)),
        { headers: { 'content-encoding': 'gzip' } },
      ],
    ],
  ] as [string, number, number, string | null | undefined, Buffer, Sent][])(
    'G42: %s is %d, as OTLP says it',
    async (_what, status, code, token, bytes, sent) => {
      const mine = token === undefined ? (await tokenOf(ada)).token : token
      const answer = await send(mine, bytes, sent)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, binary])
      expect(fromBinary(StatusSchema, answer.rawPayload)).toMatchObject({ code, message: expect.any(String) })
      const asJson = await send(mine, bytes, { ...sent, type: json })
      expect(asJson.json()).toMatchObject({ code: expect.any(Number) })
      expect(await bridgesFor(ada)).toEqual([])
    },
  )

  test('G42: another content type is 415', async () => {
    const { token } = await tokenOf(ada)
    expect((await send(token, Buffer.from('x'), { type: 'text/plain' })).statusCode).toBe(415)
  })

  test('G43: twenty pushes at once and five a second are taken, a flood is not, by a new token either', async () => {
    const { token } = await tokenOf(ada)
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(token, pushBytes())))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    const taken = answers.filter(({ statusCode }) => statusCode === 200)
    expect([taken.length >= 20, refused.length > 50]).toEqual([true, true])
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    for (let second = 0; second < 10; second++) {
      await rig.clock.advance(1_000)
      for (let count = 0; count < 5; count++) await push(token)
    }
  })

  test('G43: a push that is refused for the bytes of its user costs its token nothing', async () => {
    const [large, small] = [await tokenOf(ada), await tokenOf(ada)]
    const packed = { headers: { 'content-encoding': 'gzip' } }
    const body = gzipSync(pushBytes({ more: { padding: 'x'.repeat(900 * 1024) } }))
    for (let count = 0; count < 24; count++) await send(large.token, body, packed)
    const statuses = new Set<number>()
    for (let count = 0; count < 100; count++) statuses.add((await send(small.token, pushBytes())).statusCode)
    expect(statuses).toContain(429)
    // Bytes for sixty small ones; the token by itself has ten a second.
    await rig.clock.advance(1_000)
    for (let count = 0; count < 20; count++) await push(small.token)
    await rig.clock.advance(60_000)
  })

  test('G43: one user’s pushes are bounded by their bytes, whatever many tokens push them, and hold up nobody else', async () => {
    const tokens = [await tokenOf(ada), await tokenOf(ada), await tokenOf(ada)]
    const other = await tokenOf(bob)
    const large = gzipSync(pushBytes({ more: { padding: 'x'.repeat(900 * 1024) } }))
    const packed = { headers: { 'content-encoding': 'gzip' } }
    const statuses: number[] = []
    for (let count = 0; count < 24; count++)
      statuses.push((await send(tokens[count % 3]?.token ?? null, large, packed)).statusCode)
    expect(statuses.slice(0, 16)).toEqual(statuses.slice(0, 16).map(() => 200))
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429])
    expect(await push(other.token, { peerId: 'bob' })).toBeUndefined()
    await rig.clock.advance(5_000)
    for (const { token } of tokens) await push(token, {})
  })
})

describe('whose a bridge is', () => {
  test('G31: a token is bound to the first peer id; another one is refused, and the owner sees it', async () => {
    const { token } = await tokenOf(ada)
    await push(token, { peerId: 'ada', height: 18 })
    const refused = await push(token, { peerId: 'ada', height: 19 }, { peerId: 'other' })
    expect(refused).toMatchObject({
      rejectedDataPoints: 3n,
      errorMessage: expect.stringContaining('another peer'),
    })
    expect(await bridgesFor(ada)).toMatchObject([{ peer_id: 'ada', height: 19 }])
    expect(await tokensFor(ada)).toMatchObject([{ problem: 'another_peer' }])
    await push(token)
    expect(await tokensFor(ada)).toMatchObject([{ problem: null }])
  })

  test.each([
    [{ namespace: 'another' }, 'wrong_network'],
    [{ kind: 'Light' }, 'not_a_bridge'],
    [{ peerId: 'two words' }, 'not_a_bridge'],
    [{ peerId: '' }, 'not_a_bridge'],
  ] as const)('G31: %j is refused as %s', async (said, problem) => {
    const { token } = await tokenOf(ada)
    expect(await push(token, said)).toMatchObject({ rejectedDataPoints: 3n })
    expect(await tokensFor(ada)).toMatchObject([{ problem, peer_id: null }])
    expect(await bridgesFor(ada)).toEqual([])
  })

  test('G32: a peer id is who claimed it first; another claim is refused, and both owners and the page see it', async () => {
    const [first, second] = [await tokenOf(ada), await tokenOf(bob)]
    await push(first.token, { height: 17 })
    expect(await push(second.token, { height: 3 })).toMatchObject({ rejectedDataPoints: 3n })
    expect(await bridgesFor(bob)).toMatchObject([{ height: 17, owned: false, contested: true }])
    expect(await tokensFor(ada)).toMatchObject([{ problem: 'contested' }])
    expect(await tokensFor(bob)).toMatchObject([{ problem: 'contested', peer_id: null }])
    expect(await push(first.token, { height: 18 })).toMatchObject({ rejectedDataPoints: 0n })
    expect(await bridgesFor(ada)).toMatchObject([{ height: 18, owned: true, contested: true }])
    await ada.delete(`${tokensPath}${first.id}/`)
    expect(await push(second.token, { height: 3 })).toBeUndefined()
    expect(await bridgesFor(bob)).toMatchObject([{ height: 3, owned: true, contested: false }])
  })

  test('G33: a claim without a push for a day may be taken over', async () => {
    const [first, second] = [await tokenOf(ada), await tokenOf(bob)]
    await push(first.token)
    const pushedAt = rig.clock.now()
    rig.clock.setNow(pushedAt + day - minute)
    expect(await push(second.token)).toMatchObject({ rejectedDataPoints: 3n })
    rig.clock.setNow(pushedAt + day)
    expect(await push(second.token)).toBeUndefined()
    expect(await bridgesFor(bob)).toMatchObject([{ owned: true, contested: false }])
    expect(await push(first.token)).toMatchObject({ rejectedDataPoints: 3n })
  })

  test('G33: the operator of the site frees a peer id, and who had it cannot have it back, by another token either', async () => {
    const [first, second] = [await tokenOf(ada), await tokenOf(bob)]
    await push(first.token)
    const release = (...args: string[]) => runCommand(site.app.modules, 'bridge release', args)
    await expect(release('nobody')).rejects.toThrow('No token has claimed nobody')
    await expect(release()).rejects.toThrow('Usage')
    await release('ada')
    expect(await bridgesFor(ada)).toEqual([])
    const another = await tokenOf(ada)
    for (const { token } of [first, another])
      expect(await push(token)).toMatchObject({ errorMessage: expect.stringContaining('released') })
    expect(await push(second.token)).toBeUndefined()
    expect(await tokensFor(ada)).toMatchObject([
      { problem: 'released' },
      { problem: 'released', peer_id: null },
    ])
    expect(await push(another.token, { peerId: 'hers' })).toBeUndefined()
  })

  test('G36: whoever has the key of a bridge gets its peer id from whoever came first, and keeps it', async () => {
    const { peerId, proofFor } = keyedBridge()
    const [first, owner] = [await tokenOf(bob), await tokenOf(ada)]
    await push(first.token, { peerId, height: 3 })
    expect(await push(owner.token, { peerId })).toMatchObject({ rejectedDataPoints: 3n })
    const proof = proofFor(owner.token)
    expect(await push(owner.token, { peerId, height: 19, proof })).toBeUndefined()
    expect(await bridgesFor(ada)).toMatchObject([{ peer_id: peerId, height: 19, owned: true }])
    // What was proven stays proven, also for who copies it, and after a day.
    expect(await push(owner.token, { peerId, height: 19 })).toBeUndefined()
    expect(await push(first.token, { peerId, proof })).toMatchObject({ rejectedDataPoints: 3n })
    rig.clock.setNow(rig.clock.now() + 2 * day)
    expect(await push(first.token, { peerId })).toMatchObject({ rejectedDataPoints: 3n })
    // A new token of the owner replaces the old one, which then has no way back.
    const newer = await tokenOf(ada)
    await push(newer.token, { peerId, proof: proofFor(newer.token) })
    expect(await push(owner.token, { peerId, proof })).toMatchObject({ rejectedDataPoints: 3n })
  })

  test('G36: a proof outlasts a release, and one that does not verify is none', async () => {
    const { peerId, proofFor } = keyedBridge()
    const { token } = await tokenOf(ada)
    await push(token, { peerId })
    await runCommand(site.app.modules, 'bridge release', [peerId])
    const others = [keyedBridge().proofFor(token), proofFor('another token'), 'x', '']
    for (const proof of others)
      expect(await push(token, { peerId, proof })).toMatchObject({ rejectedDataPoints: 3n })
    expect(await push(token, { peerId, proof: proofFor(token) })).toBeUndefined()
    const { token: short } = await tokenOf(bob)
    expect(await push(short, { peerId: '12D3KooWnot', proof: proofFor(short) })).toBeUndefined()
  })

  test('G34: a bridge that names another chain of the network begins anew', async () => {
    const { token } = await tokenOf(ada)
    await push(token, { height: 20 })
    const [before] = await bridgesFor(ada)
    await push(token, { height: 4, namespace: 'renamed' })
    const [after, ...more] = await bridgesFor(ada)
    expect(more).toEqual([])
    expect(after?.height).toBe(4)
    expect(after?.id).not.toBe(before?.id)
  })

  test('G35: two programs with one key are reported to who pushes, and to the owner', async () => {
    const { token } = await tokenOf(ada)
    for (const startedAt of [1_790_000_000, 1_790_009_000]) await push(token, { startedAt })
    expect(await push(token, { startedAt: 1_790_000_000 })).toMatchObject({
      ...{ rejectedDataPoints: 0n, errorMessage: expect.stringContaining('two programs') },
    })
    expect(await tokensFor(ada)).toMatchObject([{ problem: 'two_programs' }])
  })
})

test('G52: alerts are set up on a bridge by its id, are kept by its peer id, and its conditions can be read', async () => {
  const { token } = await tokenOf(ada)
  await push(token, { height: 12 })
  const [bridge] = await bridgesFor(ada)
  const entries = [{ setting_id: 7011, channels: ['EMAIL'] }]
  const body = { blockchain_id: networkId, bridge_id: bridge?.id, entries }
  const saved = await ada.post('/api/alerts/user-settings/manage/', body)
  expect(saved.json()).toMatchObject({ entries: [{ bridge_id: bridge?.id, blockchain_validator_id: null }] })
  const settings = await ada.get(`/api/alerts/user-settings/${networkId}/`)
  expect(settings.json()).toEqual({ ...saved.json<object>(), watched_as: [], condition_mutes: [] })
  const jailed = { ...body, entries: [{ setting_id: 2011, channels: ['EMAIL'] }] }
  expect((await ada.post('/api/alerts/user-settings/manage/', jailed)).status).toBe(400)
  const conditions = await ada.get(`/api/alerts/conditions/${networkId}/?bridge_id=${bridge?.id}`)
  const { conditions: all } = conditions.json<{
    conditions: { setting_id: number; value: number | null }[]
  }>()
  const lagOf = (id: number) => all.find(({ setting_id }) => setting_id === id)
  expect(lagOf(8011)).toMatchObject({ state: 'UNKNOWN', observed_at: bridge?.last_otel_update })
  expect(lagOf(7011)?.value).toBe(0)
  expect((await ada.get(`/api/alerts/conditions/${networkId}/?bridge_id=999999`)).status).toBe(404)
  expect((await ada.get(`/api/alerts/history/${networkId}/?bridge_id=${bridge?.id}`)).json()).toEqual([])
  await push(token, { height: 12, namespace: 'renamed' })
  const [renamed] = await bridgesFor(ada)
  expect((await ada.get(`/api/alerts/user-settings/${networkId}/`)).json()).toMatchObject({
    entries: [{ bridge_id: renamed?.id }],
  })
})

describe('what is collected elsewhere', () => {
  /** Reads the pages a minute after the last time. */
  async function scrape(...pages: (string | null)[]): Promise<void> {
    rig.clock.setNow(rig.clock.now() + minute)
    await scrapePages({ db: site.platform.db, clock: rig.clock }, networkId, pages)
  }

  test('G61: it is listed as such, and never over what a bridge pushes itself', async () => {
    await scrape(scrapedPage(18) + scrapedPage(19, 'bob'))
    expect(await bridgesFor(ada)).toMatchObject([
      { peer_id: 'ada', source: 'SCRAPE', height: 18, name: null, owned: false, contested: false },
      { peer_id: 'bob', source: 'SCRAPE', height: 19 },
    ])
    const [first, second] = [await tokenOf(ada), await tokenOf(bob)]
    await push(first.token, { height: 17 })
    const sources = async () =>
      (await bridgesFor(ada)).map((one) => `${one.peer_id} ${one.source} ${one.height}`)
    expect(await sources()).toEqual(['bob SCRAPE 19', 'ada OTLP 17'])
    await push(second.token)
    expect(await sources()).toEqual(['ada SCRAPE 18', 'bob SCRAPE 19', 'ada OTLP 17'])
  })

  /** For how long bridges have been silent while their pages were read. */
  async function silences(): Promise<(number | null | undefined)[]> {
    const network = { now: rig.clock.now(), height: 20, isLive: true, blockSeconds: 6 }
    return (await readBridges(site.platform.db.orm, networkId, network, 'here')).map(
      ({ observedSilenceMs }) => observedSilenceMs,
    )
  }

  test('G62: a page that fails loses nothing, and others are read', async () => {
    await scrape(scrapedPage(18), scrapedPage(18, 'bob'))
    await expect(scrape(scrapedPage(19), null)).rejects.toThrow('elsewhere.example answered 503')
    await expect(scrape(null)).rejects.toThrow('503')
    expect(await bridgesFor(ada)).toMatchObject([
      { peer_id: 'ada', height: 19 },
      { peer_id: 'bob', height: 18 },
    ])
  })

  test('G62: a page that names no bridge was not read, and nobody is silent by it', async () => {
    await scrape(scrapedPage(18) + scrapedPage(18, 'bob'))
    await scrape(scrapedPage(19))
    expect(await silences()).toEqual([0, minute])
    for (const empty of ['', '<html>busy</html>', 'go_goroutines 5\n'])
      await expect(scrape(empty)).rejects.toThrow('elsewhere.example names no bridge of network 9')
    expect((await silences()).filter((ms) => (ms ?? 0) > minute)).toEqual([])
    await expect(scrape(scrapedPage(20), '')).rejects.toThrow('names no bridge')
    expect(await bridgesFor(ada)).toMatchObject([{ height: 20 }, { height: 18 }])
  })

  test('G34: what names another chain of the network begins anew', async () => {
    await scrape(scrapedPage(18))
    const [before] = await bridgesFor(ada)
    await scrape(scrapedPage(3).replace('simulated', 'renamed'))
    const [after, ...more] = await bridgesFor(ada)
    expect([after?.height, more]).toEqual([3, []])
    expect(after?.id).not.toBe(before?.id)
  })
})

test('G44: without a push for a minute it is STALE, and nothing is said of its lag', async () => {
  const { token } = await tokenOf(ada)
  expect(await push(token)).toBeUndefined()
  await rig.clock.advance(61_000)
  expect(await bridgesFor(ada)).toMatchObject([
    { otel_state: 'STALE', sync_status: 'UNKNOWN', lag: null, height: 20 },
  ])
  expect((await ada.get(list)).json<BridgesList>().network_height).toBeGreaterThan(0)
})

test('G45: a program that takes pushes notes that it does', async () => {
  const { rows } = await site.platform.db.orm.execute(sql`select from bridge_intake`)
  expect(rows).toHaveLength(1)
})
