import type { Platform } from '../../../platform/platform.ts'
import { testNetwork } from '../../../testing/test-catalogue.ts'
import { scrapeNetwork } from '../intake/scrape.ts'

/** A page that names one bridge. */
export const scrapedPage = (height: number, peer = 'ada') =>
  `hdr_store_head_height_gauge{instance="${peer}",job="simulated/Bridge"} ${height}\n`

/** Reads pages of a network as its loop does; null: a page that answers 503. */
export async function scrapePages(
  platform: Pick<Platform, 'db' | 'clock'>,
  networkId: number,
  pages: readonly (string | null)[],
): Promise<void> {
  const urls = pages.map((_page, index) => `http://elsewhere.example/${index}`)
  const fetch = (url: unknown) => {
    const text = pages[Number(String(url).at(-1))]
    return Promise.resolve(text == null ? new Response('busy', { status: 503 }) : new Response(text))
  }
  const network = testNetwork({ blockchain_id: networkId, bridge_scrape: urls })
  await scrapeNetwork({ ...platform, fetch }, { accepts: () => true, networkHeight: () => 20 }, network)
}
