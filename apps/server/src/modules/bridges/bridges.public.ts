import type { NetworkNow } from '@roundsman/bridges/bridge-state'
import { createStoreClient } from '../../platform/clients/store-client.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AdminTerminal, Module } from '../../platform/process/module.ts'
import type { AuditTrail } from '../accounts/accounts.public.ts'
import type { Networks } from '../networks/networks.public.ts'
import type { NetworkTick, Views } from '../watch/watch.public.ts'
import { createBridgesOfValidators } from './bridge.store.ts'
import { namespaceTest } from './claim.policy.ts'
import { checkStore } from './intake/check-store.ts'
import { createIntake, createIntakeHeartbeat } from './intake/intake.ts'
import { addOtlpRoutes } from './intake/otlp.routes.ts'
import { createPushReader } from './intake/push-reader.ts'
import { createScrapeLoop } from './intake/scrape.ts'
import { createStoreLoop } from './intake/store-reader.ts'
import { type BridgeFeed, createBridgeFeed } from './showing/bridge-feed.ts'
import { type KnownBridge, readBridges } from './showing/bridge-view.ts'
import { addBridgesRoutes } from './showing/bridges.routes.ts'
import { createTeamDeleted, personalDataOf } from './tokens/personal-data.ts'
import { releaseCommand } from './tokens/release.command.ts'
import { addTokensRoutes } from './tokens/tokens.routes.ts'

export { bridgeIdsByPeer, peerIdsOf } from './bridge.store.ts'
export type { BridgeFeed } from './showing/bridge-feed.ts'

export interface Bridges {
  module: Module
  /** What is known of a network's bridges at a moment; undefined: it has no data availability. */
  readings(orm: Queryable, networkId: number, network: NetworkNow): Promise<KnownBridge[] | undefined>
  /** Ids of the bridges that a validator runs, by the operator and consensus address it has. */
  ofValidator(networkId: number, addresses: readonly string[]): Promise<number[]>
  /** Before a team is deleted, with its tokens. */
  onTeamDeleted: (tx: Tx, teamId: number) => Promise<void>
  /** What streams tell of them. */
  feed: BridgeFeed
  /** Where they push to a store: prints how it answers; false: not as it should. */
  check(terminal: AdminTerminal): Promise<boolean>
}

/** The moment of a tick as bridges are judged by it. */
export function networkNowOf({ now, network, state, blockSeconds }: NetworkTick): NetworkNow {
  return { now, height: network.headHeight, isLive: state === 'LIVE', blockSeconds }
}

/** What bridges push, who may push it, and how they stand. `views` are asked once all modules are there. */
export function createBridges(
  platform: Platform,
  networks: Pick<Networks, 'all' | 'byId' | 'accessOf'>,
  views: Pick<Views, 'of'>,
  audit: AuditTrail,
): Bridges {
  const { db, ids, clock, createLoop, config } = platform
  const client = config.bridgesUrl === null ? null : createStoreClient(config.bridgesUrl, platform)
  const pushedTo = client === null ? 'here' : 'store'
  const process = ids.uuid()
  const ofValidator = createBridgesOfValidators(db)
  const reader = createPushReader()
  const networkHeight = (networkId: number) => views.of(networkId)?.row()?.headHeight ?? null
  const accepts = namespaceTest(networks, (networkId) => views.of(networkId)?.row()?.chainId ?? null)
  const ownView = { networkHeight, accepts }
  const hasBridges = (networkId: number) => networks.byId(networkId)?.is_da_enabled === true
  const accessOf = (networkId: number) => (hasBridges(networkId) ? networks.accessOf(networkId) : null)
  const blockSeconds = (networkId: number) =>
    views.of(networkId)?.status(clock.monotonic()).block_time_seconds ?? null
  const storeView = { ...ownView, blockSeconds, accessOf }
  const withBridges = networks.all().filter((one) => one.is_da_enabled)
  const scraped = withBridges.filter((one) => one.bridge_scrape.length > 0)
  return {
    readings: async (orm, networkId, network) =>
      hasBridges(networkId) ? readBridges(orm, networkId, network, pushedTo) : undefined,
    ofValidator: async (networkId, addresses) =>
      hasBridges(networkId) ? ofValidator(networkId, addresses) : [],
    onTeamDeleted: createTeamDeleted(db),
    feed: createBridgeFeed(platform, networks, views, pushedTo),
    check: async (terminal) => client === null || checkStore(client, clock, withBridges, terminal),
    module: {
      name: 'bridges',
      personalData: personalDataOf(platform.db),
      routes: (server) => {
        // What was taken here besides would be judged by a store that has not got it.
        if (client === null)
          addOtlpRoutes(server, platform, accessOf, { reader, intake: createIntake(db, ownView) })
        addBridgesRoutes(server, platform, networks, views, pushedTo)
        addTokensRoutes(server, platform, networks, audit)
      },
      loops: [
        // Nobody is listened for where no network has bridges, or where they push elsewhere.
        ...(withBridges.length > 0 && client === null
          ? [{ role: 'web', loop: createIntakeHeartbeat(createLoop, db, process) } as const]
          : []),
        ...(client === null
          ? []
          : withBridges.map(({ blockchain_id: networkId }) => {
              const asked = { networkId, holder: process }
              const loop = createStoreLoop({ db, createLoop }, client, storeView, asked)
              return { role: 'watch', loop } as const
            })),
        ...scraped.map(
          (network) => ({ role: 'watch', loop: createScrapeLoop(platform, ownView, network) }) as const,
        ),
      ],
      stop: () => reader.close(),
      commands: [releaseCommand(db)],
    },
  }
}
