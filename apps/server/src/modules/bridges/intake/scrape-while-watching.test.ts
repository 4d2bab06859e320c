import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { type LiveNetwork, startLiveNetwork } from '../../watch/testing/live-network.ts'
import { bridgesChannel } from '../bridge.store.ts'
import { bridge } from '../bridges.schema.ts'
import { scrapedPage } from '../testing/scraping.ts'

const pageUrl = 'http://pages.example/metrics'
const scrapeEveryMs = 30_000
const mostScrapes = 20

let network: LiveNetwork
let database: TestDatabase
let site: TestApp
beforeEach(async () => {
  network = await startLiveNetwork()
  database = await createTestDatabase()
})
afterEach(async () => {
  await site.close()
  await network.close()
  await database.drop()
})

/** The machine's clock, on which the pause between two readings of a page ends when the test says so. */
function createSkippingClock(): { clock: Clock; skipPause(): Promise<void> } {
  let aheadMs = 0
  let begin: (end: () => void) => void
  let pause = new Promise<() => void>((resolve) => {
    begin = resolve
  })
  return {
    clock: {
      ...systemClock,
      now: () => systemClock.now() + aheadMs,
      sleep: (ms, signal) =>
        Math.abs(ms - scrapeEveryMs) > scrapeEveryMs / 5
          ? systemClock.sleep(ms, signal)
          : new Promise((resolve) => {
              signal?.addEventListener('abort', () => resolve(), { once: true })
              begin(resolve)
            }),
    },
    async skipPause() {
      const end = await pause
      pause = new Promise((resolve) => {
        begin = resolve
      })
      aheadMs += scrapeEveryMs
      end()
    },
  }
}

/** The height of the network by which the one bridge was judged last. */
async function judgedBy(): Promise<number | null | undefined> {
  const [row] = await database.db.orm.select().from(bridge).where(eq(bridge.source, 'SCRAPE'))
  return row?.state.networkHeight
}

/** The next hint of a channel. */
function notified(channel: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = database.db.onNotify(channel, () => {
      stop()
      resolve()
    })
  })
}

test('W119: a process that only watches judges scraped bridges by the height that it has committed since it started', async () => {
  const { clock, skipPause } = createSkippingClock()
  const { chain, simnet } = network
  const first = notified(bridgesChannel)
  site = await createTestApp({
    database,
    clock,
    config: { roles: ['watch'], port: 0 },
    catalogue: testCatalogue([
      testNetwork({
        blockchain_id: 9,
        chain_id: chain.profile.chainId,
        rpc: simnet.endpoints[chain.profile.blockchainId] ?? [],
        is_da_enabled: true,
        bridge_namespaces: ['simulated'],
        bridge_scrape: [pageUrl],
      }),
    ]),
    fetch: (url, init) =>
      url === pageUrl ? Promise.resolve(new Response(scrapedPage(1))) : fetch(url, init),
  })
  const begunAt = chain.height()
  await site.app.start()
  await first
  for (let count = 0; count < mostScrapes && ((await judgedBy()) ?? 0) <= begunAt; count++) {
    const next = notified(bridgesChannel)
    await notified('watch_batch')
    await skipPause()
    await next
  }
  expect(await judgedBy()).toBeGreaterThan(begunAt)
})
