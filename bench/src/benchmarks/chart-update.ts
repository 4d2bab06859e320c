import { setTimeout } from 'node:timers/promises'
import type { Browser, Route } from 'playwright-core'
import type { Benchmark, Figure } from '../benchmark.ts'
import type { Tab } from '../browser.ts'
import { measureInBrowser, watchTasks, withListTab, workedDuring } from '../list-tab.ts'
import type { ListStage } from '../list-stage.ts'

/** Lines of one chart; each has the 180 points of 30 days. */
const sizes = [10, 100]
const points = 180
const updates = 10
/** The page asks for the newest points of 30 days after a tenth of their step, where the stream brought anything. */
const paceMs = 1_440_000
/** In so long a time the page takes the stream for dead; after this it has another one. */
const reconnectMs = 2_000
const chartsCall = '**/api/blockchains/charts/**'
/** Until a block, or the first word of a stream, has come. */
const settleMs = 200

/** Two frames: what was to be drawn is drawn. */
const drawn = ({ page }: Tab) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )

/** Of the main thread, ms: an update, and the longest task above 50 ms in any of them. */
interface Cost {
  work: number
  longest: number
}

/**
 * Lets 24 minutes of the page's time pass, with a block, so that it asks for the points of its lines. The answer waits
 * until the page has done everything else; from then on is measured, until the new points are drawn.
 */
async function costOfUpdate(tab: Tab, stage: ListStage): Promise<Cost> {
  const { page } = tab
  const asked = new Promise<Route>((take) => void page.route(chartsCall, take, { times: 1 }))
  stage.block()
  await setTimeout(settleMs)
  await page.clock.fastForward(paceMs)
  const held = await asked
  await page.clock.fastForward(reconnectMs)
  await setTimeout(settleMs)
  const longestSince = await watchTasks(tab)
  const seconds = await workedDuring(tab, async () => {
    const answered = page.waitForResponse(chartsCall)
    await held.continue()
    await (await answered).finished()
    await drawn(tab)
  })
  return { work: seconds * 1_000, longest: await longestSince() }
}

async function costWith(browser: Browser, lines: number): Promise<Cost> {
  return withListTab(browser, 150, async (tab, stage) => {
    await tab.page.clock.install()
    const ids = Array.from({ length: lines }, (_, index) => `validator=${index + 1}`)
    await tab.page.goto(`${stage.origin}/charts?${[...ids, 'metric=uptime', 'range=30d'].join('&')}`)
    await tab.page.locator('[data-metric] canvas').first().waitFor({ timeout: 60_000 })
    await costOfUpdate(tab, stage)
    const costs: Cost[] = []
    for (let i = 0; i < updates; i += 1) costs.push(await costOfUpdate(tab, stage))
    return {
      work: costs.reduce((sum, { work }) => sum + work, 0) / updates,
      longest: Math.max(...costs.map(({ longest }) => longest)),
    }
  })
}

/** What it costs to show new points in a chart that is there. */
export const chartUpdate: Benchmark = {
  name: 'chart-update',
  question:
    'How long do new points keep the main thread of the charts, with 10 and with 100 lines of 180 points?',
  baseline: { what: 'a frame of 60 in a second, 16.7 ms', command: 'none' },
  run: () =>
    measureInBrowser(async (browser) => {
      const figures: Figure[] = []
      for (const lines of sizes) {
        const { work, longest } = await costWith(browser, lines)
        const name = `${lines} × ${points} points`
        figures.push(
          { name: `main thread, one update, ${name}`, value: work, unit: 'ms' },
          { name: `longest task above 50 ms, ${name}`, value: longest, unit: 'ms' },
        )
      }
      return {
        figures,
        ratios: [],
        remarks: [
          `Each the mean of ${updates} updates, while the page does nothing else: check of the answer, lines, drawing; 1440 × 900, no slowing down.`,
          'Needs the built page (npm run build). A longest task of 0 ms: none was above 50 ms.',
        ],
      }
    }),
}
