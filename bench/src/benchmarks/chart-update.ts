import { setTimeout } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import type { Benchmark, Figure } from '../benchmark.ts'
import type { Tab } from '../browser.ts'
import { measureInBrowser, withListTab, workedDuring } from '../list-tab.ts'
import type { ListStage } from '../list-stage.ts'

/** Lines of one chart; each has the 144 points of an hour, whose newest one comes most often. */
const sizes = [10, 100]
const updates = 10
/** The page asks for the newest points of an hour after 25 s, in which blocks come. */
const hops = 5
const hopMs = 5_000
/** Until a block has come through the stream. */
const settleMs = 200

/** Two frames: what was to be drawn is drawn. */
const drawn = ({ page }: Tab) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )

/** Lets 25 s of the page's time pass, with their blocks; where it shows lines it asks for their points and draws them. */
async function update(tab: Tab, stage: ListStage, lines: number): Promise<void> {
  const answered =
    lines === 0
      ? null
      : tab.page.waitForResponse((response) => response.url().includes('/charts/'), { timeout: 60_000 })
  for (let hop = 0; hop < hops; hop += 1) {
    stage.block()
    await setTimeout(settleMs)
    await tab.page.clock.fastForward(hopMs)
  }
  await (await answered)?.finished()
  await drawn(tab)
}

/** Milliseconds of the main thread in 25 s of the page's time. */
async function costOfUpdate(browser: Browser, lines: number): Promise<number> {
  return withListTab(browser, 150, async (tab, stage) => {
    await tab.page.clock.install()
    const ids = Array.from({ length: lines }, (_, index) => `validator=${index + 1}`)
    await tab.page.goto(`${stage.origin}/charts?${[...ids, 'metric=uptime', 'range=h1'].join('&')}`)
    const there = lines === 0 ? 'h1' : '[data-metric] canvas'
    await tab.page.locator(there).first().waitFor({ timeout: 60_000 })
    await update(tab, stage, lines)
    const seconds = await workedDuring(tab, async () => {
      for (let i = 0; i < updates; i += 1) await update(tab, stage, lines)
    })
    return (seconds / updates) * 1_000
  })
}

/** What it costs to show new points in a chart that is there. */
export const chartUpdate: Benchmark = {
  name: 'chart-update',
  question:
    'How long do new points keep the main thread of the charts, with 10 and with 100 lines of 144 points?',
  baseline: {
    what: 'the same page and blocks with no line chosen, so that it asks for no points',
    command: 'part of this benchmark',
  },
  run: () =>
    measureInBrowser(async (browser) => {
      const none = await costOfUpdate(browser, 0)
      const figures: Figure[] = []
      for (const lines of sizes) {
        const value = (await costOfUpdate(browser, lines)) - none
        figures.push({ name: `main thread, one update, ${lines} × 144 points`, value, unit: 'ms' })
      }
      figures.push({ name: `without lines: ${hops} blocks and 25 s of clocks`, value: none, unit: 'ms' })
      return {
        figures,
        ratios: [],
        remarks: [
          `Each the mean of ${updates} updates, less what the page does without lines: call, check of the answer, lines, drawing; 1440 × 900, no slowing down.`,
          'Needs the built page (npm run build).',
        ],
      }
    }),
}
