import { expect, type Page, test } from '@playwright/test'
import { signIn } from '../src/sign-in.ts'

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const hours = (page: Page) => page.getByRole('group', { name: 'Period 1' })
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
}

test('P650, P655, P658, P659: quiet hours and planned work are kept, seen where they hold, and ended', async ({
  page,
}) => {
  await signIn(page)
  // On a day that is not today: what other specs wait for is to be sent at once.
  const [, , , day = 'Sun'] = [...days, ...days].slice(new Date().getUTCDay())
  await page.goto(new URL('/settings?tab=quiet-hours', page.url()).href)
  await page.getByRole('button', { name: 'Set quiet hours' }).click()
  for (const other of days) if (other !== day) await hours(page).getByRole('button', { name: other }).click()
  await hours(page).getByLabel('From').fill('23:15')
  await page.getByText('Critical and warnings', { exact: true }).click()
  await save(page)
  await page.reload()
  await expect(hours(page).getByLabel('From')).toHaveValue('23:15')
  await expect(hours(page).getByRole('button', { pressed: true })).toHaveText([day])
  await expect(
    page.getByText(/^Next quiet hours: .* Critical alerts and warnings come through\.$/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Remove period 1' }).click()
  await save(page)

  await page.goto(new URL('/', page.url()).href)
  await page.getByRole('main').getByRole('row').getByRole('link').first().click()
  await page.getByRole('main').getByRole('button', { name: 'Planned work' }).click()
  await page.getByText(/^30\smin$/).click()
  await page.getByLabel('Reason').fill('Upgrade of the machine')
  await page.getByRole('button', { name: 'Silence alerts' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText(/^Silenced until/).first()).toBeVisible()
  const name = await page.getByRole('heading', { level: 1 }).textContent()

  await page.goto(new URL('/alerts', page.url()).href)
  const list = page.getByRole('list', { name: 'Planned work' })
  await expect(list.getByRole('heading')).toHaveText([name ?? ''])
  await expect(list.getByText(/^Upgrade of the machine ·\sby you$/)).toBeVisible()
  await list.getByRole('button', { name: /^End now/ }).click()
  await expect(list).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Planned work' })).toBeVisible()
  await expect(list).toBeHidden()
})
