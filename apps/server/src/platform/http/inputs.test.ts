import { gzipSync } from 'node:zlib'
import { type Endpoint, Id, Nothing, optional, RawBody, repeated } from '@roundsman/contract/endpoint'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { systemClock } from '../clock.ts'
import { systemIds } from '../ids.ts'
import { addEndpoint } from './add-endpoint.ts'
import { createHttpServer } from './create-http-server.ts'
import { type HttpHooks, type HttpServer, httpLimits } from './http-server.ts'

// Endpoints that no module has: what the server does with what a call brings.

const any = z.looseObject({})
const charts: Endpoint = {
  method: 'GET',
  path: '/api/test/charts/',
  access: 'network',
  params: Nothing,
  query: z.object({
    blockchain_id: Id,
    validator_id: repeated(Id, 3),
    range: z.enum(['1h', '24h']),
    before: optional(Id),
  }),
  body: null,
  responses: { 200: any },
  errors: [401, 403, 404],
  produces: 'json',
}
const manage: Endpoint = {
  ...charts,
  method: 'POST',
  path: '/api/test/manage/',
  query: Nothing,
  body: z.object({ blockchain_id: z.int() }),
}
const intake: Endpoint = {
  ...charts,
  method: 'POST',
  path: '/v1/test/',
  access: 'machine',
  query: Nothing,
  body: RawBody,
  raw: { types: ['application/x-protobuf', 'application/json'], maxBytes: 4096 },
  errors: [413, 415],
}
const hooks: HttpHooks = {
  rememberedSession: () => null,
  authenticate: ({ headers }) =>
    Promise.resolve(
      headers['x-test-user'] === undefined
        ? null
        : { userId: 1, sessionId: 1, abilities: [{ action: 'read', subject: 'ANY' }], language: 'en' },
    ),
  protect: () => Promise.resolve(),
  networkAccess: (id) => (id === 1 ? 'ANY' : id === 2 ? 'VIP' : null),
  boot: () => '{}',
}

let server: HttpServer

beforeAll(async () => {
  server = await createHttpServer({
    clock: systemClock,
    ids: systemIds,
    log: pino({ enabled: false }),
    metrics: new Registry(),
    limits: { ...httpLimits, bodyBytes: 1000, machines: 20 },
    trustedProxies: ['127.0.0.1'],
    servesWeb: true,
    webRoot: null,
    hooks,
  })
  const echo = (input: unknown) => Promise.resolve({ status: 200, body: input })
  const size = ({ body }: { body: z.infer<typeof RawBody> }) =>
    Promise.resolve({ status: 200, body: { type: body.type, size: body.bytes.length } })
  addEndpoint(server.fastify, { name: 'charts', endpoint: charts, handler: echo, hooks })
  addEndpoint(server.fastify, { name: 'manage', endpoint: manage, handler: echo, hooks })
  addEndpoint(server.fastify, { name: 'intake', endpoint: intake, handler: size, hooks })
  await server.fastify.ready()
})
afterAll(() => server.fastify.close())

