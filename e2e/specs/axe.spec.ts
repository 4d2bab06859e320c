import { expect, test } from '@playwright/test'
import { violations } from '../src/axe.ts'
import { theProduct } from '../src/product.ts'
import { signIn } from '../src/sign-in.ts'

const guestPages = [
  '/login',
  '/register',
  '/register/confirm?token=none',
  '/reset-password',
  '/reset-password/confirm?token=none',
  '/404',
]

// Every scene in both modes and directions is in everyone.spec.ts; here, the same of the product itself.
const shown = (mode: 'light' | 'dark', width: number) => {
  test.use({ viewport: { width, height: 900 } })
  test.beforeEach(({ page }) =>
    page.addInitScript((kept) => localStorage.setItem('settings', kept), JSON.stringify({ mode })),
  )
}

test.describe('light, 390 px', () => {
  shown('light', 390)

  test('axe finds nothing on the pages for guests', async ({ page }) => {
    for (const path of guestPages) {
      await page.goto(new URL(path, theProduct().open).href)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect.soft(await violations(page), path).toEqual([])
    }
  })
})

test.describe('dark, 1440 px', () => {
  shown('dark', 1440)

  test('axe finds nothing on the validators, the settings and the charts', async ({ page }) => {
    await signIn(page)
    await expect(page.getByRole('img', { name: /^last \d+ blocks/i }).first()).toBeVisible()
    expect.soft(await violations(page), 'validators').toEqual([])
    for (const path of ['/settings', '/settings?tab=security', '/settings?tab=appearance', '/charts']) {
      await page.goto(new URL(path, theProduct().open).href)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect.soft(await violations(page), path).toEqual([])
    }
  })
})
