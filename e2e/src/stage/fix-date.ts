import type { Page } from '@playwright/test'

/**
 * The page's date stands still, while its timers and frames run as they do for everybody. Playwright's own clock would
 * fix the date too, but puts timers of its own in front of the browser's: the list took twice as long to show, and
 * sometimes a page never came to stand.
 */
export async function fixDate(page: Page, time: Date): Promise<void> {
  // What runs this file may name functions by a helper of its own, which the page has not.
  await page.addInitScript({ content: 'globalThis.__name ??= (named) => named' })
  await page.addInitScript((fixed) => {
    window.Date = new Proxy(Date, {
      construct: (target, args: unknown[], newTarget) =>
        Reflect.construct(target, args.length === 0 ? [fixed] : args, newTarget) as object,
      apply: (target) => new target(fixed).toString(),
      get: (target, key) => (key === 'now' ? () => fixed : (Reflect.get(target, key) as unknown)),
    })
  }, time.getTime())
}
