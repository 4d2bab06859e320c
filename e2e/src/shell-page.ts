import type { Locator, Page } from '@playwright/test'
import { expect } from './stage/slow-expect.ts'
import { servePage, stageOrigin } from './stage/serve-page.ts'
import { waitUntilStill } from './wait-until-still.ts'

/** What the browser keeps of the appearance. */
export function keptSettings(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('settings') ?? '{}') as Record<string, unknown>)
}

/** Opens a page for members of the built product; `kept` is what the browser remembers from before. */
export async function openShell(page: Page, path: string, kept?: Readonly<Record<string, unknown>>) {
  await servePage(page, { as: 'live', signedIn: true })
  if (kept !== undefined) {
    // Once, so that opening the page again shows what it keeps by itself.
    await page.addInitScript((settings) => {
      if (localStorage.getItem('settings') === null) localStorage.setItem('settings', settings)
    }, JSON.stringify(kept))
  }
  await page.goto(new URL(path, stageOrigin).href)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await waitUntilStill(page)
}

/** The panel of the appearance, opened; both come after the page. */
export async function openAppearance(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Appearance settings' }).click()
  const panel = page.getByRole('complementary').getByRole('region', { name: 'Appearance' })
  await expect(panel).toBeVisible()
  return panel
}

/** Chooses one of the tiles of a group. */
export async function choose(panel: Locator, group: string, word: string): Promise<void> {
  await panel.getByRole('group', { name: group }).getByText(word, { exact: true }).click()
}

export const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })

/** Where an element lies, when nothing moves any more. */
export async function boxOf(locator: Locator) {
  await waitUntilStill(locator.page())
  const box = await locator.boundingBox()
  if (box === null) throw new Error('the element is not shown')
  return box
}

/** One value of what the browser made of the styles. */
export function styleOf(locator: Locator, property: string): Promise<string> {
  return locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
}
