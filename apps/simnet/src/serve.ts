import { once } from 'node:events'
import type { NamedMemory } from './blocks/chain-memory.ts'
import type { FaultPlan } from './faults.ts'
import type { NetworkProfile } from './network-profile.ts'
import { networkProfiles } from './network-profiles.data.ts'
import { createEndpoint, type Endpoint } from './serving/endpoint.ts'
import { createRpcServer } from './serving/rpc-server.ts'
import { openSubscriptions } from './serving/subscriptions.ts'
import { noWarmUp, startWarmUp } from './serving/warm-up.ts'
import { createSimChain, type SimChain } from './sim-chain.ts'
import { type Clock, type Waiting, wallClock, wallWaiting } from './wall-clock.ts'

export interface EndpointSpec {
  blockchainId: number
  /** Last part of the path. */
  name: string
  faults?: FaultPlan
}

interface SimnetOptions {
  seed: string
  /** Default: the ten networks. */
  networks?: readonly NetworkProfile[]
  /** Chains made elsewhere (`createSimChain`), for tests that arrange things; they replace `networks`. */
  chains?: readonly SimChain[]
  clock?: Clock
  waiting?: Waiting
  /** Blocks come this many times as fast. Default 1. */
  pace?: number
  /** What earlier programs left of these chains. */
  memories?: readonly NamedMemory[]
  /** Networks that have stood still since then: blockchain id → Unix ms. */
  haltedSince?: Readonly<Record<number, number>>
  /** Default 127.0.0.1. */
  host?: string
  /** Default 0: any free one. */
  port?: number
  /** Makes the chains ready at the start, in the order of the networks, and answers for each as soon as it is. */
  warmUp?: boolean
  /** Default: two for each network, `a` and `b`, that behave. */
  endpoints?: readonly EndpointSpec[]
}

export interface Simnet {
  /** Addresses by blockchain id, in the order of the endpoints. */
  endpoints: Readonly<Record<number, string[]>>
  port: number
  chains: ReadonlyMap<number, SimChain>
  setFaults(blockchainId: number, name: string, plan: FaultPlan): void
  /** Requests that an endpoint was asked so far. */
  requests(blockchainId: number, name: string): number
  /** Notifies WebSocket subscribers of new blocks now; for tests whose clock jumps. */
  announce(): void
  /** When every chain is ready, with `warmUp`; else at once. */
  ready: Promise<void>
  close(): Promise<void>
}

/** Serves simulated networks over HTTP and WebSocket until closed. */
export async function startSimnet(options: SimnetOptions): Promise<Simnet> {
  const { seed, clock = wallClock, waiting = wallWaiting, pace = 1 } = options
  const made = (options.networks ?? networkProfiles).map((profile) => {
    const haltedSince = options.haltedSince?.[profile.blockchainId]
    return createSimChain({
      profile,
      seed,
      clock,
      pace,
      ...(options.memories === undefined ? {} : { memories: options.memories }),
      ...(haltedSince === undefined ? {} : { haltedSince }),
    })
  })
  const chains = new Map((options.chains ?? made).map((chain) => [chain.profile.blockchainId, chain]))
  const specs = options.endpoints ?? [...chains.keys()].flatMap(pairOf)
  const endpoints = new Map<string, Endpoint>()
  for (const { blockchainId, name, faults = [] } of specs) {
    const chain = chains.get(blockchainId)
    if (chain === undefined) throw new Error(`no simulated network ${blockchainId}`)
    const endpoint = createEndpoint({ chain, name, seed, faults })
    endpoints.set(endpoint.path, endpoint)
  }

  const find = (path: string) => {
    const [, slug, name, ...rest] = path.split('/')
    const endpoint = endpoints.get(`/${slug}/${name}`)
    return endpoint === undefined ? null : { endpoint, rest: rest.join('/') }
  }
  const warmUp = options.warmUp === true ? startWarmUp([...chains.values()], waiting) : noWarmUp
  const server = createRpcServer(find, waiting, warmUp)
  const sockets = openSubscriptions(server, find, waiting, warmUp)
  const host = options.host ?? '127.0.0.1'
  server.listen(options.port ?? 0, host)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0

  const urls: Record<number, string[]> = {}
  for (const { chain, path } of endpoints.values()) {
    const list = (urls[chain.profile.blockchainId] ??= [])
    list.push(`http://${host}:${port}${path}`)
  }
  const named = (blockchainId: number, name: string): Endpoint => {
    const endpoint = endpoints.get(`/${chains.get(blockchainId)?.profile.slug}/${name}`)
    if (endpoint === undefined) throw new Error(`network ${blockchainId} has no endpoint ${name}`)
    return endpoint
  }
  return {
    endpoints: urls,
    port,
    chains,
    setFaults: (blockchainId, name, plan) => named(blockchainId, name).setFaults(plan),
    requests: (blockchainId, name) => named(blockchainId, name).requests(),
    announce: sockets.announce,
    ready: warmUp.done,
    async close() {
      warmUp.stop()
      sockets.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function pairOf(blockchainId: number): EndpointSpec[] {
  return [
    { blockchainId, name: 'a' },
    { blockchainId, name: 'b' },
  ]
}
