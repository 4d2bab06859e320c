import type { BridgeFigures as PushedFigures } from '@roundsman/bridges/bridge-push'
import {
  type BridgeDetails,
  type BridgeEvent,
  type BridgeFigures,
  bridgeHeightStep,
} from '@roundsman/contract/bridges/bridge-details'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readableOwners } from '../../accounts/accounts.public.ts'
import type { Networks } from '../../networks/networks.public.ts'
import { type Views, validatorIdsByAddress } from '../../watch/watch.public.ts'
import {
  databaseNow,
  eventsOf,
  figuresOfBridge,
  type ListedRow,
  listedBridges,
  oneBridge,
  samplesOf,
} from '../bridge.store.ts'
import { type BridgeEventRow, type BridgeSample, keptSlots, slotMs, slotOf } from '../bridges.schema.ts'
import { networkAt } from './bridge-feed.ts'
import { bridgeView, type PushedTo, shownOf } from './bridge-view.ts'

/** @throws ProblemError 404 where the network has no data availability, so that it has no bridges */
export function needBridges(networks: Pick<Networks, 'byId'>, networkId: number): void {
  if (networks.byId(networkId)?.is_da_enabled !== true) throw new ProblemError('not_found')
}

/** Every bridge of a network, as it stands now, and one of them in full. */
export function addBridgesRoutes(
  server: HttpServer,
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  networks: Pick<Networks, 'byId'>,
  views: Pick<Views, 'of'>,
  pushedTo: PushedTo,
): void {
  /** How bridges stand now, for a caller. */
  async function presentNow(networkId: number, rows: readonly ListedRow[], userId: number) {
    const now = await databaseNow(db.orm, db.now())
    const keys = [...new Set(rows.flatMap(({ validatorKey }) => validatorKey ?? []))]
    const validators = await validatorIdsByAddress(db.orm, networkId, keys)
    const { teamIds } = await readableOwners(db.orm, { userId, teamId: null })
    const isOwned = (row: ListedRow) =>
      row.teamId === null ? row.userId === userId : teamIds.includes(row.teamId)
    const network = networkAt(views, networkId, { now, monotonic: clock.monotonic() })
    const view = (row: ListedRow) => {
      const validatorId = row.validatorKey === null ? null : (validators.get(row.validatorKey) ?? null)
      return { ...bridgeView(row, network, validatorId, pushedTo), owned: isOwned(row) }
    }
    return { now, network, view }
  }

  server.add('bridges', async ({ params: { blockchainId } }, { caller }) => {
    needBridges(networks, blockchainId)
    const rows = await listedBridges(db.orm, blockchainId)
    const { now, network, view } = await presentNow(blockchainId, rows, caller.userId)
    return { status: 200, body: { network_height: network.height, bridges: shownOf(rows, now).map(view) } }
  })

  server.add('bridgeDetails', async ({ params: { blockchainId, bridgeId } }, { caller }) => {
    needBridges(networks, blockchainId)
    const row = await oneBridge(db.orm, blockchainId, bridgeId)
    if (!row) throw new ProblemError('not_found')
    const { now, network, view } = await presentNow(blockchainId, [row], caller.userId)
    const figures = await figuresOfBridge(db.orm, bridgeId)
    const body = {
      ...view(row),
      network_height: network.height,
      heights: heightsOf(await samplesOf(db.orm, bridgeId, firstSlotOf(now)), now),
      figures: figures && figuresView(figures),
      timeline: timelineOf(await eventsOf(db.orm, bridgeId)),
    }
    return { status: 200, body }
  })
}

/** The first span of the day that ends at `now`, Unix ms. */
function firstSlotOf(now: number): number {
  return slotOf(now) - keptSlots + 1
}

/** Every span of the day that ends at `now`, Unix ms. */
function heightsOf(samples: readonly BridgeSample[], now: number): BridgeDetails['heights'] {
  const known = new Map(samples.map((sample) => [sample.slot, sample]))
  const first = firstSlotOf(now)
  const points = Array.from({ length: keptSlots }, (_, index): BridgeDetails['heights']['points'][number] => {
    const { height = null, networkHeight = null } = known.get(first + index) ?? {}
    return [((first + index) * slotMs) / 1000, height, networkHeight]
  })
  return { step: bridgeHeightStep, points }
}

function timelineOf(rows: readonly BridgeEventRow[]): BridgeEvent[] {
  return rows.map(({ bridgeId: _bridgeId, at, ...rest }) => ({ ...rest, at: new Date(at).toISOString() }))
}

function figuresView(figures: PushedFigures): BridgeFigures {
  return {
    peers: { full: figures.fullPeers, archival: figures.archivalPeers, connections: figures.connections },
    storage: {
      blocks: figures.blocksStored,
      write_seconds: figures.storeSeconds,
      read_seconds: figures.readSeconds,
      reclaimed_bytes: figures.reclaimedBytes,
      served_bytes: figures.servedBytes,
      tail_height: figures.tailHeight,
    },
    processing: {
      blocks: figures.blocksProcessed,
      last_block_at: timeOf(figures.lastBlockAt),
      publish_seconds: figures.publishedAfterSeconds,
      stuck: figures.stuckCount,
      last_stuck_at: timeOf(figures.lastStuckAt),
      sampled_height: figures.sampledHeight,
      memory_bytes: figures.memoryBytes,
      goroutines: figures.goroutines,
      open_files: figures.openFiles,
    },
  }
}

function timeOf(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString()
}
