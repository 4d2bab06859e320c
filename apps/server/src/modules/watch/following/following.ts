import { isDeepStrictEqual } from 'node:util'
import type { Lie } from '@roundsman/cometbft/endpoint-pool'
import type { CheckSignature } from '@roundsman/cometbft/proof/signature'
import { Gauge, type Registry } from 'prom-client'
import { type CreateLoop, createLoopGroup, type Loop } from '../../../platform/loop.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CatalogueNetwork } from '../../networks/networks.public.ts'
import type { Participant } from '../recording/chain-change.ts'
import { createWriter, type Writer } from '../recording/writer.ts'
import { type ChainCompanion, createNetworkCompanions } from './companions.ts'
import { createConnect } from './connection.ts'
import { createFollower, type Follower } from './follower.ts'
import { createHintsLoop, createNetworkHints, type NetworkHints } from './header-hints.ts'
import { createHintSockets } from './header-sockets.ts'
import { createLeasesLoop, createNetworkLeases, type NetworkLease } from './leases.ts'
import { createWatchLog } from './watch-log.ts'

/** Pause between polls of a chain while nothing else is known, and the longest one after the database failed. */
const everyMs = 1_000
const longestPauseMs = 15_000
/** What only time decides takes a minute at least. */
const tickEveryMs = 5_000

interface FollowedNetwork {
  networkId: number
  network: CatalogueNetwork
  lease: NetworkLease
  writer: Writer
  follower: Follower
  hints: NetworkHints
  accompanied: ReturnType<typeof createNetworkCompanions>
}

/** What a process follows. */
export interface Following {
  loops: Loop[]
  /** Follows these networks from now on: those that are as they were go on, the others begin or end. */
  follow(networks: readonly CatalogueNetwork[]): Promise<void>
}

/** The loops of a process that follows these networks, each while it has the network's lease. */
export function createFollowing(
  platform: Platform,
  {
    participants,
    companions,
    check,
  }: {
    participants: readonly Participant[]
    companions: readonly ChainCompanion[]
    check: CheckSignature
  },
): Following {
  const { clock, db, ids, metrics, createLoop, openSocket } = platform
  const leases = createNetworkLeases(db, clock, ids.uuid())
  const log = createWatchLog(platform.log, metrics)
  const group = createLoopGroup('watch/networks')
  const beside = companions.map(({ name }) => createLoopGroup(name))
  /** The same list for as long as the process lives, since others look at it again and again. */
  const followed: FollowedNetwork[] = []

  function begin(network: CatalogueNetwork): Loop {
    const networkId = network.blockchain_id
    const lease = leases.of(networkId)
    const writer = createWriter(db, clock, leases, networkId, participants)
    const connect = createConnect({
      clock,
      ids,
      fetch: platform.endpointFetch,
      urls: network.rpc,
      chainId: network.chain_id,
      check,
      given: network.trusted ?? null,
      onLie: (lie: Lie) => log.lied(networkId, lie),
    })
    const follower = createFollower(clock, lease, writer, connect, log)
    const listen = (onHeader: (host: string, height: number) => void) =>
      createHintSockets(network.rpc, clock, ids.fraction, openSocket, {
        onHeader,
        onLost: (host, reason) => log.notListening(networkId, host, reason),
      })
    const hints = createNetworkHints(follower, lease, clock, listen, (outcome) => {
      log.hinted(networkId, outcome)
      if (outcome === 'poll') loop.wake()
    })
    const { databaseNow } = leases
    const accompanied = createNetworkCompanions(networkId, companions, {
      ...{ db, createLoop, follower, lease, databaseNow },
    })
    const pass = async (signal: AbortSignal) => {
      const pause = await hints.pass(signal)
      accompanied.polled()
      return pause
    }
    const loop = createLoop({ name: `watch/${networkId}`, everyMs, jitter: 0.02, longestPauseMs, pass })
    followed.push({ networkId, network, lease, writer, follower, hints, accompanied })
    return releasing(loop, lease)
  }

  async function end(one: FollowedNetwork): Promise<void> {
    followed.splice(followed.indexOf(one), 1)
    one.hints.close()
    await Promise.all([group, ...beside].map((loops) => loops.replace(one.networkId, null)))
    one.accompanied.left()
    log.left(one.networkId)
  }

  registerEndpointMetrics(metrics, followed)
  const hints = () => followed.map((one) => one.hints)
  return {
    loops: [
      group,
      ...beside,
      createLeasesLoop(createLoop, leases),
      createTicksLoop(createLoop, followed),
      createHintsLoop(createLoop, hints),
    ],
    async follow(networks) {
      for (const one of [...followed]) {
        const next = networks.find(({ blockchain_id }) => blockchain_id === one.networkId)
        if (!next || !isFollowedAlike(one.network, next)) await end(one)
      }
      for (const network of networks) {
        if (followed.some(({ networkId }) => networkId === network.blockchain_id)) continue
        await group.replace(network.blockchain_id, () => begin(network))
        const loops = followed.at(-1)?.accompanied.loops() ?? []
        for (const [index, loop] of loops.entries())
          await beside[index]?.replace(network.blockchain_id, () => loop)
      }
    },
  }
}

