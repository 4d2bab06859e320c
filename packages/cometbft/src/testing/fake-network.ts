import { ChainReadError } from '../errors.ts'
import { createEndpointPool, type EndpointPool, type Lie } from '../pool/endpoint-pool.ts'
import type { Post } from '../rpc/http-exchange.ts'
import { createFakeChain, type FakeChain } from './fake-chain.ts'
import { answerOf, createFakeEndpoint, type FakeEndpoint } from './fake-endpoint.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'

/** A promise that a test opens: the event to wait for, instead of a time. */
interface Gate {
  open: () => void
  opened: Promise<void>
}

export function createGate(): Gate {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

/** Hosts and the endpoints behind them, reached by a `fetch` of its own. */
interface FakeNet {
  fetch: (url: string, init: Post) => Promise<Response>
  urls: string[]
  endpoints: Record<string, FakeEndpoint>
  /** Opens when the next request begins to hang. */
  nextHang(): Promise<void>
}

interface Call {
  id: number
  method: string
  params: Record<string, string>
}

export function createFakeNet(endpoints: Record<string, FakeEndpoint>): FakeNet {
  let hanging: Gate = createGate()

  const fetch: FakeNet['fetch'] = (url, init) => {
    const endpoint = endpoints[new URL(url).host]
    if (endpoint === undefined) return Promise.reject(new TypeError('no such host'))
    const body = JSON.parse(init.body) as Call | Call[]
    const calls = Array.isArray(body) ? body : [body]
    endpoint.asked.push(...calls.map(({ method }) => method))
    const spoiled = calls.some(({ method }) => endpoint.faultFor?.includes(method) ?? true)
    if (endpoint.fault !== 'none' && spoiled) return faulty(endpoint.fault)
    const answers = calls.map(({ id, method, params }) => ({
      jsonrpc: '2.0',
      id,
      ...answerOf(endpoint, method, params, calls.length === 1),
    }))
    return Promise.resolve(new Response(JSON.stringify(Array.isArray(body) ? answers : answers[0])))
  }

  function faulty(fault: Exclude<FakeEndpoint['fault'], 'none'>): Promise<Response> {
    switch (fault) {
      case 'hang':
        hanging.open()
        return new Promise(() => undefined)
      case 'refuse':
        return Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }))
      case 'garbage':
        return Promise.resolve(new Response('{"jsonrpc":"2.0","id":1,"result":{"node_info":'))
      case 'http-500':
        return Promise.resolve(new Response('<html>oops</html>', { status: 500 }))
      case 'http-429':
        return Promise.resolve(new Response('slow down', { status: 429 }))
    }
  }

  return {
    fetch,
    endpoints,
    urls: Object.keys(endpoints).map((host) => `https://${host}/`),
    nextHang: () => {
      hanging = createGate()
      return hanging.opened
    },
  }
}

interface FakeNetwork {
  /** What the pool said of those who lied. */
  lies: Lie[]
  pool: EndpointPool
  net: FakeNet
  clock: ManualClock
  chain: FakeChain
  at(this: void, name: string): FakeEndpoint
  /** One block later: the chain grows, the clock moves. */
  block(this: void, letters?: string): void
}

export interface FakeNetworkOptions {
  endpoints: Partial<FakeEndpoint>[]
  chainId?: string | null
  blocks?: number
  blockMs?: number
  /** A chain made by the test, instead of one of `blocks` blocks. */
  chain?: FakeChain
}

/** A network of endpoints a.example, b.example … (in this order), each with the fields given, and a pool over them. */
export function createFakeNetwork(options: FakeNetworkOptions): FakeNetwork {
  const { blockMs = 2_000, blocks = 100 } = options
  const clock = createManualClock()
  const chain = options.chain ?? createFakeChain({ startTime: clock.now() - blocks * blockMs, blockMs })
  if (options.chain === undefined) chain.growBy(blocks)
  const endpoints: Record<string, FakeEndpoint> = {}
  for (const [index, fields] of options.endpoints.entries()) {
    endpoints[`${'abcdef'.charAt(index)}.example`] = createFakeEndpoint(fields.chain ?? chain, fields)
  }
  const net = createFakeNet(endpoints)
  const lies: Lie[] = []
  const pool = createEndpointPool({
    onLie: (lie) => lies.push(lie),
    urls: net.urls,
    chainId: options.chainId === undefined ? chain.chainId : options.chainId,
    fetch: net.fetch,
    clock,
    timeoutSignal: clock.timeoutSignal,
    random: () => 0.5,
  })

  function at(name: string): FakeEndpoint {
    const endpoint = endpoints[`${name}.example`]
    if (endpoint === undefined) throw new Error(`no endpoint ${name}`)
    return endpoint
  }

  function block(letters?: string): void {
    chain.grow(letters)
    clock.advance(blockMs)
  }

  return { lies, pool, net, clock, chain, at, block }
}

export function networkOf(options: FakeNetworkOptions) {
  const network = createFakeNetwork(options)
  const { pool } = network
  const states = () => pool.views().map(({ state }) => state)
  const hostInUse = () => pool.use((node) => Promise.resolve(node.host))
  /** What a walk does: the newest block of an endpoint is believed. */
  const see = (hasHeight = 1) =>
    pool.use(
      async (node, { height }) => {
        const { header } = await node.commit(height ?? 0)
        pool.believe(node.host, header)
      },
      { hasHeight },
    )
  return { ...network, states, hostInUse, see }
}

export function otherChain(chainId: string, startTime: number): FakeChain {
  const chain = createFakeChain({ chainId, startTime })
  chain.growBy(100)
  return chain
}

export const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ChainReadError ? error : new Error(`not typed: ${String(error)}`)),
  )
