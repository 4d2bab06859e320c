import { expect, test } from '@playwright/test'
import {
  boxOf,
  choose,
  keptSettings,
  mainNav,
  openAppearance,
  openShell,
  styleOf,
} from '../src/shell-page.ts'
import { servePage, stageOrigin } from '../src/stage/serve-page.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('P70: the navigation is 270 wide, or 68 and 270 over the content that does not move', async ({
  page,
}) => {
  await openShell(page, '/charts')
  const nav = mainNav(page)
  const main = page.getByRole('main')
  expect((await boxOf(nav)).width).toBe(270)
  expect((await boxOf(main)).x).toBe(270)

  await page.getByRole('button', { name: 'Collapse navigation' }).click()
  await page.mouse.move(900, 500)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  expect((await boxOf(nav)).width).toBe(68)
  const content = await boxOf(main)
  expect(content.x).toBe(68)

  await page.mouse.move(30, 400)
  expect((await boxOf(nav)).width).toBe(270)
  expect(await boxOf(main)).toEqual(content)
  await page.mouse.move(900, 500)
  expect((await boxOf(nav)).width).toBe(68)

  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect((await boxOf(nav)).width).toBe(270)
  expect(await boxOf(main)).toEqual(content)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await boxOf(nav)).width).toBe(68)
})

test('P70: the menu of the user is 230 wide', async ({ page }) => {
  await openShell(page, '/charts')
  await page.getByRole('button', { name: 'Account: Robin' }).click()
  const paper = page.locator('.MuiPopover-paper', { has: page.getByRole('menu', { name: 'Account' }) })
  await expect(paper).toBeVisible()
  expect((await boxOf(paper)).width).toBe(230)
})

test('P70: boxed content is at most 1440 wide, full takes all there is', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await openShell(page, '/charts')
  const main = page.getByRole('main')
  const boxed = await boxOf(main)
  expect(boxed.width).toBe(1440)
  expect(boxed.x).toBe(270 + (1650 - 1440) / 2)
  await choose(await openAppearance(page), 'Content width', 'Full')
  expect((await boxOf(main)).width).toBe(1650)
})

test('P70: the links of the footer are hidden below 900', async ({ page }) => {
  await openShell(page, '/charts')
  const links = page.getByRole('list', { name: 'Provider links' })
  const line = page.getByText(/^© \d{4} Example Nodes\. All rights reserved\. Version \d+\.\d+\.\d+$/)
  await page.setViewportSize({ width: 900, height: 900 })
  await expect(links).toBeVisible()
  await page.setViewportSize({ width: 899, height: 900 })
  await expect(links).toBeHidden()
  await expect(line).toBeVisible()
})

test('P70: the button to the top comes after 400 px and leads back to the content', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openShell(page, '/settings?tab=appearance')
  const button = page.getByRole('button', { name: 'Back to top' })
  const scrolled = () => page.evaluate(() => window.scrollY)
  await page.evaluate(() => window.scrollTo(0, 401))
  await expect(button).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 400))
  await expect(button).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, 401))
  await button.click()
  await expect.poll(scrolled).toBe(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('the bar is fixed with a blur, static or hidden, and the footer fixed, static or hidden', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await openShell(page, '/settings?tab=appearance')
  const panel = await openAppearance(page)
  const bar = page.getByRole('banner')
  const footer = page.getByRole('contentinfo')
  const toEnd = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))

  await toEnd()
  await expect(bar).not.toBeInViewport()
  await choose(panel, 'App bar', 'Fixed')
  await expect(bar).toBeInViewport()
  expect((await boxOf(bar)).y).toBe(0)
  expect(await styleOf(bar, 'backdrop-filter')).toBe('blur(8px)')
  await panel.getByText('Blur behind bar').click()
  await expect.poll(() => styleOf(bar, 'backdrop-filter')).toBe('none')
  await choose(panel, 'App bar', 'Hidden')
  await expect(bar).toBeHidden()

  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(footer).not.toBeInViewport()
  await choose(panel, 'Footer', 'Fixed')
  await expect(footer).toBeInViewport({ ratio: 1 })
  await choose(panel, 'Footer', 'Hidden')
  await expect(footer).toBeHidden()
})

