import { expect, type Page, test } from '@playwright/test'
import { focusedName, tabTo, walkAround } from '../src/focus.ts'
import { mainNav, openShell } from '../src/shell-page.ts'
import { sceneOf } from '../src/stage/scenes.ts'
import { openScene } from '../src/stage/stage.ts'

const openList = (page: Page) => openScene(page, sceneOf('validators'))
const content = (page: Page) => page.getByRole('main')

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('Tab leads past the skip link through navigation, bar, list and footer, and each stop can be seen', async ({
    page,
  }) => {
    await openList(page)
    await expect(page.getByRole('button', { name: 'Appearance settings' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Alerts History 2 not acknowledged' })).toBeVisible()
    const stops = await walkAround(page)
    expect(stops.slice(0, 15)).toEqual([
      'Skip to content',
      'Roundsman, home',
      'Collapse navigation',
      'Validators',
      'Bridges',
      'Charts',
      'Governance',
      'Manage Alerts',
      'Alerts History 2 not acknowledged',
      'Settings',
      'Example Nodes',
      expect.stringMatching(/^Switch network, current/),
      'Language',
      'Switch to dark',
      'Account: Robin',
    ])
    const known = [
      'CSV',
      'Moniker or any address',
      'Columns',
      'Tokens',
      'More about …',
      'Appearance settings',
    ]
    const later = stops.slice(15).map((name) => name.replace(/^More about .*/, 'More about …'))
    expect(later.filter((name) => known.includes(name))).toEqual(known)
  })

  for (const scene of ['login', 'register', 'settings', 'settings-security', 'settings-appearance']) {
    test(`each stop can be seen on ${scene}`, async ({ page }) => {
      await openScene(page, sceneOf(scene))
      expect((await walkAround(page)).length).toBeGreaterThan(5)
    })
  }

  test('the skip link leads to the content', async ({ page }) => {
    await openShell(page, '/charts')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(content(page)).toBeFocused()
  })

  test('P57: a page that is gone to by the keyboard begins at its content, also on the way back', async ({
    page,
  }) => {
    await openShell(page, '/charts')
    const link = mainNav(page).getByRole('link', { name: 'Manage Alerts' })
    await tabTo(page, link)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Manage Alerts' })).toBeVisible()
    await expect(content(page)).toBeFocused()
    // Backwards from the content is the bar.
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('button', { name: 'Account: Robin' })).toBeFocused()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Charts' })).toBeVisible()
    await expect(content(page)).toBeFocused()
  })

  test('a control that changes the page at its place keeps the focus', async ({ page }) => {
    await openShell(page, '/charts')
    const mode = page.getByRole('button', { name: /^Switch to (dark|light)$/ })
    await tabTo(page, mode)
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
    await expect(mode).toBeFocused()
    await expect(mode).toHaveAccessibleName('Switch to light')
    const collapse = mainNav(page).getByRole('button', {
      name: /^(Collapse navigation|Keep navigation open)$/,
    })
    await page.reload()
    await tabTo(page, collapse)
    await page.keyboard.press('Space')
    await expect(collapse).toHaveAccessibleName('Keep navigation open')
    await expect(collapse).toBeFocused()
  })

  const menus = [
    { path: '/charts', button: 'Language', opened: 'menu' },
    { path: '/charts', button: /^Account: /, opened: 'menu' },
    { path: '/charts', button: /^Switch network/, opened: 'dialog' },
    { path: '/', button: 'Columns', opened: 'dialog' },
    { path: '/', button: /^More about /, opened: 'menu' },
  ] as const
  for (const { path, button, opened } of menus) {
    test(`Escape closes what "${String(button)}" opened, and the button has the focus again`, async ({
      page,
    }) => {
      await (path === '/' ? openList(page) : openShell(page, path))
      const opener = page.getByRole('button', { name: button }).first()
      await tabTo(page, opener)
      for (const key of ['Enter', 'Space']) {
        await page.keyboard.press(key)
        const popup = page.getByRole(opened)
        await expect(popup).toBeVisible()
        await expect(popup.locator(':focus').or(popup.and(page.locator(':focus')))).toHaveCount(1)
        await page.keyboard.press('Escape')
        await expect(popup).toBeHidden()
        await expect(opener).toBeFocused()
      }
    })
  }

  test('the panel of the appearance has the focus while it is open, and gives it back', async ({ page }) => {
    await openShell(page, '/charts')
    const opener = page.getByRole('button', { name: 'Appearance settings' })
    await tabTo(page, opener)
    await page.keyboard.press('Enter')
    const panel = page.getByRole('region', { name: 'Appearance' })
    await expect(panel).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(panel.getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test('arrows walk through the list, which is one stop for Tab', async ({ page }) => {
    await openList(page)
    const rows = page.getByRole('table').getByRole('button', { name: /^More about / })
    await tabTo(page, rows.first())
    const first = await focusedName(page)
    await page.keyboard.press('ArrowDown')
    await expect(rows.nth(1)).toBeFocused()
    await page.keyboard.press('End')
    await expect.poll(() => focusedName(page)).not.toBe(first)
    await expect(page.locator(':focus')).toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('table').locator(':focus')).toHaveCount(0)
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('table').locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Home')
    await expect(rows.first()).toBeFocused()
    await expect(page.locator(':focus')).toBeInViewport()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the drawer opens by the keyboard, keeps the focus inside, and gives it back', async ({ page }) => {
    await openShell(page, '/charts')
    const opener = page.getByRole('button', { name: 'Open navigation' })
    await tabTo(page, opener)
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Main navigation' })
    await expect(drawer).toBeVisible()
    const names: string[] = []
    for (let stops = 0; stops < 20; stops += 1) {
      await page.keyboard.press('Tab')
      await expect(drawer.locator(':focus')).toHaveCount(1)
      names.push(await focusedName(page))
    }
    expect(new Set(names).size).toBeLessThan(names.length)
    expect(names).toContain('Close navigation')
    expect(names).toContain('Settings')
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(opener).toBeFocused()

    await page.keyboard.press('Enter')
    await tabTo(page, drawer.getByRole('link', { name: 'Settings' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect(drawer).toBeHidden()
    await expect(content(page)).toBeFocused()
  })
})
