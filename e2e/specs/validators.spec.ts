import { expect, test } from '@playwright/test'
import { signIn } from '../src/sign-in.ts'

test.beforeEach(async ({ page }) => signIn(page))

test('rows change while one looks, and the notice says that the data is simulated', async ({ page }) => {
  await expect(page.getByText(/simulated/i).first()).toBeVisible()
  const strip = page.getByRole('img', { name: /last 60 blocks/i }).first()
  await expect(strip).toBeVisible()
  const height = page.getByTestId('network-height')
  const before = await height.textContent()
  await expect(height).not.toHaveText(before ?? '')
})

test('search finds a validator by its moniker and by its address', async ({ page }) => {
  const rows = page.getByRole('row').filter({ has: page.getByRole('img', { name: /last 60 blocks/i }) })
  const moniker = await rows.first().getByTestId('moniker').textContent()
  await page.keyboard.press('/')
  await page.keyboard.type(moniker ?? '')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText(moniker ?? '')
})

test('the switcher leads to another network, where one is still signed in', async ({ page }) => {
  await page.getByRole('button', { name: /celestia mainnet/i }).click()
  await page.keyboard.type('haqq')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/^http:\/\/haqq\.roundsman\.localhost/)
  await expect(page.getByRole('button', { name: /haqq mainnet/i })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Validators' })).toBeVisible()
})
