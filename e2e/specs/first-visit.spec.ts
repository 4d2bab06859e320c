import { expect, type Page, test } from '@playwright/test'
import { choose, keptSettings, openAppearance, openShell } from '../src/shell-page.ts'
import { servePage, stageOrigin } from '../src/stage/serve-page.ts'

const attributes = ['data-scheme', 'dir', 'lang'] as const
type Appearance = Record<(typeof attributes)[number], string | null>

/** Notes what the root element says when the body begins, which is before anything is painted, and every change after. */
async function noteAppearance(page: Page): Promise<void> {
  await page.addInitScript((names) => {
    const seen: Record<string, string | null>[] = []
    Object.assign(window, { appearanceOfTest: seen })
    const note = () => {
      const root = document.documentElement
      if (document.body === null) return
      const appearance = Object.fromEntries(names.map((name) => [name, root.getAttribute(name)]))
      if (JSON.stringify(appearance) !== JSON.stringify(seen.at(-1))) seen.push(appearance)
    }
    new MutationObserver(note).observe(document, { childList: true, subtree: true, attributes: true })
  }, attributes)
}
const appearancesOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { appearanceOfTest: Appearance[] }).appearanceOfTest)

const cases: readonly [
  what: string,
  kept: Record<string, string>,
  query: string,
  appearance: Appearance,
  title: string,
][] = [
  ['nothing kept', {}, '', { 'data-scheme': 'light', dir: 'ltr', lang: 'en' }, 'Sign in'],
  [
    'dark, from right to left, in Ukrainian',
    { settings: '{"mode":"dark","direction":"rtl"}', i18nextLng: 'uk' },
    '',
    { 'data-scheme': 'dark', dir: 'rtl', lang: 'uk' },
    'Вхід',
  ],
  [
    'as the system, Arabic asked for',
    { settings: '{"followSystem":true,"direction":"ltr"}' },
    '?lng=ar',
    { 'data-scheme': 'dark', dir: 'rtl', lang: 'en' },
    'Sign in',
  ],
]

test.use({ colorScheme: 'dark' })

for (const [what, kept, query, appearance, title] of cases) {
  test(`P1: the first paint is the right one: ${what}`, async ({ page }) => {
    await servePage(page, { as: 'live', signedIn: false })
    await page.addInitScript((values) => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
    }, kept)
    await noteAppearance(page)
    await page.goto(new URL(`/login${query}`, stageOrigin).href)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(await appearancesOf(page)).toEqual([appearance])
  })
}

test('P54, P58: English chosen in the menu turns the page, and the user may turn it back', async ({
  page,
}) => {
  await openShell(page, '/charts?lng=ar')
  const root = page.locator('html')
  await expect(root).toHaveAttribute('dir', 'rtl')
  await page.getByRole('button', { name: 'Language' }).click()
  const offered = page.getByRole('menuitemradio')
  await expect(offered).toHaveText(['English'])
  await offered.click()
  await expect(root).toHaveAttribute('dir', 'ltr')
  const keys = await page.evaluate(() => [localStorage.getItem('lng'), localStorage.getItem('i18nextLng')])
  expect(keys).toEqual(['en', 'en'])

  const panel = await openAppearance(page)
  await choose(panel, 'Direction', 'Right to left')
  await expect(root).toHaveAttribute('dir', 'rtl')
  expect((await keptSettings(page))['direction']).toBe('rtl')
  await page.goto(new URL('/alerts', stageOrigin).href)
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Alerts' })).toBeVisible()
  await expect(root).toHaveAttribute('dir', 'rtl')
})
