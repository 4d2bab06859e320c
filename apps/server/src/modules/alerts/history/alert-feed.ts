import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import type { Language } from '@roundsman/contract/users'
import type { Database } from '../../../platform/db/database.ts'
import { etagOf } from '../../../platform/http/etag.ts'
import { readersById } from '../../accounts/accounts.public.ts'
import type { Networks } from '../../networks/networks.public.ts'
import { type DeliveryAbout, deliveriesOfUsers } from '../../notifications/notifications.public.ts'
import { alertNewsChannel, alertsIn } from './alert-hints.ts'
import { type FeedRow, recentAlerts } from './feed.store.ts'
import { historyItem } from './history-view.ts'
import { alertKind } from '../deciding/raise.ts'

/** Somebody who looks at a network just now, and in which language. */
export interface FeedReader {
  userId: number
  language: Language
}

export interface News {
  /** Items that are new or other than what was given last, oldest first. */
  news: { reader: FeedReader; items: AlertHistoryItem[] }[]
  /** Messages about some of them are under way: there will be more to say soon. */
  isPending: boolean
}

/** What concerns those who look at a network, as it happens. */
export interface AlertFeed {
  /** What is new for readers since the last call; of who was not there at the last one, what happened just now. */
  newsOf(networkId: number, readers: readonly FeedReader[]): Promise<News>
  /** Calls back on a hint that there is something new; gives how to stop. */
  onHint(listener: () => void): () => void
}

/** So long what becomes of an alert is told; later the page reads it. */
const followedMs = 10 * 60_000
/** Whoever has just come may have read the history before what is as young as this. */
const justNowMs = 30_000
/** Of a storm, of all readers of a network: more is in the history. */
const most = 5_000

export interface AlertFeedDeps {
  db: Pick<Database, 'orm' | 'now' | 'onNotify'>
  networks: Pick<Networks, 'byId'>
}

/** Tags of items by alert, for each reader of a network. */
type Given = Map<string, Map<number, string>>

export function createAlertFeed({ db, networks }: AlertFeedDeps): AlertFeed {
  const given = new Map<number, Given>()
  /** Of every network, until its next news. */
  const changed = new Map<number, Set<number>>()

  function noteChanged(payload: string): void {
    const ids = alertsIn(payload)
    for (const networkId of given.keys()) {
      const noted = changed.get(networkId) ?? new Set<number>()
      for (const id of ids) noted.add(id)
      changed.set(networkId, noted)
    }
  }

  /** Gives the items of a reader, newest first. */
  async function itemsOf(networkId: number, rows: readonly FeedRow[]) {
    const network = networks.byId(networkId)
    const userIds = [...new Set(rows.map(({ userId }) => userId))]
    const references = [...new Set(rows.map(({ id }) => String(id)))]
    const deliveries = await deliveriesOfUsers(db.orm, { userIds, kind: alertKind, references })
    const about = new Map<string, DeliveryAbout[]>()
    for (const one of deliveries) {
      const key = `${one.userId ?? ''} ${one.about}`
      about.set(key, [...(about.get(key) ?? []), one])
    }
    const named = await readersById(db.orm, userIds)
    return (reader: FeedReader) =>
      rows.flatMap((row) => {
        const user = named.get(reader.userId)
        if (row.userId !== reader.userId || !network || !user) return []
        const own = about.get(`${row.userId} ${row.id}`) ?? []
        const item = historyItem(row, own, { network, reader: { ...user, language: reader.language } })
        return item === null ? [] : [{ item, row }]
      })
  }

  return {
    async newsOf(networkId, readers) {
      const before: Given = given.get(networkId) ?? new Map<string, Map<number, string>>()
      const after: Given = new Map<string, Map<number, string>>()
      given.set(networkId, after)
      if (readers.length === 0) return { news: [], isPending: false }
      const alertIds = [...(changed.get(networkId) ?? [])]
      changed.delete(networkId)
      const userIds = [...new Set(readers.map(({ userId }) => userId))]
      const filter = { networkId, userIds, withinMs: followedMs, alertIds, limit: most }
      const rows = await recentAlerts(db.orm, db.now(), filter)
      const itemsFor = rows.length === 0 ? () => [] : await itemsOf(networkId, rows)
      const news: News['news'] = []
      let isPending = false
      for (const reader of readers) {
        const had = before.get(keyOf(reader))
        const has = new Map<number, string>()
        const items: AlertHistoryItem[] = []
        for (const { item, row } of itemsFor(reader)) {
          const tag = etagOf(JSON.stringify(item))
          has.set(item.id, tag)
          isPending ||= item.deliveries.some(({ state }) => state === 'QUEUED' || state === 'SENDING')
          const isNews = had ? had.get(item.id) !== tag : row.ageMs < justNowMs
          if (isNews) items.push(item)
        }
        after.set(keyOf(reader), has)
        if (items.length > 0) news.push({ reader, items: items.reverse() })
      }
      return { news, isPending }
    },
    onHint: (listener) =>
      db.onNotify(alertNewsChannel, (payload) => {
        noteChanged(payload)
        listener()
      }),
  }
}

function keyOf({ userId, language }: FeedReader): string {
  return `${userId} ${language}`
}
