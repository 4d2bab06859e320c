import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { systemIds } from '../ids.ts'
import { createHttpServer } from './create-http-server.ts'
import { type Caller, type HttpServer, httpLimits } from './http-server.ts'

const member: Caller = {
  userId: 1,
  sessionId: 7,
  abilities: [{ action: 'read', subject: 'ANY' }],
  language: 'en',
}
let server: HttpServer | null = null
afterEach(() => server?.fastify.close())

/** `x-cookie: alive` is session 7 and remembered, `new` is session 7 and not remembered, anything else is nobody's. */
async function makeServer() {
  const lookups: string[] = []
  const lines: Record<string, unknown>[] = []
  let now = 0
  const lookUp = (url: string) => void lookups.push(url)
  server = await createHttpServer({
    clock: { ...systemClock, monotonic: () => now },
    ids: systemIds,
    log: pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    metrics: new Registry(),
    limits: { ...httpLimits, reads: 3, writes: 2 },
    trustedProxies: [],
    servesWeb: true,
    webRoot: null,
    hooks: {
      rememberedSession: ({ headers }) => (headers['x-cookie'] === 'alive' ? 7 : null),
      authenticate: async ({ headers, url }) => {
        lookUp(url)
        return headers['x-cookie'] === 'alive' || headers['x-cookie'] === 'new' ? member : null
      },
      protect: async ({ url }) => lookUp(url),
      networkAccess: () => 'ANY',
      boot: () => '{}',
    },
  })
  server.add('networks', async () => ({ status: 200, body: {} as never }))
  server.add('logout', async () => ({ status: 204, body: undefined }))
  const { fastify } = server
  await fastify.ready()
  const ask = async (method: 'GET' | 'POST', url: string, cookie: string, remoteAddress = '192.0.2.1') =>
    (await fastify.inject({ method, url, headers: { 'x-cookie': cookie }, remoteAddress })).statusCode
  const pass = (ms: number) => {
    now += ms
  }
  return { ask, lookups, lines, pass }
}

it('B57: a request beyond the limit is refused before its session is looked up, whatever cookie it brings', async () => {
  const { ask, lookups } = await makeServer()
  for (let i = 0; i < 3; i++) expect(await ask('GET', '/api/networks/', `invented ${i}`)).toBe(200)
  lookups.length = 0
  for (let i = 3; i < 9; i++) expect(await ask('GET', '/api/networks/', `invented ${i}`)).toBe(429)
  expect(await ask('GET', '/api/networks/', 'new')).toBe(429)
  expect(lookups).toEqual([])
})

it('B57: whoever was signed in lately is counted for the session, apart from the address', async () => {
  const { ask, lookups } = await makeServer()
  for (let i = 0; i < 4; i++) await ask('GET', '/api/networks/', 'invented')
  expect(await ask('GET', '/api/networks/', 'invented', '192.0.2.2')).toBe(200)
  for (let i = 0; i < 3; i++) expect(await ask('GET', '/api/networks/', 'alive')).toBe(200)
  lookups.length = 0
  expect(await ask('GET', '/api/networks/', 'alive', '192.0.2.3')).toBe(429)
  expect(lookups).toEqual([])
  expect([
    await ask('POST', '/api/users/logout/', 'alive'),
    await ask('POST', '/api/users/logout/', 'alive'),
    await ask('POST', '/api/users/logout/', 'alive'),
  ]).toEqual([204, 204, 429])
})

it('B57: pages, which look for a session too, are counted with the reads', async () => {
  const { ask, lookups } = await makeServer()
  for (let i = 0; i < 3; i++) expect(await ask('GET', '/validators', `invented ${i}`)).toBe(200)
  lookups.length = 0
  expect(await ask('GET', '/validators', 'invented')).toBe(429)
  expect(lookups).toEqual([])
})

it('16.3.3 B227: who is above the limit leaves one line a minute', async () => {
  const { ask, lines, pass } = await makeServer()
  const storm = async (address: string) => {
    for (let i = 0; i < 6; i++) await ask('GET', '/api/networks/', 'invented', address)
  }
  await storm('192.0.2.1')
  await storm('192.0.2.2')
  const line = { level: 40, method: 'GET', route: '/api/networks/', reqId: expect.any(String) }
  expect(lines).toMatchObject([
    { ...line, heldBack: 'address 192.0.2.1', ip: '192.0.2.1' },
    { ...line, heldBack: 'address 192.0.2.2', ip: '192.0.2.2' },
  ])
  pass(59_000)
  await storm('192.0.2.1')
  expect(lines).toHaveLength(2)
  pass(1_000)
  await storm('192.0.2.1')
  expect(lines).toHaveLength(3)
})
