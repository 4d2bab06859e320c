import type { EndpointView } from '@roundsman/cometbft/domain'
import { headerSubscription } from '@roundsman/cometbft/header-hint'
import { beforeEach, expect, test } from 'vitest'
import type { SocketEvents } from '../../../platform/clients/web-socket-client.ts'
import { createHintSockets, type HintSockets } from './header-sockets.ts'

/** A socket as the other side of it sees it. */
interface Far extends SocketEvents {
  target: string
  sent: string[]
  pings: number
  isClosed: boolean
}

let now = 0
let far: Far[]
let announced: string[]
let lost: string[]
let sockets: HintSockets
let states: EndpointView['state'][]
let head: number
const chainIdSeen = 'celestia'
const pool = {
  views: () =>
    states.map((state, index) => ({ host: `${'abc'[index]}.example`, state, latencyMs: 10 }) as EndpointView),
  head: () => ({ height: head, time: 0, host: 'a.example', inStep: true, observedAt: 0 }),
  chainIdSeen,
}

beforeEach(() => {
  now = 0
  head = 100
  states = ['OK', 'OK', 'OK']
  ;[far, announced, lost] = [[], [], []]
  sockets = createHintSockets(
    ['https://a.example/x?key=secret1', 'https://b.example', 'https://c.example'],
    { monotonic: () => now },
    () => 0.5,
    ({ target }, _bounds, events) => {
      const one: Far = { ...events, target, sent: [], pings: 0, isClosed: false }
      far.push(one)
      return {
        send: (text) => one.sent.push(text),
        ping: () => {
          one.pings += 1
        },
        close: () => {
          one.isClosed = true
          events.onClose('closed by us')
        },
      }
    },
    {
      onHeader: (host, height) => announced.push(`${host} ${height}`),
      onLost: (host, reason) => lost.push(`${host}: ${reason}`),
    },
  )
})

const at = (index: number): Far => {
  const one = far[index]
  if (!one) throw new Error(`there is no socket ${index}`)
  return one
}
const header = (height: number, chain = chainIdSeen) =>
  JSON.stringify({ result: { data: { value: { header: { chain_id: chain, height: String(height) } } } } })
/** Seconds pass; who lives answers pings, and the head moves with what is announced where `blocks` says so. */
function seconds(count: number, each: (second: number) => void = () => undefined): void {
  for (let second = 1; second <= count; second++) {
    now += 1_000
    each(second)
    sockets.tend(pool)
  }
}
function subscribe(index: number): void {
  at(index).onOpen()
  at(index).onMessage('{"jsonrpc":"2.0","id":1,"result":{}}')
}
const open = () => far.filter(({ isClosed }) => !isClosed).map(({ target }) => new URL(target).host)

test('W70: it subscribes at two, and says what they announce', () => {
  sockets.tend(pool)
  expect(far.map(({ target }) => target)).toEqual([
    'wss://a.example/x/websocket?key=secret1',
    'wss://b.example/websocket',
  ])
  at(0).onOpen()
  expect([at(0).sent, sockets.count()]).toEqual([[headerSubscription], 0])
  subscribe(0)
  subscribe(1)
  expect(sockets.count()).toBe(2)
  at(0).onMessage(header(101))
  at(1).onMessage(header(101))
  expect(announced).toEqual(['a.example 101', 'b.example 101'])
})

test('W73: who refuses or is cut off is left alone for 5 s, then twice as long each time up to ten minutes', () => {
  states = ['OK', 'WRONG_NETWORK', 'WRONG_NETWORK']
  const opened: number[] = []
  seconds(4_000, () => {
    const last = far.at(-1)
    if (last?.isClosed !== false) return
    opened.push(now / 1_000)
    last.onClose('Unexpected server response: 403')
  })
  const pauses = opened.slice(1).map((second, index) => second - (opened[index] ?? 0))
  expect(pauses.slice(0, 9).map((pause) => Math.round(pause / 10))).toEqual([1, 1, 2, 4, 8, 16, 32, 60, 60])
  expect(lost[0]).toBe('a.example: Unexpected server response: 403')
})

