import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ValidatorDetails } from '@roundsman/contract/networks/validator-details'
import type { ValidatorsList } from '@roundsman/contract/networks/validators'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieHeader } from '../../../testing/cookie-header.ts'
import { settle } from '../../../testing/manual-clock.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createSimRig, networkId, type SimRig } from '../testing/sim-rig.ts'

const password = 'a long enough password'
const host = 'n9.localhost:8000'
const list = `/api/blockchains/list/${networkId}/`
let database: TestDatabase
let rig: SimRig
let site: TestApp
let reader: TestBrowser
let other: TestBrowser

const signedIn = (who: string) => site.signedIn({ email: `${who}@example.org`, password }, { host })

beforeAll(async () => {
  database = await createTestDatabase()
  rig = await createSimRig({ database })
  await rig.to(5)
  site = await createTestApp({
    database,
    clock: rig.clock,
    config: { roles: ['web'] },
    catalogue: testCatalogue([
      { ...rig.network, access: 'VIP', is_da_enabled: true },
      testNetwork({ blockchain_id: 3 }),
    ]),
  })
  await site.app.start()
  for (const group of ['vip', 'admin', 'member'])
    await site.createUser(`${group}@example.org`, password, group)
  reader = await signedIn('vip')
  other = await signedIn('admin')
})
afterAll(async () => {
  await site.close()
  await rig.close()
  await database.drop()
})

const detailsOf = (name: number | string, query = '') =>
  `/api/blockchains/details/${networkId}/${name}/${query}`

async function listed() {
  return (await reader.get(list)).json<ValidatorsList>()
}

async function firstId(): Promise<number> {
  const [row] = (await listed()).validators
  if (!row) throw new Error('there is nobody')
  return row.id
}

/** Another block, once the process that serves knows of it. */
async function nextBlock(): Promise<void> {
  const before = await listed()
  await rig.to((before.network_height ?? 0) + 1)
  while ((await listed()).seq === before.seq) await settle()
}

const etag = async (path: string, browser = reader) => (await browser.get(path)).headers['etag']

test('W120: everybody is sent the same until the next batch, however they name the validator', async () => {
  const id = await firstId()
  const [first, second] = [await reader.get(detailsOf(id)), await other.get(detailsOf(id))]
  expect(second.text).toBe(first.text)
  const { operator_address: operator } = first.json<ValidatorDetails>()
  expect(await etag(detailsOf(operator ?? ''))).toBe(first.headers['etag'])
  const again = await reader.get(detailsOf(id), {
    headers: { 'if-none-match': String(first.headers['etag']) },
  })
  expect([again.status, again.text]).toEqual([304, ''])
  await nextBlock()
  const later = await reader.get(detailsOf(id), {
    headers: { 'if-none-match': String(first.headers['etag']) },
  })
  expect(later.status).toBe(200)
  expect(later.json<ValidatorDetails>()).toMatchObject(
    (await listed()).validators.find((row) => row.id === id) ?? {},
  )
  expect(later.json<ValidatorDetails>().signatures.from_height).toBe(1)
})

test('W120: how many blocks are asked for, and of whom, are answers of their own', async () => {
  const [a, b] = (await listed()).validators.map(({ id }) => id)
  const letters = async (id = 0, query = '') =>
    (await reader.get(detailsOf(id, query))).json<ValidatorDetails>().signatures.letters.length
  expect([
    await letters(a, '?blocks=2'),
    await letters(a, '?blocks=3'),
    await letters(a, '?blocks=2'),
  ]).toEqual([2, 3, 2])
  const ids = async (id = 0) => (await reader.get(detailsOf(id))).json<ValidatorDetails>().id
  expect([await ids(a), await ids(b)]).toEqual([a, b])
})

test('W120: who may not read the network is sent nothing of what others have read', async () => {
  const path = detailsOf(await firstId())
  const tag = String(await etag(path))
  const member = await signedIn('member')
  const tried = [path, list].flatMap((one) => [
    member.get(one, { headers: { 'if-none-match': tag } }),
    site.browser({ host }).get(one, { headers: { 'if-none-match': '*' } }),
  ])
  const answers = await Promise.all(tried)
  expect(answers.map(({ status, text }) => [status, text.includes('moniker')])).toEqual([
    [403, false],
    [401, false],
    [403, false],
    [401, false],
  ])
})

test('W120: it is the same packed, and packed as the caller takes it', async () => {
  const path = detailsOf(await firstId())
  const plain = (await reader.get(path)).text
  const packed = (encoding: string) =>
    site.app.server.fastify.inject({
      url: path,
      headers: { host, cookie: cookieHeader(reader.cookies), 'accept-encoding': encoding },
    })
  const [br, gz, none] = [await packed('br, gzip'), await packed('gzip'), await packed('identity')]
  expect([br, gz, none].map(({ headers }) => [headers['content-encoding'], headers['vary']])).toEqual([
    ['br', 'accept-encoding'],
    ['gzip', 'accept-encoding'],
    [undefined, 'accept-encoding'],
  ])
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain)
  expect(gunzipSync(gz.rawPayload).toString()).toBe(plain)
  expect(none.body).toBe(plain)
})

test('W120: a bridge that its owner gives to a validator, or takes away, is in the next answer', async () => {
  const id = await firstId()
  const path = detailsOf(id)
  const { operator_address: operator } = (await reader.get(path)).json<ValidatorDetails>()
  const bridges = async () => (await reader.get(path)).json<ValidatorDetails>().bridges
  expect([await bridges(), await bridges()]).toEqual([[], []])
  const { rows } = await database.db.orm.execute<{ id: number }>(sql`
    with token as (
      insert into bridge_token (user_id, network_id, name, hash, validator_key, created_at)
      select max(id), ${networkId}, 'Mine', 'hash', ${operator}, now() from user_account returning id)
    insert into bridge (network_id, peer_id, source, namespace, token_id, state, seq)
    select ${networkId}, 'peer', 'OTLP', 'here', id, '{}'::jsonb, 1 from token returning id`)
  expect(await bridges()).toEqual(rows.map((row) => row.id))
  await database.db.orm.execute(sql`update bridge_token set validator_key = null`)
  expect(await bridges()).toEqual([])
})