test('P55: below 1200 the layout is vertical with a drawer, and what was set comes back', async ({
  page,
}) => {
  await openShell(page, '/charts', { navCollapsed: true, skin: 'semi-dark' })
  const panel = await openAppearance(page)
  await choose(panel, 'Layout', 'Horizontal')
  await panel.getByRole('button', { name: 'Close' }).click()
  const kept = await keptSettings(page)
  expect((await boxOf(mainNav(page))).y).toBeLessThan(120)
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'default')

  await page.setViewportSize({ width: 1199, height: 900 })
  await expect(mainNav(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Appearance settings' })).toBeHidden()
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect(page.getByRole('dialog', { name: 'Main navigation' })).toBeVisible()
  await expect(mainNav(page)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'bordered')
  expect(await keptSettings(page)).toEqual(kept)

  await page.setViewportSize({ width: 1200, height: 900 })
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeHidden()
  expect((await boxOf(mainNav(page))).y).toBeLessThan(120)
  expect(await keptSettings(page)).toEqual(kept)

  // The layout holds until the page is closed; the collapsed navigation is kept.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.mouse.move(900, 500)
  expect((await boxOf(mainNav(page))).width).toBe(68)
})

test('P55: horizontal shows a hidden bar as fixed and offers neither that nor semi-dark', async ({
  page,
}) => {
  await openShell(page, '/charts', { skin: 'semi-dark' })
  await expect(mainNav(page)).toHaveAttribute('data-scheme', 'dark')
  const panel = await openAppearance(page)
  await choose(panel, 'App bar', 'Hidden')
  await expect(page.getByRole('banner')).toBeHidden()
  await choose(panel, 'Layout', 'Horizontal')
  await expect(page.getByRole('banner')).toBeVisible()
  expect(await styleOf(page.getByRole('banner'), 'position')).toBe('sticky')
  const optionsOf = (group: string) =>
    panel.getByRole('group', { name: group }).locator('label').allTextContents()
  expect(await optionsOf('App bar')).toEqual(['Fixed', 'Static'])
  expect(await optionsOf('Skin')).toEqual(['Default', 'Bordered'])
  await expect(panel.getByRole('radio', { name: 'Default', exact: true })).toBeChecked()
  await choose(panel, 'Layout', 'Vertical')
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(mainNav(page)).toHaveAttribute('data-scheme', 'dark')
})

test('P2: another tab follows, and a value that nobody knows costs only itself', async ({
  page,
  context,
}) => {
  await openShell(page, '/charts', { mode: 'sepia', skin: 'default', contentWidth: 7, navCollapsed: true })
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'light')
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'default')
  await page.mouse.move(900, 500)
  expect((await boxOf(mainNav(page))).width).toBe(68)

  const other = await context.newPage()
  await openShell(other, '/alerts')
  const panel = await openAppearance(other)
  await choose(panel, 'Mode', 'Dark')
  await choose(panel, 'Direction', 'Right to left')
  await choose(panel, 'Layout', 'Horizontal')
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  expect((await boxOf(mainNav(page))).height).toBe(900)
})

test('P56: title and description are those of the product before anything else is known', async ({
  page,
}) => {
  await servePage(page, { as: 'live', signedIn: false })
  await page.goto(new URL('/login', stageOrigin).href)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/Blockchain Monitoring$/)
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', 'Blockchain Monitoring')
})

test('P76: a bar runs along the top while a route changes', async ({ page }) => {
  await openShell(page, '/charts')
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/alerts-history-page.*\.js$/, async (route) => {
    await held
    await route.fallback()
  })
  const bar = page.getByRole('progressbar', { name: 'Loading' })
  await expect(bar).toBeHidden()
  await mainNav(page).getByRole('link', { name: 'Alerts History' }).click()
  await expect(bar).toBeVisible()
  const box = await bar.boundingBox()
  expect([box?.y, box?.height]).toEqual([0, 3])
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts History' })).toBeVisible()
  await expect(bar).toBeHidden()
})

test('P75: a page that breaks says so in its place, names a request and offers to reload', async ({
  page,
}) => {
  const chunk = /\/alerts-history-page-[^/~]+\.js$/
  await openShell(page, '/charts')
  await page.route(chunk, (route) => route.abort())
  await mainNav(page).getByRole('link', { name: 'Alerts History' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Something went wrong on our side' }),
  ).toBeVisible()
  await expect(page.getByText(/^Request req_/)).toBeVisible()
  await expect(mainNav(page)).toBeVisible()
  await page.unroute(chunk)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts History' })).toBeVisible()
})
