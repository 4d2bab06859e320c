import { isDeepStrictEqual } from 'node:util'
import type { NetworkNow } from '@roundsman/bridges/bridge-state'
import { createStoreClient } from '../../platform/clients/store-client.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { createLoopGroup } from '../../platform/loop.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AdminTerminal, Module } from '../../platform/process/module.ts'
import type { AuditTrail } from '../accounts/accounts.public.ts'
import type { CatalogueNetwork, Networks } from '../networks/networks.public.ts'
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
  networks: Pick<Networks, 'all' | 'byId' | 'accessOf' | 'onChange'>,
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
  const withBridges = () => networks.all().filter((one) => one.is_da_enabled)
  const listening = createLoopGroup('bridges/listening')
  const reading = createLoopGroup('bridges/store')
  const scraping = createLoopGroup('bridges/scrape')
  const wanted = new Map<number, CatalogueNetwork>()
  /** Listens, reads and scrapes as the catalogue has it now. */
  async function apply(): Promise<void> {
    const next = new Map(withBridges().map((one) => [one.blockchain_id, one]))
    // Nobody is listened for where no network has bridges, or where they push elsewhere.
    if (client === null && next.size > 0 !== wanted.size > 0)
      await listening.replace(0, next.size > 0 ? () => createIntakeHeartbeat(createLoop, db, process) : null)
    for (const networkId of new Set([...wanted.keys(), ...next.keys()])) {
      const [before, after] = [wanted.get(networkId), next.get(networkId)]
      const asked = { networkId, holder: process }
      if (client !== null && (before === undefined) !== (after === undefined))
        await reading.replace(
          networkId,
          after ? () => createStoreLoop({ db, createLoop }, client, storeView, asked) : null,
        )
      if (!isDeepStrictEqual(before?.bridge_scrape ?? [], after?.bridge_scrape ?? []))
        await scraping.replace(
          networkId,
          after && after.bridge_scrape.length > 0 ? () => createScrapeLoop(platform, ownView, after) : null,
        )
    }
    wanted.clear()
    for (const [id, one] of next) wanted.set(id, one)
  }
  networks.onChange({ apply })
  return {
    readings: async (orm, networkId, network) =>
      hasBridges(networkId) ? readBridges(orm, networkId, network, pushedTo) : undefined,
    ofValidator: async (networkId, addresses) =>
      hasBridges(networkId) ? ofValidator(networkId, addresses) : [],
    onTeamDeleted: createTeamDeleted(db),
    feed: createBridgeFeed(platform, networks, views, pushedTo),
    check: async (terminal) => client === null || checkStore(client, clock, withBridges(), terminal),
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
        { role: 'web', loop: listening },
        { role: 'watch', loop: reading },
        { role: 'watch', loop: scraping },
      ],
      start: apply,
      stop: () => reader.close(),
      commands: [releaseCommand(db)],
    },
  }
}
