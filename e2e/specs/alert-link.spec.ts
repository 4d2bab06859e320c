import { expect, test } from '@playwright/test'
import { openScene } from '../src/stage/stage.ts'

for (const width of [390, 1440])
  test(`P427: an alert that a link names is open, in sight and focused, and can be closed (${width})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await openScene(page, { name: 'link', path: '/alerts-history?alert=995', shell: true })
    const button = page.getByRole('button', { name: 'Details: Jailed' })
    await expect(button).toBeFocused()
    await expect(button).toBeInViewport()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByText('Linked alert')).toBeVisible()
    await expect(page.getByText(/^Over, lasted 1\sh/)).toBeVisible()
    await button.click()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await page.getByRole('button', { name: 'Details: Jail within an hour' }).click()
    await expect(page.getByText(/^Ongoing for 26\smin/)).toBeVisible()
  })