/** Whether a network is followed as before when the catalogue says the other thing of it. */
function isFollowedAlike(one: CatalogueNetwork, other: CatalogueNetwork): boolean {
  return (
    isDeepStrictEqual(one.rpc, other.rpc) &&
    one.chain_id === other.chain_id &&
    isDeepStrictEqual(one.trusted, other.trusted)
  )
}

/** Gives the lease back as soon as the loop has ended, so that nobody waits for what else the process has to finish. */
function releasing(loop: Loop, lease: NetworkLease): Loop {
  return {
    ...loop,
    async stop() {
      await loop.stop()
      await lease.release()
    },
  }
}

/** Lets time be noticed on the networks that this process follows, also where no block of them arrives. */
function createTicksLoop(createLoop: CreateLoop, networks: readonly FollowedNetwork[]): Loop {
  return createLoop({
    name: 'watch/ticks',
    everyMs: tickEveryMs,
    longestPauseMs: tickEveryMs,
    async pass() {
      const outcomes = await Promise.allSettled(
        networks
          .filter(({ lease }) => lease.isHeld())
          .map(({ writer, follower }) => writer.tick(follower.isBeginning())),
      )
      // One that fails keeps no other from being noticed; the loop says so and tries again.
      const failed = outcomes.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
    },
  })
}

/** Endpoints and sockets as this process sees them, read when somebody asks for the figures. */
export function registerEndpointMetrics(
  metrics: Registry,
  followed: readonly {
    networkId: number
    follower: Pick<Follower, 'connection'>
    hints: Pick<NetworkHints, 'count'>
  }[],
): void {
  const endpoints = () =>
    followed.flatMap(({ networkId, follower }) =>
      (follower.connection()?.pool.views() ?? []).map((view) => ({ network: String(networkId), ...view })),
    )
  const states: Gauge<'network' | 'host' | 'state'> = new Gauge({
    name: 'roundsman_endpoint_state',
    help: 'State of each endpoint; the present one is 1.',
    labelNames: ['network', 'host', 'state'],
    registers: [metrics],
    collect() {
      states.reset()
      for (const { network, host, state } of endpoints()) states.set({ network, host, state }, 1)
    },
  })
  const sockets: Gauge<'network'> = new Gauge({
    name: 'roundsman_watch_hint_sockets',
    help: 'WebSockets at which headers of a network are listened for.',
    labelNames: ['network'],
    registers: [metrics],
    collect() {
      for (const { networkId, hints } of followed) sockets.set({ network: String(networkId) }, hints.count())
    },
  })
  const latencies: Gauge<'network' | 'host'> = new Gauge({
    name: 'roundsman_endpoint_latency_seconds',
    help: 'Duration of the last exchange that an endpoint answered.',
    labelNames: ['network', 'host'],
    registers: [metrics],
    collect() {
      latencies.reset()
      for (const { network, host, latencyMs } of endpoints())
        if (latencyMs !== null) latencies.set({ network, host }, latencyMs / 1000)
    },
  })
}
