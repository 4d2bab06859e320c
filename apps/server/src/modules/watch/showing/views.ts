import type { Database } from '../../../platform/db/database.ts'
import type { CreateLoop, Loop } from '../../../platform/loop.ts'
import { type CatalogueNetwork, unitOf } from '../../networks/networks.public.ts'
import { batchChannel, readModelUpdate, readNetworkNow, readSeqs } from '../model/model.store.ts'
import { type AvatarOf, createNetworkView, type NetworkView } from './network-view.ts'

/** The read model of a process: every network of the catalogue, up to date with the committed batches. */
export interface Views {
  of(networkId: number): NetworkView | null
  /** Brings every network that has a newer batch up to date. */
  refresh(): Promise<void>
  /** Brings one network up to date. */
  refreshOne(networkId: number): Promise<void>
  /** Called after a network's memory has moved on; returns how to stop. */
  onUpdate(listener: (networkId: number) => void): () => void
  /** Called on a hint that there is something newer. */
  onHint(listener: () => void): () => void
}

export function createViews(
  db: Database,
  clock: { monotonic(): number },
  networks: readonly CatalogueNetwork[],
  avatarOf: AvatarOf,
): Views {
  const processStartedAt = clock.monotonic()
  const listeners = new Set<(networkId: number) => void>()
  const views = new Map(networks.map((network) => [network.blockchain_id, viewOf(network)]))
  const underWay = new Map<number, Promise<void>>()

  function viewOf(network: CatalogueNetwork): NetworkView {
    return createNetworkView(
      (row) => ({
        followed: network.rpc.length > 0,
        processStartedAt,
        unit: row?.hasStaking === false ? null : unitOf(network, row?.chainId ?? null),
      }),
      avatarOf,
    )
  }

  /** One at a time for each network: two readers of the same changes would do the work twice. */
  function refreshOne(networkId: number): Promise<void> {
    const before = underWay.get(networkId) ?? Promise.resolve()
    const mine = before.catch(() => undefined).then(() => load(networkId))
    underWay.set(networkId, mine)
    return mine
  }

  async function load(networkId: number): Promise<void> {
    const view = views.get(networkId)
    if (!view) return
    // As of one moment: what a later batch brings must not stand under the number of this one, since a stream that
    // another process goes on with would never receive it (W56).
    const update = await db.snapshot(async (tx) => {
      const read = await readNetworkNow(tx, networkId)
      if (read === null) return null
      const { row, databaseNow } = read
      const readAt = { databaseNow, monotonic: clock.monotonic() }
      if (row.seq === view.seq() && view.row() !== null) return null
      return { row, readAt, ...(await readModelUpdate(tx, row, view.model())) }
    })
    if (update === null) return
    view.update(update)
    for (const listener of listeners) listener(networkId)
  }

  return {
    of: (networkId) => views.get(networkId) ?? null,
    async refresh() {
      const seqs = await readSeqs(db.orm)
      for (const [networkId, view] of views) {
        const seq = seqs.get(networkId)
        if (seq !== undefined && (seq !== view.seq() || view.row() === null)) await refreshOne(networkId)
      }
    },
    refreshOne,
    onUpdate(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onHint: (listener) => db.onNotify(batchChannel, listener),
  }
}

/** Hints say at once that there is something newer; this is how long a lost one can go unnoticed. */
const pollMs = 1_000

/** Keeps the memory of a process that serves pages up to date with the committed batches. */
export function createViewsLoop(createLoop: CreateLoop, views: Views): Loop {
  const loop = createLoop({
    name: 'watch/views',
    everyMs: pollMs,
    longestPauseMs: 5_000,
    pass: () => views.refresh(),
  })
  views.onHint(() => loop.wake())
  return loop
}
