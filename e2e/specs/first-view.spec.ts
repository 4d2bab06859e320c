import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { theProduct } from '../src/product.ts'
import { signIn } from '../src/sign-in.ts'
import { stillness } from '../src/stillness.ts'

/** The program does not come as long as the test lasts: what stands is what index.html has. */
async function withoutProgram(page: Page): Promise<void> {
  await page.route('**/assets/*.js', () => undefined)
}

function remember(context: BrowserContext, kept: Record<string, string>): Promise<unknown> {
  return context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
  }, kept)
}

/** Every text that can be seen, with its place in px. */
function textsOf(page: Page, inside: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const root = document.querySelector(selector)
    if (!root) throw new Error(`there is no ${selector}`)
    const withText = [...root.querySelectorAll('*')].filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    )
    return withText.flatMap((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const { x, y, width, height } = range.getBoundingClientRect()
      const shown = width > 0 && element.checkVisibility({ visibilityProperty: true })
      return shown ? [`${element.textContent} ${[x, y, width, height].map(Math.round).join(' ')}`] : []
    })
  }, inside)
}

/** The first view of a page, with its font there: in another font its texts would be elsewhere. */
async function openFirstView(page: Page, path: string): Promise<void> {
  await withoutProgram(page)
  await page.goto(new URL(path, theProduct().open).href)
  await expect(page.locator('.first-view')).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  await stillness(page)
}

for (const width of [390, 1440]) {
  for (const [mode, language, title] of [
    ['light', 'en', 'Sign in'],
    ['dark', 'ru', 'Вход'],
    ['dark', 'uk', 'Вхід'],
  ] as const) {
    test(`P109: the sign-in page stands where it will be: ${width} px, ${mode}, ${language}`, async ({
      page,
      context,
    }) => {
      await page.setViewportSize({ width, height: 844 })
      await remember(context, { settings: JSON.stringify({ mode }), i18nextLng: language })
      await openFirstView(page, '/login')
      const first = await textsOf(page, '.first-view')
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      const firstGround = await ground()
      await page.unrouteAll()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await stillness(page)
      expect(first.length).toBeGreaterThan(8)
      expect(await textsOf(page, '#root')).toEqual(first)
      expect(await ground()).toBe(firstGround)
    })
  }
}

test.describe('P109: the list of validators on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('stands with its heads and empty rows, and nothing of them moves when the rows come', async ({
    page,
    context,
  }) => {
    await signIn(page)
    const second = await context.newPage()
    await openFirstView(second, '/')
    const first = await textsOf(second, '.first-view main')
    expect(first.join('\n')).toContain('Validators')
    await second.unrouteAll()
    await second.reload()
    await expect(second.getByRole('list', { name: 'Validators' })).toBeVisible()
    await stillness(second)
    expect(await textsOf(second, 'main')).toEqual(expect.arrayContaining(first))
  })

  test('its rows stay when the screen has been measured', async ({ page, context }) => {
    await signIn(page)
    const second = await context.newPage()
    await second.addInitScript(() => {
      const gone: string[] = []
      Object.assign(window, { rowsGone: gone })
      new MutationObserver((changes) => {
        for (const { removedNodes } of changes)
          for (const node of removedNodes)
            if (node instanceof HTMLLIElement && node.ariaPosInSet) gone.push(node.ariaPosInSet)
      }).observe(document, { childList: true, subtree: true })
    })
    await second.goto(theProduct().open)
    await expect(second.getByRole('list', { name: 'Validators' })).toBeVisible()
    await stillness(second)
    expect(await second.evaluate(() => (window as unknown as { rowsGone: string[] }).rowsGone)).toEqual([])
  })
})

test.describe('P109: a picture of the page is not the page', () => {
  test('nobody can press it, fill it in or hear of it', async ({ page }) => {
    await openFirstView(page, '/login')
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('link')).toHaveCount(0)
    await expect(page.getByLabel('E-mail')).toHaveCount(0)
    for (const field of await page.locator('.first-view input').all()) await expect(field).toBeDisabled()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('.first-view') ?? null)).toBeNull()
  })

  test('where the program does not come, its place says so', async ({ page }) => {
    await page.route(/\/assets\/libraries-.*\.js$/, (route) => route.abort())
    await page.goto(new URL('/login', theProduct().open).href)
    await expect(page.getByRole('alert')).toContainText('The page did not start.')
    await expect(page.locator('.first-view')).toHaveCount(0)
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Reload' }).click()
    await expect(page.getByLabel('E-mail')).toBeEnabled()
  })

  for (const [what, path, kept] of [
    ['the page is read from right to left', '/login', { settings: '{"direction":"rtl"}' }],
    ['the page is another', '/register', {}],
    ['nobody is signed in', '/', {}],
  ] as const) {
    test(`the splash stands where ${what}`, async ({ page, context }) => {
      await remember(context, kept)
      await withoutProgram(page)
      await page.goto(new URL(path, theProduct().open).href)
      await expect(page.getByRole('img', { name: 'Roundsman' })).toBeVisible()
      await expect(page.locator('.first-view')).toHaveCount(0)
    })
  }
})
