import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { serializeError } from '../errors.ts'
import { systemIds } from '../ids.ts'
import { createHttpServer } from './create-http-server.ts'
import { type HttpServer, httpLimits } from './http-server.ts'
import { ProblemError } from './problem-error.ts'

let server: HttpServer | null = null
afterEach(() => server?.fastify.close())

async function makeServer(slowMs = httpLimits.slowMs) {
  const lines: Record<string, unknown>[] = []
  const log = pino(
    { level: 'info', base: null, serializers: { err: serializeError } },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  )
  server = await createHttpServer({
    clock: systemClock,
    ids: systemIds,
    log,
    metrics: new Registry(),
    limits: { ...httpLimits, slowMs },
    trustedProxies: [],
    servesWeb: true,
    webRoot: null,
    hooks: {
      rememberedSession: () => null,
      authenticate: async ({ headers }) =>
        headers['x-test-user'] === undefined
          ? null
          : {
              userId: Number(headers['x-test-user']),
              sessionId: 1,
              abilities: [{ action: 'read', subject: 'ANY' }],
              language: 'en',
            },
      protect: async () => {},
      networkAccess: (id) => (id === 1 ? 'ANY' : id === 2 ? 'VIP' : null),
      boot: () => '{}',
    },
  })
  server.add('login', async () => {
    throw new ProblemError('invalid_credentials')
  })
  server.add('networks', async () => ({ status: 200, body: {} as never }))
  server.add('live', async (_input, { reply }) => {
    reply.hijack()
    reply.raw.end()
    return undefined
  })
  server.add('endSilence', async () => {
    throw new ProblemError('not_found')
  })
  server.add('validators', async ({ query }) => {
    if (Object.keys(query).length === 0) throw new Error('the inside', { cause: new Error('further inside') })
    return { status: 200, body: {} as never }
  })
  const { fastify } = server
  await fastify.ready()
  return {
    lines,
    ask: (url: string, headers: Record<string, string> = {}) =>
      fastify.inject({ url, headers, remoteAddress: '192.0.2.1' }),
    remove: (url: string, headers: Record<string, string> = {}) =>
      fastify.inject({ method: 'DELETE', url, headers, remoteAddress: '192.0.2.1' }),
    post: (url: string, payload: object) =>
      fastify.inject({ method: 'POST', url, payload, remoteAddress: '192.0.2.1' }),
  }
}

it('B58: one line for what failed here: who asked for what, under which id, and why', async () => {
  const { ask, lines } = await makeServer()
  const answer = await ask('/api/blockchains/list/1/?token=a-secret', { 'x-test-user': '7' })
  expect(answer.statusCode).toBe(500)
  expect(lines).toEqual([
    {
      level: 50,
      time: expect.any(Number),
      reqId: answer.headers['x-request-id'],
      user: 7,
      ip: '192.0.2.1',
      method: 'GET',
      route: '/api/blockchains/list/:blockchainId/',
      status: 500,
      problem: 'internal_error',
      seconds: expect.any(Number),
      err: expect.objectContaining({
        message: 'the inside',
        cause: expect.objectContaining({ message: 'further inside' }),
      }),
      msg: 'a request failed',
    },
  ])
})

it('B58: one line for what was refused, with its name and none of what was sent', async () => {
  const { ask, post, lines } = await makeServer()
  const forbidden = await ask('/api/blockchains/list/2/', { 'x-test-user': '7' })
  await post('/api/users/login/', { email: 'ada@example.org', password: 'a long enough password' })
  expect(lines).toMatchObject([
    {
      level: 30,
      reqId: forbidden.headers['x-request-id'],
      user: 7,
      status: 403,
      problem: 'permission_denied',
      msg: 'a request was refused',
    },
    { level: 30, user: null, route: '/api/users/login/', status: 400, problem: 'invalid_credentials' },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/long enough|ada@|"err"/)
})

it('B58: what anybody can make happen a thousand times a second, and what went well, leaves no line', async () => {
  const { ask, lines } = await makeServer()
  const statuses = [
    await ask('/api/networks/'),
    await ask('/api/nothing/'),
    await ask('/api/users/login/'),
    await ask('/api/blockchains/list/1/'),
  ].map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([200, 404, 405, 401])
  expect(lines).toEqual([])
})

it('16.3.2 B223: whoever is signed in and reaches for what is not theirs leaves a line, and an address that nobody serves none', async () => {
  const { remove, ask, lines } = await makeServer()
  await remove('/api/alerts/silences/7/', { 'x-test-user': '7' })
  await ask('/api/nothing/', { 'x-test-user': '7' })
  await remove('/api/alerts/silences/7/')
  expect(lines).toMatchObject([
    { level: 30, user: 7, route: '/api/alerts/silences/:silenceId/', status: 404, problem: 'not_found' },
  ])
})

it('B58: one line for what was slow, and none for a stream, which lasts as long as it is read', async () => {
  const { ask, lines } = await makeServer(0)
  const answer = await ask('/api/networks/', { 'x-test-user': '7' })
  await ask('/api/live/1/', { 'x-test-user': '7' })
  expect(lines).toMatchObject([
    {
      level: 40,
      reqId: answer.headers['x-request-id'],
      user: 7,
      route: '/api/networks/',
      status: 200,
      msg: 'a request was slow',
    },
  ])
})
