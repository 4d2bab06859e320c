import type { Benchmark, Figure } from '../benchmark.ts'
import { changes, costOfChange, measureInBrowser, withListTab } from '../list-tab.ts'

const sizes = [100, 500, 1_000]

/** What the list costs while one looks at it. */
export const listBlock: Benchmark = {
  name: 'list-block',
  question: 'How long does a block keep the main thread of the list, with 100, 500 and 1,000 rows?',
  baseline: {
    what: 'the same table with every row in the document, as without a virtualiser',
    command: 'the page while it is printed: the benchmark dispatches `beforeprint`',
  },
  run: () =>
    measureInBrowser(async (browser) => {
      const figures: Figure[] = []
      const ratios: Figure[] = []
      for (const rows of sizes) {
        const { near, every } = await withListTab(browser, rows, async (tab, stage) => {
          await tab.page.goto(stage.origin)
          await tab.page.locator('tr[data-row]').first().waitFor({ timeout: 60_000 })
          const near = await costOfChange(tab, stage.block)
          await tab.page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
          return { near, every: await costOfChange(tab, stage.block) }
        })
        figures.push(
          { name: `main thread, one block, ${rows} rows`, value: near.work, unit: 'ms' },
          { name: `longest task above 50 ms, ${rows} rows`, value: near.longest, unit: 'ms' },
          { name: `main thread, one block, ${rows} rows, all drawn`, value: every.work, unit: 'ms' },
        )
        ratios.push({ name: `ours to all drawn, ${rows} rows`, value: near.work / every.work, unit: '×' })
      }
      return {
        figures,
        ratios,
        remarks: [
          `Each the mean of ${changes} blocks, less what the page does without them; 1440 × 900, no slowing down.`,
          'Needs the built page (npm run build). A longest task of 0 ms: none was above 50 ms.',
        ],
      }
    }),
}
