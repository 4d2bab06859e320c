import { expect, type Page, test } from '@playwright/test'
import { theProduct } from '../src/product.ts'
import { signIn } from '../src/sign-in.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Answers of the profile call that this tab gets, from now on. */
function countProfiles(page: Page): () => number {
  let count = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/api/users/profile/') && response.request().method() === 'GET') count += 1
  })
  return () => count
}

/** From now on this tab learns nothing from the server, however often it asks. Gives how to end that. */
async function leaveUnanswered(page: Page): Promise<() => Promise<void>> {
  const api = '**/api/**'
  await page.route(api, () => undefined)
  return () => page.unroute(api)
}

test('P83: two tabs leave together and come in together, without waiting for a poll', async ({
  context,
  page,
}) => {
  await signIn(page)
  const other = await context.newPage()
  await other.goto(new URL('/settings', page.url()).href)
  await expect(heading(other, 'Settings')).toBeVisible()
  await other.getByLabel('First name').fill('not sent')

  const answer = await leaveUnanswered(other)
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(heading(other, 'Sign in')).toBeVisible()
  await expect(other).toHaveURL(/\/login$/)
  await answer()

  await other.goto(new URL('/login?next=/charts', page.url()).href)
  await expect(heading(other, 'Sign in')).toBeVisible()
  // Tabs hear of each other by the program, which comes after the form (P712).
  await expect(other.locator('.early')).toHaveCount(0)
  const { email, password } = theProduct()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(heading(page, 'Validators')).toBeVisible()
  await expect(heading(other, 'Charts')).toBeVisible()

  // What stood in a form is gone with the one who signed out.
  await other.goto(new URL('/settings', page.url()).href)
  await expect(other.getByLabel('First name')).not.toHaveValue('not sent')
})

test('P4: a session that was ended elsewhere ends here as soon as the tab is seen again', async ({
  browser,
  page,
}) => {
  await signIn(page)
  await page.goto(new URL('/settings?tab=sessions', page.url()).href)
  const elsewhere = await browser.newContext()
  const tab = await elsewhere.newPage()
  await signIn(tab)
  await tab.goto(new URL('/settings', tab.url()).href)
  await tab.getByLabel('Last name').fill('Wren')
  await tab.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })

  await page.reload()
  const endOthers = page.getByRole('button', { name: 'End all others' })
  await endOthers.click()
  await expect(endOthers).toBeHidden()
  const asked = countProfiles(tab)
  await tab.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(heading(tab, 'Sign in')).toBeVisible()
  await expect(tab).toHaveURL(/\/login\?next=%2Fsettings$/)
  expect(asked()).toBeGreaterThan(0)
  await expect(tab.getByText('Your session has ended.')).toBeVisible()

  // P82: whoever signs in again finds what they typed.
  const { email, password } = theProduct()
  await tab.getByLabel('E-mail').fill(email)
  await tab.getByLabel('Password', { exact: true }).fill(password)
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(tab.getByLabel('Last name')).toHaveValue('Wren')
  await elsewhere.close()
})
