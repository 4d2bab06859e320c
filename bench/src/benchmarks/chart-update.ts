import { setTimeout } from 'node:timers/promises'
import type { Benchmark, Figure } from '../benchmark.ts'
import { openTab, startBrowser, type Tab } from '../browser.ts'
import { type ListStage, startListStage } from '../list-stage.ts'

/** Lines of one chart; each has the 180 points of 30 days. */
const sizes = [10, 100]
const updates = 10
/** The page asks for new points of 30 days after a tenth of their step. */
const paceMs = 1_440_000

/** Seconds that the tab's main thread has worked since it was opened. */
async function worked({ devtools }: Tab): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

/** Two frames: what was to be drawn is drawn. */
const drawn = ({ page }: Tab) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )

/** Until the stream, which the page begins anew after so much time, has brought what there is. */
const settleMs = 1_500

/** Lets the page's time pass; with a block before it asks for new points, and draws them. */
async function update(tab: Tab, stage: ListStage, isNew: boolean): Promise<void> {
  await setTimeout(settleMs)
  if (isNew) stage.block()
  await setTimeout(settleMs)
  const answered = isNew
    ? tab.page.waitForResponse((response) => response.url().includes('/charts/'), { timeout: 60_000 })
    : null
  await tab.page.clock.fastForward(paceMs)
  await (await answered)?.finished()
  await drawn(tab)
}

/** What it costs to show new points in a chart that is there. */
export const chartUpdate: Benchmark = {
  name: 'chart-update',
  question:
    'How long do new points keep the main thread of the charts, with 10 and with 100 lines of 180 points?',
  baseline: {
    what: 'the same page when its time passes and nothing new comes from the stream, so that it asks for nothing',
    command: 'part of this benchmark',
  },
  async run() {
    const browser = await startBrowser()
    if (browser === null)
      return { figures: [], ratios: [], remarks: ['not run: no Chromium on this machine'] }
    try {
      const figures: Figure[] = []
      for (const lines of sizes) {
        const stage = await startListStage(150)
        const tab = await openTab(browser, { width: 1440, height: 900, origin: stage.origin })
        await tab.devtools.send('Performance.enable')
        await tab.page.clock.install()
        const ids = Array.from({ length: lines }, (_, index) => `validator=${index + 1}`).join('&')
        await tab.page.goto(`${stage.origin}/charts?${ids}&metric=uptime&range=30d`)
        await tab.page.locator('[data-metric] canvas').waitFor({ timeout: 60_000 })
        await update(tab, stage, true)
        const before = await worked(tab)
        for (let i = 0; i < updates; i += 1) await update(tab, stage, false)
        const idle = await worked(tab)
        for (let i = 0; i < updates; i += 1) await update(tab, stage, true)
        const busy = await worked(tab)
        await tab.close()
        await stage.close()
        const ms = (seconds: number) => (seconds / updates) * 1_000
        figures.push(
          {
            name: `main thread, one update, ${lines} × 180 points`,
            value: ms(busy - idle - (idle - before)),
            unit: 'ms',
          },
          { name: `without anything new, ${lines} lines`, value: ms(idle - before), unit: 'ms' },
        )
      }
      return {
        figures,
        ratios: [],
        remarks: [
          `Each the mean of ${updates} updates, less what the page does without them: block, call, check of the answer, lines, drawing; 1440 × 900, no slowing down.`,
          'Needs the built page (npm run build).',
        ],
      }
    } finally {
      await browser.close()
    }
  },
}
