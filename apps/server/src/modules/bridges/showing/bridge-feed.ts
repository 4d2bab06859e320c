import type { NetworkNow } from '@roundsman/bridges/bridge-state'
import type { SharedBridge } from '@roundsman/contract/live/screen-events'
import type { Platform } from '../../../platform/platform.ts'
import type { Networks } from '../../networks/networks.public.ts'
import { type Views, validatorIdsByAddress } from '../../watch/watch.public.ts'
import {
  bridgeNetworkRow,
  bridgesChannel,
  countBridges,
  databaseNow,
  idsOfBridges,
  type ListedRow,
  listedBridges,
} from '../bridge.store.ts'
import { bridgeView, type PushedTo, shownOf } from './bridge-view.ts'

/** The bridges of the networks in the memory of this process, for the streams. */
export interface BridgeFeed {
  /** Brings one network up to date; nothing happens where it has no data availability. */
  refresh(networkId: number): Promise<void>
  /** How they stand at a moment of the monotonic clock; null: it has none, or it has not been refreshed for a while. */
  of(networkId: number, monotonic: number): { seq: number; bridges: SharedBridge[] } | null
  /** Called on a hint that there is something newer. */
  onHint(listener: () => void): () => void
}

/** What nobody has asked for this long is not reported as current. */
const forgottenMs = 10_000

interface Memory {
  seq: number
  rows: ReadonlyMap<number, ListedRow>
  /** Ids by the address that an owner named, of the epoch below. */
  validators: ReadonlyMap<string, number>
  epoch: number
  /** The database's clock (Unix ms) and the monotonic one of this process when it was read. */
  now: number
  monotonic: number
}

export function createBridgeFeed(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  networks: Pick<Networks, 'byId'>,
  views: Pick<Views, 'of'>,
  pushedTo: PushedTo,
): BridgeFeed {
  const memories = new Map<number, Memory>()

  function read(networkId: number, last: Memory | null): Promise<Memory> {
    const epoch = views.of(networkId)?.epoch() ?? 0
    return db.snapshot(async (tx) => {
      const seq = (await bridgeNetworkRow(tx, networkId))?.seq ?? 0
      const readAt = { now: await databaseNow(tx, db.now()), monotonic: clock.monotonic() }
      // A database that was put back has lower numbers: then all of it is read.
      const before = last !== null && last.seq <= seq ? last : null
      if (before && before.seq === seq && before.epoch === epoch) return { ...before, ...readAt }
      const changed = await listedBridges(tx, networkId, before?.seq)
      const all = new Map(before?.rows)
      for (const row of changed) all.set(row.id, row)
      // What was deleted has no number: it is looked for where there are too many.
      const hasGone = before !== null && (await countBridges(tx, networkId)) !== all.size
      const there = hasGone ? new Set(await idsOfBridges(tx, networkId)) : null
      const rows = there ? new Map([...all].filter(([id]) => there.has(id))) : all
      const known = before?.epoch === epoch ? before.validators : new Map<string, number>()
      const keys = [...rows.values()].flatMap(({ validatorKey }) => validatorKey ?? [])
      const unknown = [...new Set(keys)].filter((key) => !known.has(key))
      const found = await validatorIdsByAddress(tx, networkId, unknown)
      return { seq, rows, validators: new Map([...known, ...found]), epoch, ...readAt }
    })
  }

  return {
    async refresh(networkId) {
      if (networks.byId(networkId)?.is_da_enabled !== true) return
      memories.set(networkId, await read(networkId, memories.get(networkId) ?? null))
    },
    of(networkId, monotonic) {
      const memory = memories.get(networkId)
      if (!memory || monotonic - memory.monotonic > forgottenMs) return null
      const now = memory.now + Math.max(0, monotonic - memory.monotonic)
      const network = networkAt(views, networkId, { now, monotonic })
      const bridges = shownOf([...memory.rows.values()], now).map((row) => {
        const validatorId =
          row.validatorKey === null ? null : (memory.validators.get(row.validatorKey) ?? null)
        return bridgeView(row, network, validatorId, pushedTo)
      })
      return { seq: memory.seq, bridges }
    },
    onHint: (listener) => db.onNotify(bridgesChannel, listener),
  }
}

/** A network as this process sees it, at a moment of the database's clock and of its own. */
export function networkAt(
  views: Pick<Views, 'of'>,
  networkId: number,
  { now, monotonic }: { now: number; monotonic: number },
): NetworkNow {
  const status = views.of(networkId)?.status(monotonic)
  return {
    now,
    height: status?.height ?? null,
    isLive: status?.state === 'LIVE',
    blockSeconds: status?.block_time_seconds ?? null,
  }
}
