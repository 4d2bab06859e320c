import { type ScrapedReport, scrapedReports } from '@roundsman/bridges/scraped-reports'
import { parseEndpointAddress } from '@roundsman/cometbft/endpoint-address'
import { rootMessage } from '@roundsman/cometbft/errors'
import { readBounded } from '@roundsman/cometbft/http-exchange'
import { and, eq, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { Loop } from '../../../platform/loop.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CatalogueNetwork } from '../../networks/networks.public.ts'
import { bridgeNetworkRow, bridgesChannel, databaseNow, nextSeq } from '../bridge.store.ts'
import { type BridgeRow, bridge, bridgeNetwork } from '../bridges.schema.ts'
import { isPeerId } from '../claim.policy.ts'
import { record } from './apply-pushes.ts'
import { type OwnView, writeApplied } from './intake.ts'

/** Where pages are read and bridges stored. */
type ScrapePlatform = Pick<Platform, 'db' | 'clock' | 'fetch'>

/** So often a page is read, whichever process does it. */
const scrapeEveryMs = 30_000
/** What no page has named for so long is gone. */
const forgetMs = 7 * 24 * 3_600_000

/**
 * Reads the pages of a network and stores what they say of bridges, unless somebody did just now. What one page fails to
 * say stays as it was.
 * @throws Error of the first page that could not be read, or names no bridge, after the others are stored
 */
export async function scrapeNetwork(
  platform: ScrapePlatform,
  view: OwnView,
  network: CatalogueNetwork,
): Promise<void> {
  const { db } = platform
  const networkId = network.blockchain_id
  const before = await bridgeNetworkRow(db.orm, networkId)
  const now = await databaseNow(db.orm, db.now())
  if (before?.scrapedAt != null && now - before.scrapedAt < scrapeEveryMs / 2) return
  const pages = await Promise.allSettled(
    network.bridge_scrape.map((url) => reportsOf(platform, view, networkId, url)),
  )
  const reports = pages.flatMap((page) => (page.status === 'fulfilled' ? page.value : []))
  const failed = pages.find((page) => page.status === 'rejected')
  if (reports.length > 0)
    await db.transaction((tx) => store(tx, db, view, { networkId, reports, isWhole: failed === undefined }))
  if (failed) throw failed.reason
}

/** A page that names no bridge of the network is not one: a collector that has just started, or a page of something else. */
async function reportsOf(
  platform: ScrapePlatform,
  view: OwnView,
  networkId: number,
  url: string,
): Promise<ScrapedReport[]> {
  const reports = scrapedReports(await fetchPage(platform, url)).filter(
    ({ peerId, namespace }) => isPeerId(peerId) && view.accepts(networkId, namespace),
  )
  if (reports.length === 0) throw new Error(`${new URL(url).host} names no bridge of network ${networkId}`)
  return reports
}

async function store(
  tx: Tx,
  db: Database,
  { networkHeight }: OwnView,
  { networkId, reports, isWhole }: { networkId: number; reports: readonly ScrapedReport[]; isWhole: boolean },
): Promise<void> {
  const { seq, now } = await nextSeq(tx, networkId, db.now())
  const known = await scrapedBridges(tx, networkId)
  // What a page that was not read did not name is not silent.
  const upSince = null
  const context = { now, networkHeight: networkHeight(networkId), source: 'SCRAPE', upSince } as const
  const bridges = new Map(
    reports.map(({ peerId, namespace, ...report }) => {
      const held = known.get(peerId)
      const before = held?.namespace === namespace ? held : null
      const recorded = record(before?.state ?? null, report, context)
      const none = { tokenId: null, contestedAt: null, figures: null }
      return [peerId, { id: before?.id ?? null, peerId, namespace, ...none, ...recorded }]
    }),
  )
  const left = [...bridges.values()].flatMap(({ id, peerId }) =>
    id === null ? (known.get(peerId)?.id ?? []) : [],
  )
  await writeApplied(tx, { networkId, seq, now }, { bridges: [...bridges.values()], left, tokens: [] })
  await forgetScraped(tx, networkId, now - forgetMs)
  if (isWhole) await noteScraped(tx, networkId, now)
  await db.notify(tx, bridgesChannel, String(networkId))
}

/** Reads the pages of one network again and again. */
export function createScrapeLoop(platform: Platform, view: OwnView, network: CatalogueNetwork): Loop {
  return platform.createLoop({
    name: `bridges/scrape/${network.blockchain_id}`,
    everyMs: scrapeEveryMs,
    // One page that fails does not make the others wait.
    longestPauseMs: scrapeEveryMs,
    pass: () => scrapeNetwork(platform, view, network),
  })
}

/** What is collected elsewhere, by peer id. */
async function scrapedBridges(tx: Tx, networkId: number): Promise<Map<string, BridgeRow>> {
  const rows = await tx
    .select()
    .from(bridge)
    .where(and(eq(bridge.networkId, networkId), eq(bridge.source, 'SCRAPE')))
  return new Map(rows.map((row) => [row.peerId, row]))
}

/** Notes that all pages of a network were read, `now` in Unix ms. */
async function noteScraped(tx: Tx, networkId: number, now: number): Promise<void> {
  await tx.update(bridgeNetwork).set({ scrapedAt: now }).where(eq(bridgeNetwork.networkId, networkId))
}

/** Forgets what no page has named since, in Unix ms. */
async function forgetScraped(tx: Tx, networkId: number, since: number): Promise<void> {
  await tx
    .delete(bridge)
    .where(
      and(
        eq(bridge.networkId, networkId),
        eq(bridge.source, 'SCRAPE'),
        sql`(${bridge.state}->>'updatedAt')::float8 < ${since}`,
      ),
    )
}

const timeoutMs = 10_000
const mostBytes = 32 * 1024 * 1024

/**
 * The text of a page. User and password of its address go as basic authorization.
 * @throws Error where it is slow, larger than 32 MiB, or no success; of the address it names the host alone
 */
export async function fetchPage(platform: Pick<Platform, 'fetch' | 'clock'>, url: string): Promise<string> {
  const address = parseEndpointAddress(url)
  const failure = (reason: string) => new Error(address.redact(`${address.host} ${reason}`))
  const page = await readPage(platform, address).catch((error: unknown) => {
    throw failure(`cannot be read (${rootMessage(error)})`)
  })
  if (page.text === null) throw failure(`sent more than ${mostBytes} bytes`)
  if (!page.ok) throw failure(`answered ${page.status}`)
  return page.text
}

async function readPage(
  { fetch, clock }: Pick<Platform, 'fetch' | 'clock'>,
  { target, headers: { authorization } }: ReturnType<typeof parseEndpointAddress>,
): Promise<{ ok: boolean; status: number; text: string | null }> {
  const headers = { accept: 'text/plain', ...(authorization === undefined ? {} : { authorization }) }
  const answer = await fetch(target, { headers, signal: clock.timeoutSignal(timeoutMs) })
  const { ok, status } = answer
  if (ok) return { ok, status, text: await readBounded(answer, mostBytes) }
  await answer.body?.cancel()
  return { ok, status, text: '' }
}
