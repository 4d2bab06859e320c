import type { EndpointView } from '@roundsman/cometbft/domain'
import { headerSubscription } from '@roundsman/cometbft/header-hint'
import { afterEach, expect, test } from 'vitest'
import { openSystemSocket } from '../../../platform/clients/web-socket-client.ts'
import {
  acknowledge,
  headerMessage,
  type HeaderServer,
  type HeaderServerOptions,
  startHeaderServer,
} from '../testing/header-server.ts'
import { createHintSockets, type HintSockets } from './header-sockets.ts'

// The sockets as they are, against a server on loopback; time stands still unless a test moves it.

let server: HeaderServer
let sockets: HintSockets
let now = 0
let announced: number[] = []
let lost: string[] = []
let watchers: (() => void)[] = []
const pool = {
  views: () => [{ host: 'one', state: 'OK', latencyMs: 1 } as EndpointView],
  head: () => ({ height: 100, time: 0, host: 'one', inStep: true, observedAt: 0 }),
  chainIdSeen: 'celestia',
}

afterEach(async () => {
  sockets.close()
  await server.close()
})

/** Listens at a server of this kind; `address` makes its address from the host. */
async function listen(options: HeaderServerOptions = {}, address = (host: string) => `http://${host}`) {
  server = await startHeaderServer(options)
  ;[now, announced, lost, watchers] = [0, [], [], []]
  const happened = () => {
    for (const check of watchers) check()
  }
  sockets = createHintSockets(
    [address(new URL(server.url).host)],
    { monotonic: () => now },
    () => 0.5,
    openSystemSocket,
    {
      onHeader: (_host, height) => {
        announced.push(height)
        happened()
      },
      onLost: (_host, reason) => {
        lost.push(reason)
        happened()
      },
    },
  )
  sockets.tend(pool)
}

/** Resolves when something that was announced makes this true. */
const until = (isSo: () => boolean) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (isSo()) resolve()
    }
    watchers.push(check)
    check()
  })
const isLost = () => until(() => lost.length > 0)

test('W70: headers are received as they are announced, and nothing else is asked for', async () => {
  await listen({
    onSubscribe: (socket) => {
      acknowledge(socket)
      for (const height of [101, 102]) socket.send(headerMessage(height))
    },
  })
  await until(() => announced.length === 2)
  expect([announced, sockets.count(), server.received]).toEqual([[101, 102], 1, [headerSubscription]])
})

test('W75: below the path of the endpoint, with its key and its password', async () => {
  await listen(
    { onSubscribe: (socket) => socket.send(headerMessage(101)) },
    (host) => `http://alice:wonderland@${host}/rpc/celestia/?apikey=secret1`,
  )
  await until(() => announced.length === 1)
  expect(server.asked).toEqual(['/rpc/celestia/websocket?apikey=secret1'])
  expect(server.headers[0]).toMatchObject({ authorization: `Basic ${btoa('alice:wonderland')}` })
  expect(server.headers[0]).not.toHaveProperty('sec-websocket-extensions')
})

test.each([
  ['403', 'HTTP/1.1 403 Forbidden\r\ncontent-length: 7\r\n\r\nsecret1', 'Unexpected server response: 403'],
  ['moved', 'HTTP/1.1 301 Moved\r\nlocation: http://127.0.0.1:1/\r\n\r\n', 'Unexpected server response: 301'],
  ['no HTTP', 'secret1 secret1\r\n\r\n', 'Parse Error'],
  ['another protocol', 'HTTP/1.1 101 Switching\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n', 'Invalid'],
])(
  'W73, W75: an upgrade that is refused (%s) is given up and leads nowhere else',
  async (_what, answer, reason) => {
    await listen({ upgrade: (stream) => stream.end(answer) }, (host) => `http://${host}/?apikey=secret1`)
    await isLost()
    expect(lost).toEqual([expect.stringContaining(reason)])
    expect(lost[0]).not.toContain('secret1')
    await server.empty()
    sockets.tend(pool)
    expect(server.asked).toHaveLength(1)
  },
)

