import type { Database } from '../../../platform/db/database.ts'
import type { CreateLoop, Loop } from '../../../platform/loop.ts'
import { type CatalogueNetwork, unitOf } from '../../networks/networks.public.ts'
import {
  batchChannel,
  readBlocksSince,
  readModelUpdate,
  readNetworkNow,
  readSeqs,
} from '../model/model.store.ts'
import { type AvatarOf, createNetworkView, type NetworkView, type ViewUpdate } from './network-view.ts'

/** The read model of a process: every network of the catalogue, up to date with the committed batches. */
export interface Views {
  of(networkId: number): NetworkView | null
  /** Brings every network that has a newer batch up to date. */
  refresh(): Promise<void>
  /** Brings one network up to date. */
  refreshOne(networkId: number): Promise<void>
  /** Called after a network's memory has moved on; returns how to stop. */
  onUpdate(listener: (networkId: number) => void): () => void
  /** Has these networks from now on; a new one is empty until the next refresh. */
  show(networks: readonly CatalogueNetwork[]): void
  /** Called on a hint that there is something newer of a network. */
  onHint(listener: (networkId: number) => void): () => void
}

export function createViews(
  db: Database,
  clock: { monotonic(): number },
  networks: readonly CatalogueNetwork[],
  avatarOf: AvatarOf,
): Views {
  const processStartedAt = clock.monotonic()
  const listeners = new Set<(networkId: number) => void>()
  const shown = new Map<number, CatalogueNetwork>()
  const views = new Map<number, NetworkView>()
  const underWay = new Map<number, Promise<void>>()

  /** What the catalogue says is looked up each time: it may be another one by then. */
  function viewOf(network: CatalogueNetwork): NetworkView {
    return createNetworkView((row) => {
      const known = shown.get(network.blockchain_id) ?? network
      return {
        followed: known.rpc.length > 0,
        processStartedAt,
        unit: row?.hasStaking === false ? null : unitOf(known, row?.chainId ?? null),
      }
    }, avatarOf)
  }

  function show(next: readonly CatalogueNetwork[]): void {
    shown.clear()
    for (const network of next) shown.set(network.blockchain_id, network)
    for (const id of views.keys()) if (!shown.has(id)) views.delete(id)
    for (const [id, network] of shown) {
      const view = views.get(id) ?? viewOf(network)
      view.forgetBodies()
      views.set(id, view)
    }
  }
  show(networks)

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
    const update = (await blocksSince(view)) ?? (await everythingSince(view, networkId))
    if (update === null) return
    view.update(update)
    for (const listener of listeners) listener(networkId)
  }

  /** What a batch of blocks alone has brought; null: more than that, or nothing. */
  async function blocksSince(view: NetworkView): Promise<ViewUpdate | null> {
    const known = view.model()
    const read = known === null ? null : await readBlocksSince(db.orm, known.row)
    if (known === null || read === null || read.row.seq === known.row.seq) return null
    const { row, databaseNow, blocks } = read
    const readAt = { databaseNow, monotonic: clock.monotonic() }
    return { row, readAt, blocks, records: [], signing: known.signing }
  }

  // As of one moment: what a later batch brings must not stand under the number of this one, since a stream that
  // another process goes on with would never receive it (W56).
  function everythingSince(view: NetworkView, networkId: number): Promise<ViewUpdate | null> {
    return db.snapshot(async (tx) => {
      const read = await readNetworkNow(tx, networkId)
      if (read === null) return null
      const { row, databaseNow } = read
      const readAt = { databaseNow, monotonic: clock.monotonic() }
      if (row.seq === view.seq() && view.row() !== null) return null
      return { row, readAt, ...(await readModelUpdate(tx, row, view.model())) }
    })
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
    show,
    onUpdate(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onHint: (listener) => db.onNotify(batchChannel, (payload) => listener(Number(payload))),
  }
}

/** Hints say at once that there is something newer; this is how long a lost one can go unnoticed. */
const pollMs = 1_000

/** Keeps the memory of a process that serves pages up to date with the committed batches. */
export function createViewsLoop(
  createLoop: CreateLoop,
  clock: { monotonic(): number },
  views: Pick<Views, 'refresh' | 'refreshOne' | 'onHint'>,
): Loop {
  let hinted = new Set<number>()
  let polledAt = Number.NEGATIVE_INFINITY
  const loop = createLoop({
    name: 'watch/views',
    everyMs: pollMs,
    longestPauseMs: 5_000,
    async pass() {
      const those = hinted
      hinted = new Set()
      if (those.size > 0 && clock.monotonic() - polledAt < pollMs) {
        for (const networkId of those) await views.refreshOne(networkId)
        return
      }
      polledAt = clock.monotonic()
      await views.refresh()
    },
  })
  views.onHint((networkId) => {
    hinted.add(networkId)
    loop.wake()
  })
  return loop
}