const asMember = { 'x-test-user': '1' }
const get = async (query: string, headers: Record<string, string> = asMember) => {
  const answer = await server.fastify.inject({ url: `/api/test/charts/?${query}`, headers })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

describe('queries', () => {
  test('B42: reach the handler as their schema makes them; what is not known is ignored', async () => {
    const { status, body } = await get(
      'blockchain_id=1&validator_id=7&validator_id=9&range=24h&before=&color=red',
    )
    expect([status, body['query']]).toEqual([200, { blockchain_id: 1, validator_id: [7, 9], range: '24h' }])
    expect((await get('blockchain_id=1&range=1h&before=5')).body['query']).toEqual({
      blockchain_id: 1,
      validator_id: [],
      range: '1h',
      before: 5,
    })
  })

  test.each([
    ['blockchain_id=1&range=2h', 'range'],
    ['blockchain_id=1', 'range'],
    ['range=1h', 'blockchain_id'],
    ['blockchain_id=01&range=1h', 'blockchain_id'],
    ['blockchain_id=1&blockchain_id=2&range=1h', 'blockchain_id'],
    ['blockchain_id=1&range=1h&before=x', 'before'],
    ['blockchain_id=1&range=1h&before=1&before=2', 'before'],
    ['blockchain_id=1&range=1h&validator_id=x', 'validator_id.0'],
    ['blockchain_id=1&range=1h&validator_id=1&validator_id=2&validator_id=3&validator_id=4', 'validator_id'],
  ])('B42: %s is 400 with its field', async (query, field) => {
    const { status, body } = await get(query)
    expect([status, body['code'], Object.keys(body['errors'] as object)]).toEqual([
      400,
      'validation_failed',
      [field],
    ])
  })
})

describe('a network that a call names', () => {
  test.each([
    [1, 200, undefined],
    [2, 403, 'permission_denied'],
    [3, 404, 'network_not_found'],
  ])('B40: %i in the query answers %i', async (id, wanted, code) => {
    const { status, body } = await get(`blockchain_id=${id}&range=1h`)
    expect([status, body['code']]).toEqual([wanted, code])
    // Before the rest of the query is looked at, and after the session.
    if (code) expect((await get(`blockchain_id=${id}`)).status).toBe(wanted)
    expect((await get(`blockchain_id=${id}&range=1h`, {})).status).toBe(401)
  })

  test.each([
    [1, 200],
    [2, 403],
    [3, 404],
  ])('B40: %i in the body answers %i', async (id, wanted) => {
    const answer = await server.fastify.inject({
      method: 'POST',
      url: '/api/test/manage/',
      headers: asMember,
      payload: { blockchain_id: id },
    })
    expect(answer.statusCode).toBe(wanted)
  })

  test('B40: no endpoint can name one and let in who may not read it', () => {
    for (const endpoint of [charts, manage]) {
      const open: Endpoint = { ...endpoint, access: 'session' }
      const add = () =>
        addEndpoint(server.fastify, {
          name: 'open',
          endpoint: open,
          handler: () => Promise.resolve(undefined),
          hooks,
        })
      expect(add).toThrow(/names a network/)
    }
  })
})

describe('calls of machines', () => {
  const send = (payload: Buffer | string, headers: Record<string, string>, from = '192.0.2.1') =>
    server.fastify.inject({
      method: 'POST',
      url: '/v1/test/',
      headers: { 'x-forwarded-for': from, ...headers },
      payload,
    })
  const protobuf = { 'content-type': 'application/x-protobuf' }
  const gzipped = { ...protobuf, 'content-encoding': 'gzip' }

  test('B56: take bytes of their own types, gzipped or not, beyond what other calls may send', async () => {
    const bytes = Buffer.alloc(4000, 1)
    expect((await send(bytes, protobuf)).json()).toEqual({ type: 'application/x-protobuf', size: 4000 })
    expect((await send(gzipSync(bytes), gzipped)).json()).toMatchObject({ size: 4000 })
    // How long the whole is, the last of two parts does not say.
    const parts = Buffer.concat([gzipSync(bytes), gzipSync(Buffer.alloc(1))])
    expect((await send(parts, gzipped)).json()).toMatchObject({ size: 4001 })
    const json = { 'content-type': 'application/json; charset=utf-8' }
    expect((await send('{"broken', json)).json()).toEqual({ type: 'application/json', size: 8 })
  })

  /** Says that it is so long, unpacked. */
  function saying(packed: Buffer, length: number): Buffer {
    const lying = Buffer.from(packed)
    lying.writeUInt32LE(length, packed.length - 4)
    return lying
  }

  test('B56: refuse other types and packings, what is broken, what says a length that it has not, and what is too large packed or unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(2 ** 20))
    expect(bomb.length).toBeLessThan(4096)
    const answers = await Promise.all([
      send('a=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      send(Buffer.alloc(10), { ...protobuf, 'content-encoding': 'br' }),
      send(Buffer.alloc(10), gzipped),
      send(Buffer.alloc(4097), protobuf),
      send(bomb, gzipped),
      send(saying(gzipSync(Buffer.alloc(100)), 2 ** 32 - 1), gzipped),
      send(saying(bomb, 1), gzipped),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([415, 415, 400, 413, 413, 400, 413])
    for (const answer of answers) expect(answer.headers['content-type']).toContain('application/problem+json')
  })

  test('B48: have a limit of their own for each address', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) statuses.push((await send('1', protobuf, '192.0.2.9')).statusCode)
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
    expect((await send('1', protobuf, '192.0.2.8')).statusCode).toBe(200)
  })

  test('B42: the types of one route are not those of another', async () => {
    const answer = await server.fastify.inject({
      method: 'POST',
      url: '/api/test/manage/',
      headers: { ...asMember, ...protobuf },
      payload: Buffer.alloc(3),
    })
    expect(answer.statusCode).toBe(415)
  })
})
