import { hashWith } from '@roundsman/cometbft/proof/sha256'
import { createCheckSignature } from '@roundsman/cometbft/proof/signature'
import { StartError } from '../../platform/errors.ts'
import type { Module } from '../../platform/process/module.ts'
import { createNativeSignatures, nativeSha256 } from '../../platform/native-signatures.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CatalogueNetwork, Networks } from '../networks/networks.public.ts'
import { acceptCommand } from './checking/accept.command.ts'
import { type CheckMore, checkCommand } from './checking/check.command.ts'
import type { ChainCompanion } from './following/companions.ts'
import { createFollowing } from './following/following.ts'
import { endLeases } from './following/leases.ts'
import { unseenNetworks } from './model/model.store.ts'
import type { Participant } from './recording/chain-change.ts'
import type { AvatarOf } from './showing/network-view.ts'
import { createDatabaseClockWatch } from './showing/database-clock.loop.ts'
import { createViews, createViewsLoop, type Views } from './showing/views.ts'
import { registerWatchMetrics } from './showing/watch-metrics.ts'
import { addDetailsRoutes, addWatchRoutes, type BridgesOf } from './showing/watch.routes.ts'

export type { ChainCompanion, CompanionChain } from './following/companions.ts'
export type { ValidatorValues } from './model/validator-values.ts'
export type { ChainChange, HeightChange, NetworkTick, Participant } from './recording/chain-change.ts'
export {
  type ImportedEvent,
  type ImportedValidator,
  openImportedEpoch,
  storeImportedEvents,
} from './recording/imported-epoch.store.ts'
export type { BatchBlocks } from './showing/network-view.ts'
export {
  lettersBefore,
  type PastBlock,
  type PastTarget,
  pastBlocks,
  pastEvents,
  pastTarget,
  presentIdentities,
  presentValidators,
  undecidedEvents,
  type ValidatorNames,
  validatorIdsByAddress,
  validatorIdsBySlot,
  validatorsById,
} from './showing/validators.store.ts'
export type { Views } from './showing/views.ts'

interface WatchParts {
  /** Called in every transaction that commits something of a chain, in this order. */
  participants: readonly Participant[]
  /** What reads more of the chains beside following them. */
  companions: readonly ChainCompanion[]
  bridgesOf: BridgesOf
  avatarOf: AvatarOf
  checkMore: CheckMore
}

interface Watch {
  module: Module
  views: Views
}

/** A network of which nobody had an answer for longer is one that this site is blind to. */
const unseenMs = 60_000

/**
 * Following the chains of the catalogue, and the read model of their validators.
 */
export function createWatch(
  platform: Platform,
  networks: Networks,
  { participants, companions, bridgesOf, avatarOf, checkMore }: WatchParts,
): Watch {
  const { clock, config, db, ids, metrics, createLoop } = platform
  const isFollowed = ({ rpc }: CatalogueNetwork) => rpc.length > 0
  const followed = () => networks.all().filter(isFollowed)
  const checkHeartbeat = (all: readonly CatalogueNetwork[]) => {
    const ids = all.filter(isFollowed).map(({ blockchain_id }) => blockchain_id)
    const unknown = config.heartbeatNetworks?.find((id) => !ids.includes(id))
    if (unknown === undefined) return
    throw new StartError(
      `ROUNDSMAN_HEARTBEAT_NETWORKS names ${unknown}, which is not the ID of a followed network.`,
    )
  }
  checkHeartbeat(networks.all())
  const check = createCheckSignature(createNativeSignatures())
  hashWith(nativeSha256)
  const views = createViews(db, clock, networks.all(), avatarOf)
  const following = createFollowing(platform, { participants, companions, check })
  networks.onChange({
    check: checkHeartbeat,
    async apply() {
      views.show(networks.all())
      await following.follow(followed())
    },
  })
  registerWatchMetrics(metrics, networks.all, views)
  const viewsLoop = createViewsLoop(createLoop, clock, views)
  const databaseClock = createDatabaseClockWatch(platform)
  return {
    views,
    module: {
      name: 'watch',
      routes(server) {
        addWatchRoutes(server, views, networks, clock)
        addDetailsRoutes(server, views, networks, db, bridgesOf, avatarOf)
      },
      loops: [
        ...following.loops.map((loop) => ({ role: 'watch', loop }) as const),
        { role: 'web', loop: viewsLoop },
        // What bridges that are scraped report is judged by the height that is known here.
        { role: 'watch', loop: viewsLoop },
        { role: 'watch', loop: databaseClock.loop },
        // The heartbeat is sent there.
        { role: 'notify', loop: databaseClock.loop },
      ],
      async start() {
        // Whoever opens an embedded database is alone with it: leases found there are those of a process that died.
        if (db.engine === 'embedded') await endLeases(db.orm)
        await following.follow(followed())
        await views.refresh()
      },
      troubles: async () => {
        const ids = config.heartbeatNetworks ?? followed().map(({ blockchain_id }) => blockchain_id)
        const unseen = await unseenNetworks(db, ids, unseenMs)
        const names = followed().filter(({ blockchain_id }) => unseen.includes(blockchain_id))
        return [
          ...names.map(({ name }) => `${name} has not been seen for a minute`),
          databaseClock.alarm.trouble() ?? [],
        ].flat()
      },
      warnings: () => [databaseClock.alarm.warning() ?? []].flat(),
      commands: [
        acceptCommand(db, networks),
        checkCommand(
          db,
          networks,
          { clock, fetch: platform.endpointFetch, random: ids.fraction, check },
          checkMore,
        ),
      ],
    },
  }
}
