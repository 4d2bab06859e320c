import { expect, type Page, test } from '@playwright/test'
import { createTestProvider, type TestProvider } from '../../apps/server/src/testing/open-id/test-provider.ts'
import { violations } from '../src/axe.ts'
import { mailsTo } from '../src/mailbox.ts'
import { freePort, type StartedProduct, startProduct } from '../src/start-product.ts'

// A product of its own, with a real OpenID provider (oidc-provider) on another port.

test.describe.configure({ timeout: 180_000 })

let provider: TestProvider
let site: StartedProduct

test.beforeAll(async () => {
  test.setTimeout(300_000)
  const port = await freePort()
  provider = await createTestProvider({
    redirectUris: [`http://celestia.roundsman.localhost:${port}/login/callback`],
    now: () => Date.now(),
  })
  site = await startProduct({
    ROUNDSMAN_PORT: String(port),
    ROUNDSMAN_GOOGLE_CLIENT_ID: provider.clientId,
    ROUNDSMAN_GOOGLE_CLIENT_SECRET: provider.clientSecret,
    ROUNDSMAN_GOOGLE_ISSUER: provider.issuer,
  })
})
test.afterAll(async () => {
  await site.stop()
  await provider.close()
})
test.beforeEach(() => {
  provider.denies = false
})

const host = () => new URL(provider.issuer).host
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue with your identity provider' })

async function openLogin(page: Page, path = '/login'): Promise<void> {
  await page.goto(new URL(path, site.product.open).href)
  await expect(goOn(page)).toBeVisible()
}

async function openSecurity(page: Page): Promise<void> {
  await page.goto(new URL('/settings?tab=security', site.product.open).href)
}

test('a newcomer comes in by the provider, lands where they wanted to go, and sees how they sign in', async ({
  page,
}) => {
  const email = 'ada@example.org'
  provider.account = { sub: 'ada', email, email_verified: true, given_name: 'Ada' }
  await page.goto(new URL('/settings', site.product.open).href)
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(goOn(page)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await goOn(page).click()

  await expect(page).toHaveURL(/\/settings$/)
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  expect(await page.evaluate(() => sessionStorage.getItem('provider-attempt'))).toBeNull()
  await page.getByRole('link', { name: 'Security' }).click()
  const ways = page.getByRole('region', { name: 'Sign-in methods' })
  await expect(ways.getByText(host())).toBeVisible()
  await expect(ways.getByText(email)).toBeVisible()
  await expect(ways.getByRole('button', { name: `Remove ${host()}` })).toBeDisabled()
  expect(await violations(page)).toEqual([])
})

test('somebody with a password adds the provider, comes in by it, and takes it away again', async ({
  page,
  browser,
}) => {
  const { email, password } = site.product
  provider.account = { sub: 'operator', email: 'elsewhere@example.net', email_verified: true }
  await openLogin(page, '/login?next=%2Fsettings%3Ftab%3Dsecurity')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const ways = page.getByRole('region', { name: 'Sign-in methods' })
  await ways.getByRole('button', { name: `Add ${host()}` }).click()
  await ways.getByLabel('Current password').fill(password)
  await ways.getByRole('button', { name: `Continue to ${host()}` }).click()
  await expect(page).toHaveURL(/\/settings\?tab=security$/)
  await expect(ways.getByText('elsewhere@example.net')).toBeVisible()

  const context = await browser.newContext()
  const other = await context.newPage()
  await openLogin(other)
  await goOn(other).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Validators' })).toBeVisible()
  await other.getByRole('button', { name: /^Account: / }).click()
  await expect(other.getByText(email)).toBeVisible()

  await ways.getByRole('button', { name: `Remove ${host()}` }).click()
  await ways.getByLabel('Current password').fill(password)
  await ways.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(ways.getByText('elsewhere@example.net')).toBeHidden()
  await expect(other).toHaveURL(/\/login/)
  await context.close()
  await expect
    .poll(async () => (await mailsTo(site.product.mailFolder, email)).map((mail) => mail.subject))
    .toEqual([
      'New sign-in method on your Roundsman account',
      'Sign-in method removed from your Roundsman account',
    ])
})

test('who does not let the provider say who they are is told so, and can begin again', async ({ page }) => {
  provider.denies = true
  await openLogin(page, '/login?next=%2Fcharts')
  await goOn(page).click()
  await expect(
    page.getByText('You didn’t allow access at the provider. Nothing has changed here.'),
  ).toBeVisible()
  expect(await violations(page)).toEqual([])

  provider.denies = false
  provider.account = { sub: 'second-thoughts', email: 'late@example.org', email_verified: true }
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await goOn(page).click()
  await expect(page).toHaveURL(/\/charts$/)
})

test('an address that the provider has not confirmed opens nothing', async ({ page }) => {
  provider.account = { sub: 'thief', email: site.product.email, email_verified: false }
  await openLogin(page)
  await goOn(page).click()
  await expect(page.getByText(/The provider has not confirmed your e-mail address/)).toBeVisible()
  await openSecurity(page)
  await expect(page).toHaveURL(/\/login/)
})

test('a code with a state that this tab did not begin with goes nowhere', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openLogin(page)
  await page.goto(new URL('/login/callback?code=stolen&state=forged', site.product.open).href)
  await expect(page.getByRole('heading', { name: 'This sign-in started in another browser' })).toBeVisible()
  expect(asked).not.toContain('/api/users/login/google/')
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(goOn(page)).toBeVisible()
})

test('an address that the site already knows is not taken over after its owner removed the provider', async ({
  page,
  browser,
}) => {
  const email = 'grace@example.org'
  const password = 'tidewater nine copper'
  provider.account = { sub: 'grace', email, email_verified: true, given_name: 'Grace' }
  await openLogin(page, '/login?next=%2Fsettings%3Ftab%3Dsecurity')
  await goOn(page).click()
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  const ways = page.getByRole('region', { name: 'Sign-in methods' })
  await ways.getByRole('button', { name: `Remove ${host()}` }).click()
  await ways.getByLabel('Current password').fill(password)
  await ways.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(ways.getByText(email)).toBeHidden()

  const context = await browser.newContext()
  const other = await context.newPage()
  await openLogin(other)
  await goOn(other).click()
  await expect(other.getByText(/Sign in with your password, then link it/)).toBeVisible()
  await context.close()
})
