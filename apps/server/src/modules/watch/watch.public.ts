import type { Lie } from '@roundsman/cometbft/endpoint-pool'
import { type CheckSignature, createCheckSignature } from '@roundsman/cometbft/proof/signature'
import type { Loop } from '../../platform/loop.ts'
import type { Module } from '../../platform/module.ts'
import { StartError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CatalogueNetwork, Networks } from '../networks/networks.public.ts'
import { acceptCommand } from './accept.command.ts'
import { checkCommand } from './check.command.ts'
import { createConnect } from './connection.ts'
import { addDetailsRoutes, type BridgesOf } from './details.routes.ts'
import { endLeases } from './end-leases.store.ts'
import { createFollower, type Follower } from './follower.ts'
import { createHintsLoop } from './hints/hints.loop.ts'
import { createNetworkHints, type NetworkHints } from './hints/network-hints.ts'
import { createLeasesLoop } from './leases.loop.ts'
import { createNativeSignatures } from './native-signatures.ts'
import { createNetworkLeases, type NetworkLease } from './network-leases.ts'
import type { Participant } from './participant.ts'
import { createTicksLoop, type Ticking } from './ticks.loop.ts'
import { unseenNetworks } from './unseen-networks.store.ts'
import type { AvatarOf } from './validator-row.ts'
import { createViewsLoop } from './views.loop.ts'
import { createViews, type Views } from './views.ts'
import { addWatchRoutes } from './watch.routes.ts'
import { createWatchLog, type WatchLog } from './watch-log.ts'
import { registerWatchMetrics } from './watch-metrics.ts'
import { createWriter } from './writer.ts'

export { presentIdentities } from './identity.store.ts'
export { lettersBefore } from './letters-before.store.ts'
export type { ValidatorValues } from './model/validator-values.ts'
export type { NetworkView } from './network-view.ts'
export type { ChainChange, ChainMoment, HeightChange, NetworkMoment, Participant } from './participant.ts'
export {
  type PastBlock,
  type PastTarget,
  pastBlocks,
  pastEvents,
  pastTarget,
  presentValidators,
  undecidedEvents,
} from './past.store.ts'
export type { BatchBlocks } from './recent-batches.ts'
export {
  type ValidatorNames,
  validatorIdsByAddress,
  validatorIdsBySlot,
  validatorsById,
} from './target.store.ts'
export type { Views } from './views.ts'

export interface WatchParts {
  /** Called in every transaction that commits something of a chain, in this order. */
  participants: readonly Participant[]
  bridgesOf: BridgesOf
  avatarOf: AvatarOf
}

export interface Watch {
  module: Module
  views: Views
}

/** A network of which nobody had an answer for longer is one that this site is blind to. */
const unseenMs = 60_000

/** Pause between looks at a chain while nothing else is known, and the longest one after the database failed. */
const everyMs = 1_000
const longestPauseMs = 15_000

/**
 * Following the chains of the catalogue, and the read model of their validators.
 */
export function createWatch(
  platform: Platform,
  networks: Networks,
  { participants, bridgesOf, avatarOf }: WatchParts,
): Watch {
  const { clock, config, db, ids, metrics, createLoop, openSocket } = platform
  const leases = createNetworkLeases({ db, clock, holder: ids.uuid() })
  const log = createWatchLog(platform.log, metrics)
  const check = createCheckSignature(createNativeSignatures())
  const views = createViews({ db, clock, networks: networks.all(), avatarOf })
  const followers = new Map<number, Follower>()
  const hints = new Map<number, NetworkHints>()
  const followLoops: Loop[] = []
  const ticking: Ticking[] = []
  for (const network of networks.all().filter(({ rpc }) => rpc.length > 0)) {
    const networkId = network.blockchain_id
    const lease = leases.of(networkId)
    const { databaseNow } = leases
    const writer = createWriter({ db, clock, databaseNow, networkId, lease, participants })
    const connect = connectTo(platform, network, log, check)
    const follower = createFollower({ clock, lease, writer, log, connect })
    const networkHints = createNetworkHints({
      ...{ follower, lease, clock, openSocket, urls: network.rpc, random: ids.fraction },
      wake: () => loop.wake(),
      onHint: (outcome) => log.hinted(networkId, outcome),
      onLost: (host, reason) => log.notListening(networkId, host, reason),
    })
    const { pass } = networkHints
    const loop = createLoop({ name: `watch/${networkId}`, everyMs, jitter: 0.02, longestPauseMs, pass })
    followers.set(networkId, follower)
    hints.set(networkId, networkHints)
    followLoops.push(releasing(loop, lease))
    ticking.push({ lease, writer })
  }
  const unknown = config.heartbeatNetworks?.find((id) => !followers.has(id))
  if (unknown !== undefined) {
    throw new StartError(
      `ROUNDSMAN_HEARTBEAT_NETWORKS names ${unknown}, which is not the id of a network that is followed.`,
    )
  }
  registerWatchMetrics({ metrics, networks: networks.all(), views, followers, hints })
  return {
    views,
    module: {
      name: 'watch',
      routes(server) {
        addWatchRoutes(server, { views, networks, clock })
        addDetailsRoutes(server, { views, db, bridgesOf, avatarOf })
      },
      loops: [
        ...followLoops.map((loop) => ({ role: 'watch', loop }) as const),
        { role: 'watch', loop: createLeasesLoop(createLoop, leases) },
        { role: 'watch', loop: createTicksLoop(createLoop, ticking) },
        { role: 'watch', loop: createHintsLoop(createLoop, [...hints.values()]) },
        { role: 'web', loop: createViewsLoop(createLoop, views) },
      ],
      async start() {
        // Whoever opens an embedded database is alone with it: leases found there are those of a process that died.
        if (db.engine === 'embedded') await endLeases(db.orm)
        await views.refresh()
      },
      troubles: async () => {
        const counting = config.heartbeatNetworks ?? [...followers.keys()]
        const unseen = await unseenNetworks(db, counting, unseenMs)
        const names = networks.all().filter(({ blockchain_id }) => unseen.includes(blockchain_id))
        return names.map(({ name }) => `${name} has not been seen for a minute`)
      },
      commands: [
        acceptCommand({ db, networks }),
        checkCommand({ db, clock, networks, fetch: platform.fetch, random: ids.fraction, check }),
      ],
    },
  }
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

function connectTo(
  { clock, ids, fetch }: Platform,
  network: CatalogueNetwork,
  log: WatchLog,
  check: CheckSignature,
) {
  const { rpc: urls, chain_id: chainId, trusted: given = null } = network
  const onLie = (lie: Lie) => log.lied(network.blockchain_id, lie)
  return createConnect({ clock, ids, fetch, urls, chainId, check, given, onLie })
}