test('W73: a server that never answers the upgrade is given up, and the connection closed', async () => {
  let upgrading: () => void = () => undefined
  const asked = new Promise<void>((resolve) => {
    upgrading = resolve
  })
  await listen({ upgrade: () => upgrading() })
  await asked
  now = 15_000
  sockets.tend(pool)
  await isLost()
  expect(lost).toEqual(['no subscription within 15 s'])
  await server.empty()
})

test('W73: one that is cut off is noticed; the next comes after its rest', async () => {
  await listen({ onSubscribe: (socket) => socket.terminate() })
  await isLost()
  expect(lost).toEqual(['it was closed (1006)'])
  sockets.tend(pool)
  expect(server.asked).toHaveLength(1)
  now = 5_000
  sockets.tend(pool)
  await until(() => lost.length === 2)
  expect(server.asked).toHaveLength(2)
})

test('W73: one that says that it is alive and nothing else lives; one that says nothing does not', async () => {
  let isAnswering = true
  await listen({
    onSubscribe: (socket) => {
      acknowledge(socket)
      socket.send(headerMessage(101))
      socket.on('ping', () => {
        if (!isAnswering) return
        socket.send(headerMessage(announced.length + 101))
      })
    },
  })
  await until(() => announced.length === 1)
  for (let ping = 2; ping < 5; ping++) {
    now += 20_000
    sockets.tend(pool)
    await until(() => announced.length === ping)
  }
  isAnswering = false
  server.pause()
  now += 30_000
  sockets.tend(pool)
  expect(lost).toEqual(['no sign of life for 30 s'])
})

test.each([
  [
    'more than a megabyte in one message',
    (height: number) => headerMessage(height).padEnd(1_100_000),
    'Max payload',
  ],
  ['a message that never ends', null, 'Max payload'],
  ['more messages than blocks can come', (height: number) => headerMessage(height), 'too much'],
  ['garbage', () => '<html>secret1</html>', 'cannot be read'],
  ['bytes', () => Buffer.alloc(100), 'cannot be read'],
])('W73: who sends %s is given up', async (what, message, reason) => {
  const messages = what.includes('megabyte') ? 2 : 200
  await listen({
    onSubscribe: (socket) => {
      acknowledge(socket)
      for (let index = 0; index < messages; index++) {
        if (message === null) socket.send('x'.repeat(10_000), { fin: false })
        else socket.send(message(101 + index))
      }
    },
  })
  await isLost()
  expect(lost).toEqual([expect.stringContaining(reason)])
  expect(announced.length).toBeLessThanOrEqual(50)
  await server.empty()
})

test('W73: who sends pings without end is given up', async () => {
  await listen({
    onSubscribe: (socket) => {
      for (let index = 0; index < 200; index++) socket.ping()
    },
  })
  await isLost()
  expect(lost).toEqual(['it sends too much'])
  await server.empty()
})

test('W74: they are closed when asked to, subscribed or not', async () => {
  await listen({ onSubscribe: (socket) => socket.send(headerMessage(101)) })
  await until(() => announced.length === 1)
  expect(server.open()).toBe(1)
  sockets.close()
  await server.empty()
  expect([lost, sockets.count()]).toEqual([[], 0])
  sockets.tend(pool)
  sockets.close()
  await server.empty()
  expect(lost).toEqual([])
})

test('W74: hundreds of sockets later no handle is left', async () => {
  // Of the whole process, in which other files have run.
  const handles = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  const before = handles()
  await listen({ onSubscribe: (socket) => socket.send(headerMessage(101)) })
  for (let round = 1; round <= 300; round++) {
    await until(() => announced.length === round)
    sockets.close()
    await server.empty()
    sockets.tend(pool)
  }
  await until(() => announced.length === 301)
  expect(server.open()).toBe(1)
  expect(handles() - before).toBeLessThan(10)
})
