import { afterEach, expect, test } from 'vitest'
import { ChainReadError } from '../errors.ts'
import { createGate } from '../testing/fake-network.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import { envelopesOf, type RpcServer, sendJson, startRpcServer } from '../testing/rpc-server.ts'
import { createRpcClient, type RpcLimits } from './rpc-client.ts'

const servers: RpcServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function serve(...args: Parameters<typeof startRpcServer>): Promise<RpcServer> {
  const server = await startRpcServer(...args)
  servers.push(server)
  return server
}

const clock = createManualClock()

function clientOf(server: RpcServer, address = `http://${server.host}`, limits: Partial<RpcLimits> = {}) {
  return createRpcClient({ url: address, fetch, clock, timeoutSignal: clock.timeoutSignal, limits })
}

async function failureOf(work: Promise<unknown>): Promise<ChainReadError> {
  const error: unknown = await work.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ChainReadError)
  return error as ChainReadError
}

const echo: Parameters<typeof startRpcServer>[0] = (request, response) => {
  const answers = envelopesOf(request).map(({ id, method, params }) => ({
    jsonrpc: '2.0',
    id,
    result: { method, params },
  }))
  sendJson(response, Array.isArray(request.body) ? answers : answers[0])
}

test('R1: a call is one POST to the address with its path and query', async () => {
  const server = await serve(echo)
  const client = clientOf(server, `http://${server.host}/celestia/rpc?apikey=k-123456`)
  await expect(client.call('commit', { height: '7' })).resolves.toEqual({
    method: 'commit',
    params: { height: '7' },
  })
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toMatchObject({ method: 'POST', url: '/celestia/rpc?apikey=k-123456' })
  expect(client.host).toBe(server.host)
})

test('R1: user and password go as basic authorization', async () => {
  const server = await serve(echo)
  await clientOf(server, `http://monitor:p%40ss%3Aw%C3%B6rd@${server.host}/`).call('status', {})
  const sent = server.received[0]?.headers.authorization ?? ''
  expect(Buffer.from(sent.replace('Basic ', ''), 'base64').toString()).toBe('monitor:p@ss:wörd')
})

test('R2: no part of an address but its host is in any error, in its cause or in its stack', async () => {
  const secretPath = '/v1/abcdef0123456789?token=hunter2hunter2'
  const server = await serve((request, response) => {
    const text = `bad key abcdef0123456789 at http://u:hunter2hunter2@${request.headers.host}${request.url}`
    sendJson(response, { jsonrpc: '2.0', id: 1, error: { code: -32_000, message: text, data: request.url } })
  })
  const address = `http://user:hunter2hunter2@${server.host}${secretPath}`
  const said = await failureOf(clientOf(server, address).call('status', {}))
  const unreachable = createRpcClient({
    url: address,
    fetch: (url) =>
      Promise.reject(new TypeError(`failed to fetch ${url}`, { cause: new Error(`${url} refused`) })),
    clock,
    timeoutSignal: clock.timeoutSignal,
  })
  const refused = await failureOf(unreachable.call('status', {}))
  for (const error of [said, refused]) {
    const cause = error.cause instanceof Error ? `${error.cause.message}${error.cause.stack}` : ''
    const everything = `${error.message}${error.stack}${cause}${JSON.stringify(error)}`
    expect(everything).toContain(server.host)
    expect(everything).not.toMatch(/hunter2|abcdef0123456789|token=|user:/)
  }
  expect(said.kind).toBe('rpc')
  expect(refused.kind).toBe('transport')
})

test.each(['ftp://a.example/', 'tcp://127.0.0.1:26657', 'not an address'])(
  'R2: %s is refused without being repeated',
  (url) => {
    const make = () => createRpcClient({ url, fetch, clock, timeoutSignal: clock.timeoutSignal })
    expect(make).toThrow(TypeError)
    expect(make).not.toThrow(url)
  },
)

