import type { Benchmark, Figure } from '../benchmark.ts'
import { openTab, type Tab } from '../browser.ts'
import { measurePages } from '../page-benchmark.ts'

/** Requests and answers of the start are over by then. */
const settleMs = 10_000
const minuteMs = 60_000

/** What came over the network meanwhile: bytes of heads and bodies as they were sent, and how many requests began. */
function countTraffic({ devtools }: Tab) {
  const traffic = { bytes: 0, requests: 0 }
  devtools.on('Network.requestWillBeSent', () => {
    traffic.requests += 1
  })
  devtools.on('Network.responseReceived', ({ response }) => {
    traffic.bytes += response.encodedDataLength
  })
  // The stream never ends, so what it brought is counted as it comes.
  devtools.on('Network.dataReceived', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength
  })
  return traffic
}

/** What a page costs that somebody leaves open and does not touch. */
export const idlePage: Benchmark = {
  name: 'idle-page',
  question: 'What does an open page that nobody touches cost in a minute?',
  baseline: {
    what: 'the list before the stream carried exceptions: 215 kB a minute; the aim is 15 kB',
    command: 'none: the earlier stream is gone',
  },
  run: () =>
    measurePages(async ({ browser, product, cookie }) => {
      const measure = async (path: string, sign: string): Promise<Figure[]> => {
        const tab = await openTab(browser, { width: 1440, height: 900, origin: product.origin, cookie })
        await tab.page.goto(product.origin + path)
        await tab.page.waitForSelector(sign, { timeout: 60_000 })
        await tab.page.waitForTimeout(settleMs)
        const traffic = countTraffic(tab)
        await tab.page.waitForTimeout(minuteMs)
        const { bytes, requests } = traffic
        await tab.close()
        if (bytes === 0) throw new Error(`nothing came to ${path}: the page is not connected`)
        return [
          { name: `${path}: bytes`, value: bytes / 1_000, unit: 'kB/min' },
          { name: `${path}: requests`, value: requests, unit: '1/min' },
        ]
      }
      const list = await measure('/', '[role="img"]')
      const settings = await measure('/settings', 'input[name="first_name"]')
      return {
        figures: [...list, ...settings],
        ratios: [],
        remarks: ['A new block every second or so; heads and bodies as they were sent, compressed.'],
      }
    }),
}
