import type { Browser } from 'playwright-core'
import { buildPlainTable } from '../baselines/plain-table/build-plain-table.ts'
import type { Benchmark, Figure } from '../benchmark.ts'
import { openTab, slowDown } from '../browser.ts'
import { startListStage } from '../list-stage.ts'
import { measureInBrowser } from '../list-tab.ts'
import { quantile } from '../quantile.ts'

/** Odd, so that one of them is the median. */
const runs = 5
const rows = 100
/** Nothing of the start goes on for longer than that after what is waited for. */
const quietMs = 2_000

interface Opened {
  /** Milliseconds from the start of the navigation until what is waited for is there. */
  time: number
  /** Milliseconds by which tasks of the start were longer than 50 ms, all together. */
  blocked: number
}

/** Opens a page on a slow phone with nothing cached, and waits for something that is neither disabled nor inert. */
async function open(browser: Browser, origin: string, path: string, selector: string): Promise<Opened> {
  const tab = await openTab(browser, { width: 390, height: 844, origin })
  await slowDown(tab)
  await tab.page.addInitScript(() => {
    const tasks: number[] = []
    Object.assign(window, { longTasks: tasks })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration - 50)
    }).observe({ type: 'longtask', buffered: true })
  })
  await tab.page.goto(origin + path, { waitUntil: 'commit' })
  const found = await tab.page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll(wanted)].some((element) => !element.closest('[inert]')) &&
      performance.now(),
    selector,
    { timeout: 60_000, polling: 'raf' },
  )
  const time = Number(await found.jsonValue())
  // The form that stands before the program is a part of the start, and so is that the program takes it over.
  await tab.page.waitForFunction(() => document.querySelector('.early') === null, null, { timeout: 60_000 })
  await tab.page.waitForTimeout(quietMs)
  const tasks = await tab.page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks)
  await tab.close()
  return { time, blocked: tasks.reduce((sum, one) => sum + one, 0) }
}

const letter = 'input[name="email"]:enabled'
const row = 'li[aria-posinset] [role="img"], tr[data-row] [role="img"]'

/** Both pages as somebody has them who opens them for the first time on a phone, one after the other in one run. */
export const slowPhone: Benchmark = {
  name: 'slow-phone',
  question:
    'How soon can a slow phone use the sign-in page and the list of 100, beside a plain page of React and MUI?',
  baseline: {
    what: 'a page of React and MUI alone with the same form and the same rows (src/baselines/plain-table)',
    command: 'npm run bench -- --only slow-phone',
  },
  run: () =>
    measureInBrowser(async (browser) => {
      const dist = await buildPlainTable()
      const stages = {
        guest: await startListStage(rows, { guest: true }),
        member: await startListStage(rows),
        plain: await startListStage(rows, { dist }),
      }
      const pages = {
        'sign-in form takes a letter': () => open(browser, stages.guest.origin, '/login', letter),
        'plain form takes a letter': () => open(browser, stages.plain.origin, '/login', letter),
        'first row of the list': () => open(browser, stages.member.origin, '/', row),
        'first row of the plain table': () => open(browser, stages.plain.origin, '/', row),
      }
      const names = Object.keys(pages) as (keyof typeof pages)[]
      const opened = new Map<string, Opened[]>(names.map((name) => [name, []]))
      // By turns, so that whatever else the machine does falls on all of them.
      for (let run = 0; run < runs; run += 1)
        for (const name of names) opened.get(name)?.push(await pages[name]())
      for (const stage of Object.values(stages)) await stage.close()
      const middle = (name: keyof typeof pages, what: keyof Opened) =>
        quantile(opened.get(name)?.map((one) => one[what]) ?? [], 0.5)
      const figures = names.flatMap((name): Figure[] => [
        { name: `${name}, median of ${runs}`, value: middle(name, 'time'), unit: 'ms' },
        { name: `${name}: total blocking time`, value: middle(name, 'blocked'), unit: 'ms' },
      ])
      const ratio = (
        name: string,
        what: keyof Opened,
        ours: keyof typeof pages,
        plain: keyof typeof pages,
      ) => ({
        name,
        value: middle(ours, what) / middle(plain, what),
        unit: 'x',
      })
      return {
        figures,
        ratios: [
          ratio('form to plain form', 'time', 'sign-in form takes a letter', 'plain form takes a letter'),
          ratio('first row to plain table', 'time', 'first row of the list', 'first row of the plain table'),
        ],
        remarks: [
          '390 × 844, processor slowed four times, 1.6 Mbit/s, 150 ms; nothing cached; files and answers in brotli.',
          'The plain page has no router, no other language, no stream and no check of what it receives.',
        ],
      }
    }),
}