test('R3: a page of HTML, a moved address and a limit are http errors with their status', async () => {
  for (const status of [301, 404, 429, 502]) {
    const server = await serve((_request, response) => {
      response.writeHead(status, { location: 'https://elsewhere.example/' })
      response.end('<html>sorry</html>')
    })
    const error = await failureOf(clientOf(server).call('status', {}))
    expect([error.kind, error.code]).toEqual(['http', status])
  }
})

test('R3: what is no JSON, what is no JSON-RPC and what is an error are distinguished', async () => {
  const texts: [string, string][] = [
    ['<html>all is well</html>', 'not_json'],
    ['', 'not_json'],
    ['[]', 'schema'],
    ['{"jsonrpc":"2.0","id":1}', 'schema'],
    ['"hello"', 'schema'],
    [
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error","data":"out of luck"}}',
      'rpc',
    ],
    [
      '{"error":{"code":-1,"message":"Internal error","data":"height 5 is not available, lowest height is 9"}}',
      'pruned',
    ],
    [
      '{"error":{"message":"height 999 must be less than or equal to the current blockchain height 71"}}',
      'rpc',
    ],
  ]
  for (const [text, kind] of texts) {
    const server = await serve((_request, response) => response.end(text))
    expect([text, (await failureOf(clientOf(server).call('commit', {}))).kind]).toEqual([text, kind])
  }
})

test('R3: a JSON-RPC error with HTTP 500 is read as what it is', async () => {
  const server = await serve((_request, response) =>
    sendJson(
      response,
      { jsonrpc: '2.0', id: 1, error: { code: -32_603, message: 'lowest height is 40' } },
      500,
    ),
  )
  expect((await failureOf(clientOf(server).call('commit', {}))).kind).toBe('pruned')
})

test('R4: no response within the deadline is a timeout, before the headers and within the body', async () => {
  for (const withHeaders of [false, true]) {
    const started = createGate()
    const server = await serve((_request, response) => {
      if (withHeaders) response.write('{"jsonrpc":')
      started.open()
    })
    const call = failureOf(clientOf(server).call('status', {}, { deadlineMs: 700 }))
    await started.opened
    clock.advance(700)
    expect((await call).kind).toBe('timeout')
  }
})

test('R4: a fetch that does not heed its signal is left at the deadline all the same', async () => {
  const client = createRpcClient({
    url: 'http://deaf.example',
    fetch: () => new Promise(() => undefined),
    clock,
    timeoutSignal: clock.timeoutSignal,
  })
  const call = failureOf(client.call('status', {}))
  clock.advance(8_000)
  expect((await call).kind).toBe('timeout')
})

test('R4: a dropped connection is a transport error', async () => {
  const server = await serve((_request, response) => response.destroy())
  expect((await failureOf(clientOf(server).call('status', {}))).kind).toBe('transport')
})

test('R5: an endless answer is left at the size limit', async () => {
  const server = await serve((_request, response) => {
    const more = () => {
      while (response.write('x'.repeat(64 * 1024)));
    }
    response.on('drain', more)
    more()
  })
  const client = clientOf(server, undefined, { maxResponseBytes: 300_000 })
  expect((await failureOf(client.call('status', {}))).kind).toBe('too_large')
})

test('R6: batches hold at most ten calls and answers are matched by id', async () => {
  const server = await serve((request, response) => {
    const answers = envelopesOf(request).map(({ id, params }) => ({
      jsonrpc: '2.0',
      id,
      result: params['n'],
    }))
    sendJson(response, answers.reverse())
  })
  const requests = Array.from({ length: 23 }, (_, n) => ({ method: 'commit', params: { n } }))
  const outcomes = await clientOf(server).batch(requests)
  expect(outcomes).toEqual(requests.map(({ params }) => ({ ok: true, result: params.n })))
  expect(server.received.map((request) => envelopesOf(request).length)).toEqual([10, 10, 3])
})

