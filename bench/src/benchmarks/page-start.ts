import type { Benchmark, Figure } from '../benchmark.ts'
import { openTab, slowDown, type Tab } from '../browser.ts'
import { measurePages } from '../page-benchmark.ts'

/** Odd, so that one of them is the median. */
const runs = 5

/**
 * Milliseconds from the start of the navigation until the selector finds something that is neither disabled nor
 * inert. Looked for before each frame, in the page.
 */
async function timeUntil(tab: Tab, url: string, selector: string): Promise<number> {
  await tab.page.goto(url, { waitUntil: 'commit' })
  const found = await tab.page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll(wanted)].some((element) => !element.closest('[inert]')) &&
      performance.now(),
    selector,
    { timeout: 60_000, polling: 'raf' },
  )
  const value = await found.jsonValue()
  return Number(value)
}

/** Types a letter with the keyboard and sees that the field has it and keeps it, also when the program takes over. */
async function takesLetter(tab: Tab): Promise<void> {
  const field = tab.page.locator('input[name="email"]')
  await field.focus()
  await tab.page.keyboard.press('r')
  await tab.page.waitForFunction(() => document.querySelector('.early') === null, null, { timeout: 60_000 })
  await tab.page.waitForTimeout(500)
  if ((await field.inputValue()) !== 'r') throw new Error('the form did not keep the letter')
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[(values.length - 1) / 2] ?? Number.NaN
}

/** How soon the page can be used, where that takes long: on a slow phone that opens it for the first time. */
export const pageStart: Benchmark = {
  name: 'page-start',
  question: 'When does the sign-in form take a letter on a slow phone, and when is the first row there?',
  baseline: {
    what: 'the page with a picture drawn by the server before the program was there',
    command: 'none: removed; its figures stand in docs/decisions/010-first-view.md',
  },
  run: () =>
    measurePages(async ({ browser, product, cookie }) => {
      const phone = { width: 390, height: 844, origin: product.origin }
      const measure = async (path: string, selector: string, as: string) => {
        const times: number[] = []
        for (let i = 0; i < runs; i += 1) {
          const tab = await openTab(browser, { ...phone, cookie: as })
          await slowDown(tab)
          times.push(await timeUntil(tab, product.origin + path, selector))
          if (path === '/login') await takesLetter(tab)
          await tab.close()
        }
        return times
      }
      const letter = await measure('/login', 'input[name="email"]:enabled', '')
      const row = await measure('/', 'li[aria-posinset] [role="img"], tr[data-row] [role="img"]', cookie)
      const figures = (name: string, times: readonly number[]): Figure[] => [
        { name: `${name}, median of ${runs}`, value: median(times), unit: 'ms' },
        { name: `${name}, slowest`, value: Math.max(...times), unit: 'ms' },
      ]
      return {
        figures: [
          ...figures('sign-in form takes a letter', letter),
          ...figures('first row of the list', row),
        ],
        ratios: [],
        remarks: ['390 × 844, processor slowed four times, 1.6 Mbit/s, 150 ms; nothing cached.'],
      }
    }),
}
