import { createEndpointPool, type EndpointPool, type Lie } from '../endpoint-pool.ts'
import { createFakeChain, type FakeChain } from './fake-chain.ts'
import { createFakeEndpoint, type FakeEndpoint } from './fake-endpoint.ts'
import { createFakeNet, type FakeNet } from './fake-net.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'

export interface FakeNetwork {
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
