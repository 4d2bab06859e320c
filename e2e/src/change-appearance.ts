import { expect, type Page } from '@playwright/test'
import { waitUntilStill } from './wait-until-still.ts'

export interface Size {
  width: number
  height: number
}

/** Gives the window another size, and waits until the page has taken the form for it and stands still. */
export async function resizeTo(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size)
  // The page learns of it between two frames, and has drawn what follows from it in the one after.
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await waitUntilStill(page)
}

/** Turns an open page, as it turns when its user does that in another tab (P2). */
export async function turnTo(page: Page, direction: 'ltr' | 'rtl'): Promise<void> {
  await page.evaluate((wanted) => {
    const key = 'settings'
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
    localStorage.setItem(key, JSON.stringify({ ...kept, direction: wanted }))
    dispatchEvent(new StorageEvent('storage', { key }))
  }, direction)
  await expect(page.locator('html')).toHaveAttribute('dir', direction)
  await waitUntilStill(page)
}
