import { expect, test } from '@playwright/test'
import { openScene } from '../src/stage/stage.ts'

const pages = [
  { path: '/', width: 1440, copy: 'Copy link' },
  { path: '/alerts-history', width: 1440, copy: 'Copy link' },
  { path: '/alerts-history', width: 390, copy: 'Copy link' },
  { path: '/charts', width: 390, copy: 'Copy link' },
  { path: '/charts', width: 1440, copy: 'Copy link' },
  { path: '/validators/5', width: 1440, copy: 'Copy address' },
  { path: '/validators/5', width: 390, copy: 'Copy address' },
]

// Below a notice, which makes the head begin further down.
for (const { path, width, copy } of pages)
  test(`P59: a toast leaves the head of the page free (${path}, ${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await openScene(page, { name: 'toast', path, as: 'notice', shell: true })
    await page.getByRole('button', { name: copy }).first().click()
    const toast = page.locator('[data-place] > * > *').first()
    await expect(toast).toBeInViewport({ ratio: 1 })
    // With the filters or ranges right below it.
    const head = page.locator('[data-page-head], [data-page-controls]').last()
    const [{ bottom }, { top }] = await Promise.all(
      [head, toast].map((one) => one.evaluate((element) => element.getBoundingClientRect().toJSON())),
    )
    expect(top).toBeGreaterThanOrEqual(bottom)
  })

test('P59: on a page that is scrolled a toast is in sight, below the bar', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 600 })
  await openScene(page, { name: 'toast', path: '/', as: 'notice', shell: true })
  await page.getByRole('button', { name: 'Copy link' }).click()
  const toast = page.locator('[data-place] > * > *').first()
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 5_000)
  await expect(page.locator('[data-page-head]')).not.toBeInViewport()
  await expect(toast).toBeInViewport({ ratio: 1 })
  const [bar, said] = await Promise.all(
    [page.getByRole('banner'), toast].map((one) =>
      one.evaluate((element) => element.getBoundingClientRect().toJSON()),
    ),
  )
  expect(said.top).toBeGreaterThan(bar.bottom)
})
