import type { Benchmark, Figure } from '../benchmark.ts'
import { changes, costOfChange, measureInBrowser, withListTab } from '../list-tab.ts'

const sizes = [100, 1_000]

/** What the list of bridges costs while one looks at it. */
export const bridgesRefresh: Benchmark = {
  name: 'bridges-refresh',
  question: 'How long do pushes of a fifth of 100 and 1,000 bridges keep the main thread of their list?',
  baseline: {
    what: 'a block on the list of validators, with as many rows',
    command: 'npm run bench -- --only list-block',
  },
  run: () =>
    measureInBrowser(async (browser) => {
      const figures: Figure[] = []
      for (const rows of sizes) {
        const { work, longest } = await withListTab(browser, rows, async (tab, stage) => {
          await tab.page.goto(new URL('/bridges', stage.origin).href)
          await tab.page.locator('tr[data-row]').first().waitFor({ timeout: 60_000 })
          return costOfChange(tab, stage.pushes)
        })
        figures.push(
          { name: `main thread, one refresh, ${rows} bridges`, value: work, unit: 'ms' },
          { name: `longest task above 50 ms, ${rows} bridges`, value: longest, unit: 'ms' },
        )
      }
      return {
        figures,
        ratios: [],
        remarks: [
          `Each the mean of ${changes} refreshes, less what the page does without them; 1440 × 900, no slowing down.`,
          'Needs the built page (npm run build). A longest task of 0 ms: none was above 50 ms.',
        ],
      }
    }),
}
