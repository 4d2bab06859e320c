import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { Language } from '@roundsman/contract/accounts/users'
import type { Database } from '../../../platform/db/database.ts'
import { etagOf } from '../../../platform/http/send-json.ts'
import { readersById } from '../../accounts/accounts.public.ts'
import type { Networks } from '../../networks/networks.public.ts'
import { type DeliveryAbout, deliveriesOfUsers } from '../../notifications/notifications.public.ts'
import { alertHintChannel, alertsIn } from '../record/alert-hints.ts'
import { type FeedRow, recentAlerts } from '../record/history.store.ts'
import { escalationsOf } from '../escalation/read-escalations.store.ts'
import { historyItem, remindersOf } from './read-history.ts'
import { alertKind } from '../record/alert.store.ts'
import { shownStatusesOf } from './alert-status.ts'

/** Somebody who looks at a network just now, and in which language. */
export interface FeedReader {
  userId: number
  language: Language
}

interface AlertUpdates {
  /** Items that are new or have changed since they were last given, oldest first. */
  updates: { networkId: number; reader: FeedReader; items: AlertHistoryItem[] }[]
  /** Messages about some of them are under way: there will be more updates soon. */
  isPending: boolean
}

/** What concerns those who look at a network, as it happens. */
export interface AlertFeed {
  /**
   * What is new, since the last call, for everybody who looks at a network; for those who were not there at the last
   * call, what happened just now. Networks without readers are forgotten.
   */
  updatesFor(readers: ReadonlyMap<number, readonly FeedReader[]>): Promise<AlertUpdates>
  /** Calls back on a hint that there is something new; returns the function that stops it. */
  onHint(listener: () => void): () => void
}

/** How long the feed follows what becomes of an alert; later the page reads it. */
const followedMs = 10 * 60_000
/** Whoever has just come may have read the history before what is as young as this. */
const justNowMs = 30_000
/** Of a storm, of all readers of a network: more is in the history. */
const most = 5_000

/** Tags of the items that a reader of a network was given, by alert. */
type Given = Map<string, Map<number, string>>

export function createAlertFeed(
  db: Pick<Database, 'orm' | 'now' | 'onNotify'>,
  networks: Pick<Networks, 'byId'>,
): AlertFeed {
  let given = new Map<number, Given>()
  const changed = new ChangedAlerts()

  /** Gives the items of a reader, newest first. */
  async function itemsOf(networkId: number, rows: readonly FeedRow[]) {
    const network = networks.byId(networkId)
    const userIds = [...new Set(rows.map(({ userId }) => userId))]
    const references = [...new Set(rows.map(({ id }) => String(id)))]
    const escalations = await escalationsOf(db.orm, { userIds, alertIds: references.map(Number) })
    const deliveries = [
      ...(await deliveriesOfUsers(db.orm, { userIds, kind: alertKind, references })),
      ...(await remindersOf(db.orm, escalations)),
    ]
    const about = new Map<string, DeliveryAbout[]>()
    for (const one of deliveries) {
      const key = `${one.userId ?? ''} ${one.about}`
      about.set(key, [...(about.get(key) ?? []), one])
    }
    const named = await readersById(db.orm, userIds)
    const statuses = await shownStatusesOf(db, rows)
    return (reader: FeedReader) =>
      rows.flatMap((row) => {
        const user = named.get(reader.userId)
        if (row.userId !== reader.userId || !network || !user) return []
        const own = about.get(`${row.userId} ${row.id}`) ?? []
        const shown = {
          deliveries: own,
          status: statuses.get(row.id) ?? null,
          escalations: escalations.filter((one) => one.alertId === row.id && one.readerId === row.userId),
        }
        const item = historyItem(row, shown, { network, reader: { ...user, language: reader.language } })
        return item === null ? [] : [{ item, row }]
      })
  }

  async function updatesOf(networkId: number, readers: readonly FeedReader[]): Promise<AlertUpdates> {
    const before = given.get(networkId)
    const after: Given = new Map()
    const userIds = [...new Set(readers.map(({ userId }) => userId))]
    const filter = {
      networkId,
      userIds,
      withinMs: followedMs,
      alertIds: changed.take(networkId),
      limit: most,
    }
    const rows = await recentAlerts(db.orm, db.now(), filter)
    const itemsFor = rows.length === 0 ? () => [] : await itemsOf(networkId, rows)
    const updates: AlertUpdates['updates'] = []
    let isPending = false
    for (const reader of readers) {
      const had = before?.get(keyOf(reader))
      const has = new Map<number, string>()
      const items: AlertHistoryItem[] = []
      for (const { item, row } of itemsFor(reader)) {
        const tag = etagOf(JSON.stringify(item))
        has.set(item.id, tag)
        isPending ||= item.deliveries.some(
          ({ state, is_under_way: isUnderWay }) =>
            state === 'QUEUED' || state === 'SENDING' || isUnderWay === true,
        )
        const isUpdate = had ? had.get(item.id) !== tag : row.ageMs < justNowMs
        if (isUpdate) items.push(item)
      }
      after.set(keyOf(reader), has)
      if (items.length > 0) updates.push({ networkId, reader, items: items.reverse() })
    }
    given.set(networkId, after)
    return { updates, isPending }
  }

  return {
    async updatesFor(readers) {
      const looking = [...readers].filter(([, those]) => those.length > 0)
      const before = given
      given = new Map(looking.map(([networkId]) => [networkId, before.get(networkId) ?? new Map()]))
      changed.keepOnly(looking.map(([networkId]) => networkId))
      const updates: AlertUpdates['updates'] = []
      let isPending = false
      for (const [networkId, those] of looking) {
        const one = await updatesOf(networkId, those)
        updates.push(...one.updates)
        isPending ||= one.isPending
      }
      return { updates, isPending }
    },
    onHint: (listener) =>
      db.onNotify(alertHintChannel, (payload) => {
        changed.add(alertsIn(payload))
        listener()
      }),
  }
}

function keyOf({ userId, language }: FeedReader): string {
  return `${userId} ${language}`
}

/** Alerts that hints named, for each network that somebody looks at, until its next update. */
export class ChangedAlerts {
  readonly #ids = new Map<number, Set<number>>()

  /** Forgets every other network, so that nothing grows for readers who left. */
  keepOnly(networkIds: readonly number[]): void {
    for (const known of this.#ids.keys()) if (!networkIds.includes(known)) this.#ids.delete(known)
    for (const networkId of networkIds) if (!this.#ids.has(networkId)) this.#ids.set(networkId, new Set())
  }

  /** A hint does not say whose alerts they are: they are noted for every network. */
  add(alertIds: readonly number[]): void {
    for (const ids of this.#ids.values()) for (const id of alertIds) ids.add(id)
  }

  take(networkId: number): number[] {
    const ids = this.#ids.get(networkId)
    const taken = [...(ids ?? [])]
    ids?.clear()
    return taken
  }

  get size(): number {
    return [...this.#ids.values()].reduce((sum, ids) => sum + ids.size, 0)
  }
}
