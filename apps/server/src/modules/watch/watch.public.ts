import type { Queryable } from '../../platform/db/database.ts'
import { holdLease } from '../../platform/lease.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CatalogueNetwork, Networks } from '../networks/networks.public.ts'
import { acceptCommand } from './accept.command.ts'
import { checkCommand } from './check.command.ts'
import { createConnect } from './connection.ts'
import { endLeases } from './end-leases.store.ts'
import { createFollower, type Follower } from './follower.ts'
import { createViewsLoop } from './views.loop.ts'
import { createViews, type Views } from './views.ts'
import { addWatchRoutes } from './watch.routes.ts'
import { createWatchLog } from './watch-log.ts'
import { registerWatchMetrics } from './watch-metrics.ts'
import { createWriter, type Writer } from './writer.ts'

export type { NetworkView } from './network-view.ts'
export type { Views } from './views.ts'

export interface Watch {
  module: Module
  views: Views
  /** Networks that this process writes just now. */
  held(): number[]
  /**
   * True if this process still writes the network; locks the lease until the transaction ends. For other modules
   * whose rows have the same one writer.
   */
  holds(tx: Queryable, networkId: number): Promise<boolean>
}

/** Pause between looks at a chain while nothing else is known, and the longest one after the database failed. */
const everyMs = 1_000
const longestPauseMs = 15_000

/** Following the chains of the catalogue, and the read model of their validators. */
export function createWatch(platform: Platform, networks: Networks): Watch {
  const { clock, db, metrics, createLoop } = platform
  const holder = platform.ids.uuid()
  const log = createWatchLog(platform.log, metrics)
  const views = createViews({ db, clock, networks: networks.all() })
  const writers = new Map<number, Writer>()
  const followers = new Map<number, Follower>()
  for (const network of networks.all().filter(({ rpc }) => rpc.length > 0)) {
    const networkId = network.blockchain_id
    const writer = createWriter({ db, clock, networkId, holder })
    writers.set(networkId, writer)
    followers.set(networkId, createFollower({ clock, writer, log, connect: connectTo(platform, network) }))
  }
  registerWatchMetrics({ metrics, networks: networks.all(), views, followers })
  const followLoops = [...followers].map(([networkId, follower]) =>
    createLoop({ name: `watch/${networkId}`, everyMs, jitter: 0.02, longestPauseMs, pass: follower.pass }),
  )
  return {
    views,
    held: () => [...writers].filter(([, writer]) => writer.held() !== null).map(([networkId]) => networkId),
    async holds(tx, networkId) {
      const held = writers.get(networkId)?.held() ?? null
      return held !== null && holdLease(tx, held)
    },
    module: {
      name: 'watch',
      routes: (server) => addWatchRoutes(server, views, clock),
      loops: [
        ...followLoops.map((loop) => ({ role: 'watch', loop }) as const),
        { role: 'web', loop: createViewsLoop(createLoop, views) },
      ],
      async start() {
        // Whoever opens an embedded database is alone with it: leases found there are those of a process that died.
        if (db.engine === 'embedded') await endLeases(db.orm)
        await views.refresh()
      },
      async stop() {
        for (const writer of writers.values()) await writer.release()
      },
      commands: [
        acceptCommand({ db, clock, networks }),
        checkCommand({ db, clock, networks, fetch: platform.fetch, random: platform.ids.fraction }),
      ],
    },
  }
}

function connectTo({ clock, ids, fetch }: Platform, network: CatalogueNetwork) {
  return createConnect({ clock, ids, fetch, urls: network.rpc, chainId: network.chain_id })
}
