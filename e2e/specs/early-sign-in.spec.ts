import { expect, type Page, test } from '@playwright/test'
import { violations } from '../src/axe.ts'
import { holdBack, program } from '../src/stage/hold-back.ts'
import { servePage, stageOrigin } from '../src/stage/serve-page.ts'

/** Opens a page as a guest, the program still on its way; what it gives back lets that come. */
async function openBeforeProgram(page: Page, path: string, settings = '{}'): Promise<() => void> {
  await servePage(page, { as: 'live', signedIn: false })
  await page.addInitScript((kept) => window.localStorage.setItem('settings', kept), settings)
  const { release } = await holdBack(page, program)
  await page.goto(new URL(path, stageOrigin).href, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  return release
}

const early = (page: Page) => page.locator('.early')

for (const [path, search] of [
  ['/login', ''],
  ['/login?next=%2Fcharts', '?next=%2Fcharts'],
  ['/', ''],
  ['/settings?tab=phones', '?next=%2Fsettings%3Ftab%3Dphones'],
] as const)
  test(`P712: before the program is there a guest can type at ${path}, and go on`, async ({ page }) => {
    await openBeforeProgram(page, path)
    await expect(page.getByLabel('E-mail')).toBeFocused()
    await page.keyboard.type('robin@example.org')
    await expect(page.getByLabel('E-mail')).toHaveValue('robin@example.org')
    await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'current-password')
    await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
      'href',
      `/register${search}`,
    )
    await expect(page.getByRole('img', { name: 'Roundsman' })).toBeHidden()
    expect(await violations(page)).toEqual([])
  })

test('P712: somebody who is signed in sees the loading screen', async ({ page }) => {
  await servePage(page, { as: 'live', signedIn: true })
  await page.route(program, (route) => route.abort())
  const answered = page.waitForResponse(/\/api\/users\/profile\/$/)
  await page.goto(new URL('/login', stageOrigin).href, { waitUntil: 'commit' })
  await (await answered).finished()
  await expect(page.getByText('The page did not start.')).toBeVisible()
  await expect(early(page)).toHaveCount(0)
})

test('P713: the program goes on with what was typed, where it was typed', async ({ page }) => {
  const release = await openBeforeProgram(page, '/login')
  await page.keyboard.type('robin@example.org')
  await page.getByLabel('Password').focus()
  await page.keyboard.type('correct staple')
  for (let i = 0; i < 'staple'.length; i += 1) await page.keyboard.press('ArrowLeft')
  release()
  await expect(early(page)).toHaveCount(0)
  const password = page.locator('#root').getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await page.keyboard.type('horse ')
  await expect(password).toHaveValue('correct horse staple')
  await expect(page.locator('#root').getByLabel('E-mail')).toHaveValue('robin@example.org')
})

test('P713: a form that was sent before the program was there is sent by it, once', async ({ page }) => {
  const release = await openBeforeProgram(page, '/login')
  const sent: unknown[] = []
  await page.route('**/api/users/login/', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({
      status: 400,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        code: 'invalid_credentials',
      }),
    })
  })
  await page.keyboard.type('robin@example.org')
  await page.getByLabel('Password').fill('correct horse')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Enter')
  expect(sent).toEqual([])
  release()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  expect(sent).toEqual([{ email: 'robin@example.org', password: 'correct horse' }])
})

/** Where the parts of the form are and which colors they have, on whole pixels. */
function looksOf(page: Page) {
  return page.locator('form').evaluate((form) => {
    const of = (what: string, element: Element | null | undefined, colored: readonly string[]) => {
      if (!element) return { what }
      const { x, y, width, height } = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      const colors = colored.map((name) => style.getPropertyValue(name))
      return { what, place: [x, y, width, height].map(Math.round), colors }
    }
    const field = (name: string) => form.querySelector(`input[name="${name}"]`)
    /** The one with the edge. */
    const frame = (input: Element | null) =>
      input && getComputedStyle(input).borderTopWidth === '0px' ? input.parentElement : input
    const page = form.closest('.early') ?? document.getElementById('root')
    const mark = page?.querySelector('header svg')
    const wall = [...(page?.querySelectorAll('[aria-hidden="true"]') ?? [])].find(
      (element) => element.localName === 'div' && element.childElementCount === 9,
    )
    const rows = [...(wall?.children ?? [])].filter((row) => row.getBoundingClientRect().height > 0)
    return [
      of('title', form.querySelector('h1'), ['color', 'font-size', 'text-align']),
      of('subtitle', form.querySelector('h1 + p'), ['color', 'font-size']),
      of('label', form.querySelector('label'), ['color', 'font-size', 'font-weight', 'text-align']),
      of('address', frame(field('email')), ['border-top-color']),
      of('address', field('email'), ['color', 'font-size', 'text-align']).colors,
      of('password', frame(field('password')), ['border-top-color', 'border-radius']),
      of('button', form.querySelector('[type="submit"]'), ['color', 'background-color', 'font-size']),
      of('forgotten', form.querySelector('a[href^="/reset"]'), ['color', 'font-size']).colors,
      of('account', form.querySelector('a[href^="/register"]'), ['color', 'font-size']),
      of('mark', mark, []),
      ...rows.map((row) => of('row', row, ['opacity'])),
    ]
  })
}

for (const [what, width, settings] of [
  ['a phone', 390, '{}'],
  ['a phone, dark, from right to left', 390, '{"mode":"dark","direction":"rtl"}'],
  ['a tablet', 800, '{"themeColor":"success"}'],
  ['a screen', 1440, '{}'],
  ['a screen, dark, with shadows', 1440, '{"mode":"dark","skin":"default","themeColor":"error"}'],
] as const)
  test(`P714: nothing moves when the program draws the form: ${what}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const release = await openBeforeProgram(page, '/login', settings)
    // The texts of both are in the font of the system then.
    await page.route(/\.woff2$/, (route) => route.abort())
    const before = await looksOf(page)
    release()
    await expect(early(page)).toHaveCount(0)
    await expect(page.getByLabel('E-mail')).toBeFocused()
    expect(await looksOf(page)).toEqual(before)
  })

test('P715: where the program does not start, the form gives way to saying so', async ({ page }) => {
  await servePage(page, { as: 'live', signedIn: false })
  const { fail } = await holdBack(page, program)
  await page.goto(new URL('/login', stageOrigin).href, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  fail()
  await expect(page.getByText('The page did not start.')).toBeVisible()
  await expect(early(page)).toHaveCount(0)
})