test('R6: one failed call of a batch does not spoil the others, nor does one left out', async () => {
  const server = await serve((request, response) => {
    const [first, second] = envelopesOf(request)
    sendJson(response, [
      { jsonrpc: '2.0', id: first?.id, result: 1 },
      { jsonrpc: '2.0', id: second?.id, error: { code: -32_603, message: 'no' } },
    ])
  })
  const outcomes = await clientOf(server).batch(['a', 'b', 'c'].map((method) => ({ method, params: {} })))
  expect(outcomes.map((outcome) => (outcome.ok ? outcome.result : outcome.error.kind))).toEqual([
    1,
    'rpc',
    'schema',
  ])
})

test.each([
  [
    'an object',
    (response: Parameters<typeof sendJson>[0]) =>
      sendJson(response, { error: { code: -32_600, message: 'no batches' } }),
  ],
  ['HTTP 400', (response: Parameters<typeof sendJson>[0]) => sendJson(response, 'no', 400)],
])('R6: a server that refuses batches with %s is asked one by one, and remembered', async (_name, refuse) => {
  const server = await serve((request, response) => {
    if (Array.isArray(request.body)) refuse(response)
    else echo(request, response)
  })
  const client = clientOf(server)
  const requests = ['status', 'commit', 'header'].map((method) => ({ method, params: {} }))
  for (const round of [1, 2]) {
    const outcomes = await client.batch(requests)
    expect([round, outcomes.every((outcome) => outcome.ok)]).toEqual([round, true])
  }
  expect(server.received.filter((request) => Array.isArray(request.body))).toHaveLength(1)
})

test('R6: a limit that is hit by a batch is not answered with ten single calls', async () => {
  const server = await serve((_request, response) => sendJson(response, {}, 429))
  const error = await failureOf(clientOf(server).batch(['a', 'b'].map((method) => ({ method, params: {} }))))
  expect([error.kind, error.code, server.received.length]).toEqual(['http', 429, 1])
})

/** Answers batches so many ms later; `fails`: numbers of the requests, from 1, that it drops. */
function batchesOf({ answerMs, fails = [] }: { answerMs: number; fails?: readonly number[] }) {
  const own = createManualClock()
  const atOnce: number[] = []
  let [running, received] = [0, 0]
  const client = createRpcClient({
    url: 'http://slow.example',
    clock: own,
    timeoutSignal: own.timeoutSignal,
    async fetch(_url, init) {
      running += 1
      received += 1
      atOnce.push(running)
      const isDropped = fails.includes(received)
      const calls = JSON.parse(typeof init.body === 'string' ? init.body : '') as {
        id: number
        params: { n: number }
      }[]
      // All that are sent at once have come by then.
      await Promise.resolve()
      if (running > 0) own.advance(answerMs / running)
      running -= 1
      if (isDropped) throw new TypeError('fetch failed')
      return new Response(JSON.stringify(calls.map(({ id, params }) => ({ id, result: params.n }))))
    },
  })
  const commits = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ method: 'commit', params: { n } }))
  return { client, commits, atOnce }
}

test('R6: batches to a slow server that takes them go out six at a time, to a quick one by one', async () => {
  for (const [answerMs, most] of [
    [2_500, 6],
    [200, 1],
  ] as const) {
    const { client, commits, atOnce } = batchesOf({ answerMs })
    // Only by its first answer is it known to be slow, and to take batches.
    await client.batch(commits(10))
    const outcomes = await client.batch(commits(52))
    expect(outcomes).toEqual(commits(52).map(({ params }) => ({ ok: true, result: params.n })))
    expect([answerMs, Math.max(...atOnce), atOnce.length]).toEqual([answerMs, most, 7])
  }
})

test('R6: after a batch of which nothing came no more are sent, and what the others brought counts', async () => {
  const { client, commits, atOnce } = batchesOf({ answerMs: 200, fails: [3] })
  const outcomes = await client.batch(commits(52))
  expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.error.kind))).toEqual([
    ...Array.from({ length: 20 }, () => 'ok'),
    ...Array.from({ length: 32 }, () => 'transport'),
  ])
  expect(atOnce).toHaveLength(3)
  const first = batchesOf({ answerMs: 200, fails: [1] })
  expect((await failureOf(first.client.batch(first.commits(52)))).kind).toBe('transport')
  expect(first.atOnce).toHaveLength(1)
})
