import { scrapedReports, type ScrapedReport } from '@roundsman/bridges/scraped-reports'
import type { Tx } from '../../platform/db/database.ts'
import type { CatalogueNetwork } from '../networks/networks.public.ts'
import { bridgeNetworkRow, databaseNow } from './bridge.store.ts'
import { isPeerId } from './claim.policy.ts'
import { bridgesChannel, type IntakeDeps } from './intake.ts'
import { nextSeq, writeLearnt } from './intake.store.ts'
import { fetchPage, type PageDeps } from './fetch-page.ts'
import { record } from './record.ts'
import { forgetScraped, noteScraped, scrapedBridges } from './scrape.store.ts'

export interface ScrapeDeps extends IntakeDeps, PageDeps {}

/** So often a page is read, whichever process does it. */
export const scrapeEveryMs = 30_000
/** What no page has named for so long is gone. */
const forgetMs = 7 * 24 * 3_600_000

/**
 * Reads the pages of a network and stores what they say of bridges, unless somebody did just now. What one page fails to
 * say stays as it was.
 * @throws Error of the first page that could not be read, or names no bridge, after the others are stored
 */
export async function scrapeNetwork(deps: ScrapeDeps, network: CatalogueNetwork): Promise<void> {
  const { db } = deps
  const networkId = network.blockchain_id
  const before = await bridgeNetworkRow(db.orm, networkId)
  const now = await databaseNow(db.orm, db.now())
  if (before?.scrapedAt != null && now - before.scrapedAt < scrapeEveryMs / 2) return
  const pages = await Promise.allSettled(network.bridge_scrape.map((url) => reportsOf(deps, networkId, url)))
  const reports = pages.flatMap((page) => (page.status === 'fulfilled' ? page.value : []))
  const failed = pages.find((page) => page.status === 'rejected')
  if (reports.length > 0)
    await db.transaction((tx) => store(tx, deps, { networkId, reports, isWhole: failed === undefined }))
  if (failed) throw failed.reason
}

/** A page that names no bridge of the network is not one: a collector that has just started, or a page of something else. */
async function reportsOf(deps: ScrapeDeps, networkId: number, url: string): Promise<ScrapedReport[]> {
  const reports = scrapedReports(await fetchPage(deps, url)).filter(
    ({ peerId, namespace }) => isPeerId(peerId) && deps.accepts(networkId, namespace),
  )
  if (reports.length === 0) throw new Error(`${new URL(url).host} names no bridge of network ${networkId}`)
  return reports
}

async function store(
  tx: Tx,
  { db, networkHeight }: ScrapeDeps,
  { networkId, reports, isWhole }: { networkId: number; reports: readonly ScrapedReport[]; isWhole: boolean },
): Promise<void> {
  const { seq, now } = await nextSeq(tx, networkId, db.now())
  const known = await scrapedBridges(tx, networkId)
  // What a page that was not read did not name is not silent.
  const upSince = null
  const moment = { now, networkHeight: networkHeight(networkId), source: 'SCRAPE', upSince } as const
  const bridges = new Map(
    reports.map(({ peerId, namespace, ...report }) => {
      const held = known.get(peerId)
      const before = held?.namespace === namespace ? held : null
      const recorded = record(before?.state ?? null, report, moment)
      const none = { tokenId: null, contestedAt: null, figures: null }
      return [peerId, { id: before?.id ?? null, peerId, namespace, ...none, ...recorded }]
    }),
  )
  const left = [...bridges.values()].flatMap(({ id, peerId }) =>
    id === null ? (known.get(peerId)?.id ?? []) : [],
  )
  await writeLearnt(tx, { networkId, seq, now }, { bridges: [...bridges.values()], left, tokens: [] })
  await forgetScraped(tx, networkId, now - forgetMs)
  if (isWhole) await noteScraped(tx, networkId, now)
  await db.notify(tx, bridgesChannel, String(networkId))
}
