import { setTimeout } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import type { Outcome } from './benchmark.ts'
import { openTab, startBrowser, type Tab } from './browser.ts'
import { type ListStage, startListStage } from './list-stage.ts'

/** Measures in the browser of this machine; says so where there is none. */
export async function measureInBrowser(measure: (browser: Browser) => Promise<Outcome>): Promise<Outcome> {
  const browser = await startBrowser()
  if (browser === null) return { figures: [], ratios: [], remarks: ['not run: no Chromium on this machine'] }
  try {
    return await measure(browser)
  } finally {
    await browser.close()
  }
}

/** Opens a tab, 1440 × 900, for the built page of so many validators, and closes both afterwards. */
export async function withListTab<T>(
  browser: Browser,
  rows: number,
  run: (tab: Tab, stage: ListStage) => Promise<T>,
): Promise<T> {
  const stage = await startListStage(rows)
  const tab = await openTab(browser, { width: 1440, height: 900, origin: stage.origin })
  try {
    // Processor time: what else the machine does is not the page's.
    await tab.devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    return await run(tab, stage)
  } finally {
    await tab.close()
    await stage.close()
  }
}

/** How many changes are measured. */
export const changes = 30
/** As fast chains go; a page that is idle in between is measured just as long. */
const everyMs = 500

/** What one change costs the page, and the longest that it was deaf, in ms. */
export async function costOfChange(tab: Tab, change: () => void): Promise<{ work: number; longest: number }> {
  const idle = await workedDuring(tab, () => setTimeout(changes * everyMs))
  const longestSince = await watchTasks(tab)
  const busy = await workedDuring(tab, async () => {
    for (let i = 0; i < changes; i += 1) {
      change()
      await setTimeout(everyMs)
    }
  })
  return { work: ((busy - idle) / changes) * 1_000, longest: await longestSince() }
}

/** From now on; what it gives back returns the longest task above 50 ms since, in ms: 0 where there was none. */
export async function watchTasks({ page }: Tab): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(() => {
    const tasks: PerformanceEntry[] = []
    const observer = new PerformanceObserver((list) => void tasks.push(...list.getEntries()))
    observer.observe({ entryTypes: ['longtask'] })
    return { tasks, observer }
  })
  return () =>
    watch.evaluate(({ tasks, observer }) => {
      tasks.push(...observer.takeRecords())
      observer.disconnect()
      return Math.max(0, ...tasks.map(({ duration }) => duration))
    })
}

/** Seconds that the tab's main thread works during a run. */
export async function workedDuring(tab: Tab, run: () => Promise<void>): Promise<number> {
  const before = await worked(tab)
  await run()
  return (await worked(tab)) - before
}

/** Seconds that it has worked since it was opened. */
async function worked({ devtools }: Tab): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}
