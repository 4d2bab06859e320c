import { expect, type Page, test } from '@playwright/test'
import { networkProfiles } from '@roundsman/simnet/network-profiles.data'
import { googleScript } from '../src/google-script.ts'
import { type StartedProduct, startProduct } from '../src/start-product.ts'

// A product whose provider is Google, which nobody can reach here: its script is a stand-in, and so are the answers of
// the two calls for which the server would ask Google. The page, its policy and the rest of the server are real.

test.describe.configure({ timeout: 180_000 })

const clientId = 'roundsman.apps.googleusercontent.com'
let site: StartedProduct

test.beforeAll(async () => {
  test.setTimeout(300_000)
  const env = {
    ROUNDSMAN_GOOGLE_CLIENT_ID: clientId,
    ROUNDSMAN_GOOGLE_CLIENT_SECRET: 'not used in this test',
  }
  // On all networks, as a newcomer starts it.
  site = await startProduct(env, [])
  // Ten first passes want all of two processors for a while: on a busy machine nobody was signed in in the 15 s that a page waits.
  const metrics = new URL('/metrics', `http://127.0.0.1:${new URL(site.product.open).port}`)
  await expect
    .poll(async () => networksIn(await (await fetch(metrics)).text()), { timeout: 120_000 })
    .toBe(networkProfiles.length)
})

/** Networks whose validators have been read. */
function networksIn(metrics: string): number {
  return new Set(metrics.match(/(?<=^cosmos_validator_voting_power\{.*network=")[^"]+/gm)).size
}
test.afterAll(() => site.stop())

/** Answers for Google; gives the credentials that the page hands in. The first is refused, later ones sign in. */
async function standInForGoogle(page: Page): Promise<string[]> {
  const handedIn: string[] = []
  let begun = 0
  await page.route('**/api/users/login/google/start/', (route) => {
    begun += 1
    const authorization_url = 'https://accounts.google.com/o/oauth2/v2/auth'
    return route.fulfill({ json: { state: `state-${begun}`, nonce: `nonce-${begun}`, authorization_url } })
  })
  await page.route('**/api/users/login/google/', async (route) => {
    handedIn.push((route.request().postDataJSON() as { credential: string }).credential)
    const { email, password } = site.product
    const body = { email, password: handedIn.length > 1 ? password : 'wrong' }
    const url = new URL('/api/users/login/', site.product.open).href
    // The browser itself asks: it knows where *.localhost is, Node asks a name server.
    await route.continue({ url, postData: JSON.stringify(body) })
  })
  return handedIn
}

test("Google's button signs in with our nonce, under the policy that the page has", async ({ page }) => {
  const handedIn = await standInForGoogle(page)
  await page.route('https://accounts.google.com/gsi/client', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: googleScript }),
  )
  const violated: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violated.push(message.text())
  })
  await page.goto(new URL('/login?next=%2Fsettings', site.product.open).href)
  const button = page.getByRole('button', { name: 'Continue with Google' })
  await expect(button).toHaveAttribute('data-theme', 'outline')
  await page.getByRole('button', { name: 'Switch to dark' }).click()
  await expect(button).toHaveAttribute('data-theme', 'filled_black')

  await button.click()
  await expect(page.getByText('Wrong e-mail or password.')).toBeVisible()
  // Its nonce is used up: the button is drawn anew with another one.
  await expect(button).toHaveAttribute('data-nonce', 'nonce-2')
  await button.click()
  await expect(page).toHaveURL(/\/settings$/)
  expect(handedIn).toEqual([`${clientId}:nonce-1`, `${clientId}:nonce-2`])
  expect(violated).toEqual([])
})

test('where Google is held back, the page says so and the password still works', async ({ page }) => {
  await standInForGoogle(page)
  await page.route('https://accounts.google.com/**', (route) => route.abort())
  await page.goto(new URL('/login', site.product.open).href)
  await expect(page.getByText(/blocking accounts.google.com/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Google again' })).toBeVisible()
  await page.getByLabel('E-mail').fill(site.product.email)
  await page.getByLabel('Password', { exact: true }).fill(site.product.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Validators' })).toBeVisible()
})
