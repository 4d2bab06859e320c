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
    await tab.devtools.send('Performance.enable')
    return await run(tab, stage)
  } finally {
    await tab.close()
    await stage.close()
  }
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
