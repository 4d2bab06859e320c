import type { Page } from '@playwright/test'

/** The program itself, without which nothing of the page is there. */
export const program = /\/assets\/index-.*\.js$/

interface HeldBack {
  /** Lets all of it come. */
  release(): void
  /** Lets it fail, as where the connection is lost. */
  fail(): void
}

/** Keeps files on their way until the test says what becomes of them. */
export async function holdBack(page: Page, files: RegExp): Promise<HeldBack> {
  let decide: (isLost: boolean) => void = () => undefined
  const decided = new Promise<boolean>((resolve) => {
    decide = resolve
  })
  await page.route(files, async (route) => ((await decided) ? route.abort() : route.fallback()))
  return { release: () => decide(false), fail: () => decide(true) }
}
