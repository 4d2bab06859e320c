import { expect, test } from '@playwright/test'
import { signIn } from '../src/sign-in.ts'
import { heightFigure, validatorRows } from '../src/validators-page.ts'

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
})

test('heights and strips change while one looks, and the notice says that the data is simulated', async ({
  page,
}) => {
  await expect(page.getByRole('region', { name: 'Site notice' })).toContainText(/simulated/i)
  const height = heightFigure(page)
  const before = (await height.textContent()) ?? ''
  // All of them: the strip of one that signs every block looks the same after each.
  const strips = () =>
    validatorRows(page)
      .getByRole('img')
      .evaluateAll((images) =>
        images.map((image) => (image instanceof HTMLCanvasElement ? image.toDataURL() : '')),
      )
  const drawn = await strips()
  await expect(height).not.toHaveText(before)
  await expect.poll(strips).not.toEqual(drawn)
})

test('search finds a validator by its moniker, and says so when there is none', async ({ page }) => {
  const rows = validatorRows(page)
  const moniker = (await rows.nth(3).locator('[dir="auto"][title]').getAttribute('title')) ?? ''
  await page.keyboard.press('/')
  await page.keyboard.type(moniker)
  await expect(rows.first()).toContainText(moniker)
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '2')
  await page.keyboard.type(' and nobody else')
  await expect(page.getByText('No validator matches', { exact: false })).toBeVisible()
})

test('a filter shows the jailed ones only, and stays in the address', async ({ page }) => {
  await page
    .getByRole('group')
    .getByRole('button', { name: /^Jailed/ })
    .first()
    .click()
  await expect(page).toHaveURL(/show=jailed/)
  const rows = validatorRows(page)
  await expect(rows.first()).toContainText(/jailed|tombstoned/i)
  await page.reload()
  await expect(rows.first()).toContainText(/jailed|tombstoned/i)
})

test('the switcher leads to another network, where one is still signed in', async ({ page }) => {
  await page.getByRole('button', { name: /^switch network, current: ?celestia mainnet/i }).click()
  await page.getByRole('searchbox', { name: 'Find a network' }).fill('haqq')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/^http:\/\/haqq\.roundsman\.localhost/)
  await expect(page.getByRole('button', { name: /^switch network, current: ?haqq mainnet/i })).toBeVisible()
  await expect(validatorRows(page).first()).toBeVisible()
})

test('a halted network says so, and keeps its rows', async ({ page }) => {
  await page.goto(page.url().replace('//celestia.', '//story-testnet.'))
  await expect(page.getByText(/Story Testnet stopped at height/)).toBeVisible()
  await expect(validatorRows(page).first()).toBeVisible()
})
