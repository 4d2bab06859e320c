import { expect, test } from '@playwright/test'
import { servePage, stageOrigin } from '../src/stage/serve-page.ts'

test.describe('P107: before the program runs', () => {
  for (const [path, parts] of [
    ['/', ['frame-', 'validators-page-', 'en-', 'shell.en-']],
    ['/settings?tab=phones', ['frame-', 'settings-page-', 'en-', 'account.en-']],
    ['/login', ['sign-in-page-', 'en-']],
  ] as const) {
    test(`the splash stands and the parts of ${path} are on their way`, async ({ page }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await servePage(page, { as: 'live', signedIn: true })
      await page.route(/\/assets\/(index|base)-.*\.js$/, (route) => route.abort())
      await page.goto(new URL(path, stageOrigin).href)
      await expect(page.getByRole('img', { name: 'Roundsman' })).toBeVisible()
      expect(await page.locator('link[rel="stylesheet"]').count()).toBe(0)
      for (const part of parts)
        await expect.poll(() => asked.some((file) => file.startsWith(`/assets/${part}`)), part).toBe(true)
    })
  }
})