test('W73: one that had been of use for a minute is opened again soon', () => {
  states = ['OK', 'LYING', 'LYING']
  sockets.tend(pool)
  subscribe(0)
  for (let cut = 0; cut < 5; cut++) {
    seconds(70, () => at(cut).onMessage(header(++head)))
    at(cut).onClose('it was closed (1006)')
    seconds(7)
    expect(open()).toEqual(['a.example'])
    subscribe(cut + 1)
  }
})

test('W73: while one is left alone another takes its place', () => {
  sockets.tend(pool)
  at(0).onClose('Unexpected server response: 404')
  seconds(1)
  expect(open().sort()).toEqual(['b.example', 'c.example'])
})

test('W73: a subscription that never comes is given up after 15 s', () => {
  sockets.tend(pool)
  seconds(14)
  expect(lost).toEqual([])
  seconds(1)
  expect(lost).toEqual(['a.example: no subscription within 15 s', 'b.example: no subscription within 15 s'])
})

test('W73: one that is refused is given up, with nothing of its address', () => {
  sockets.tend(pool)
  at(0).onOpen()
  at(0).onMessage(
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no secret1 here","data":"5 reached"}}',
  )
  expect([lost, at(0).isClosed]).toEqual([['a.example: no [hidden] here: 5 reached'], true])
})

test('W73: a half-open socket, that answers no ping, is given up after 30 s', () => {
  sockets.tend(pool)
  subscribe(0)
  subscribe(1)
  seconds(40, () => at(1).onSign())
  expect(at(0).pings).toBeGreaterThanOrEqual(2)
  expect(lost).toEqual(['a.example: no sign of life for 30 s'])
  expect(at(1).isClosed).toBe(false)
})

test('W73: one that lives and announces nothing while blocks come is given up; on a chain that stands still it stays', () => {
  sockets.tend(pool)
  subscribe(0)
  subscribe(1)
  seconds(600, () => [0, 1].map((index) => at(index).onSign()))
  expect(lost).toEqual([])
  seconds(5, () => {
    head += 1
    at(1).onMessage(header(head))
  })
  expect(lost).toEqual(['a.example: 5 blocks were not announced'])
  expect(at(1).isClosed).toBe(false)
})

test.each([
  ['garbage', () => '<html>', 'what it sends cannot be read'],
  ['frames that are no text', () => null, 'what it sends cannot be read'],
  ['headers of another chain', () => header(101, 'mocha-4'), 'what it sends cannot be read'],
  ['a flood', (index: number) => header(100 + index), 'it sends too much'],
  ['messages of a megabyte', () => header(101).padEnd(1_000_000), 'it sends too much'],
])('W73: who sends %s is left alone for ten minutes', (_what, frame, reason) => {
  states = ['OK', 'LYING', 'LYING']
  sockets.tend(pool)
  subscribe(0)
  for (let index = 0; index < 60; index++) at(0).onMessage(frame(index))
  expect(lost).toEqual([`a.example: ${reason}`])
  expect(announced.length).toBeLessThanOrEqual(50)
  seconds(599)
  expect(open()).toEqual([])
  seconds(1)
  expect(open()).toEqual(['a.example'])
})

test('W73: who announces blocks that nobody has, or heights that ramp, is left alone for ten minutes', () => {
  sockets.tend(pool)
  subscribe(0)
  subscribe(1)
  seconds(40, (second) => {
    if (second % 2 === 0) head += 1
    if (!at(0).isClosed) at(0).onMessage(header(100 + second * 8))
    at(1).onMessage(header(head))
  })
  expect(lost).toEqual(['a.example: it announces blocks that nobody has'])
  expect(open().sort()).toEqual(['b.example', 'c.example'])
  seconds(500, () => at(1).onMessage(header(head)))
  expect(open()).not.toContain('a.example')
})

test('W74: one that lies is left at once, and so are all when asked to', () => {
  sockets.tend(pool)
  subscribe(0)
  subscribe(1)
  states = ['LYING', 'OK', 'OK']
  sockets.tend(pool)
  expect(open()).toEqual(['b.example', 'c.example'])
  at(0).onMessage(header(101))
  expect(announced).toEqual([])
  sockets.close()
  expect([open(), sockets.count(), lost]).toEqual([[], 0, []])
})

test('W74: one that is fit now and then is not opened every second', () => {
  seconds(60, (second) => {
    states = [second % 2 === 0 ? 'BEHIND' : 'OK', 'LYING', 'LYING']
  })
  expect(far.length).toBeLessThanOrEqual(12)
})
