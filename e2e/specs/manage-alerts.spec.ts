import { expect, type Locator, type Page, test } from '@playwright/test'
import { focusedName } from '../src/focus.ts'
import { sceneOf } from '../src/stage/scenes.ts'
import { openScene } from '../src/stage/stage.ts'

const openAlerts = (page: Page) => openScene(page, sceneOf('alerts'))
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const inGrid = (page: Page) => page.getByRole('grid', { name: 'Alert settings' }).locator(':focus')

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

for (const [what, viewport] of [
  ['a wide screen', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test.describe(`on ${what}`, () => {
    test.use({ viewport })

    test('P401: two keys lead from the content to the settings, arrows to a box, and Space switches it', async ({
      page,
    }) => {
      await openAlerts(page)
      await page.getByRole('main').focus()
      await press(page, 'Tab')
      await expect(page.getByRole('button', { name: 'Skip to the alert settings' })).toBeInViewport()
      await press(page, 'Enter')
      expect(await focusedName(page)).toMatch(/^Uptime/)
      await press(page, 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight')
      const call = box(page, 'Call: More than 1% of the window missed')
      await expect(call).toBeFocused()
      await expect(call).toBeInViewport()
      await press(page, 'Space', 'ArrowDown')
      await expect(call).toBeChecked()
      await expect(box(page, 'Call: More than 5% of the window missed')).toBeFocused()
      await press(page, 'Home')
      expect(await focusedName(page)).toBe('More than 5% of the window missed')
      await press(page, 'Enter')
      await expect(page.getByText(/Missed more than 5% of the slashing window/)).toBeVisible()
      await press(page, 'Control+End')
      // The last of what can be set: of signals.
      expect(await focusedName(page)).toMatch(/ignaled/)
      await expect(page.locator(':focus')).toBeInViewport()
      // Out of all settings in one step: what is changed can be saved.
      await press(page, 'Tab')
      await expect(page.getByRole('button', { name: 'Discard' })).toBeFocused()
      await press(page, 'Shift+Tab')
      expect(await focusedName(page)).toMatch(/ignaled/)
    })

    test('P401: whatever stands above the settings takes nineteen stops at most', async ({ page }) => {
      await openAlerts(page)
      await page.getByRole('main').focus()
      let stops = 0
      while ((await inGrid(page).count()) === 0 && stops < 40) {
        await press(page, 'Tab')
        stops += 1
      }
      expect(stops).toBeLessThanOrEqual(19)
    })
  })

test.describe('the list of targets', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('P401: is one stop, at what is chosen; arrows, Page, Home and End walk through it, and Enter chooses', async ({
    page,
  }) => {
    await openAlerts(page)
    const list = page.getByRole('navigation', { name: 'Targets' })
    await page.getByRole('radio', { name: 'Validators', exact: true }).focus()
    await press(page, 'Tab')
    await expect(list.locator('[aria-current="true"]')).toBeFocused()
    await press(page, 'ArrowDown', 'ArrowDown', 'PageDown')
    await expect(list.locator(':focus')).toBeInViewport()
    await press(page, 'End')
    await expect(list.getByRole('link').last()).toBeFocused()
    await expect(list.getByRole('link').last()).toBeInViewport()
    await press(page, 'Home')
    await expect(list.getByRole('link', { name: /^Every validator/ })).toBeFocused()
    await press(page, 'Tab')
    await expect(list.locator(':focus')).toHaveCount(0)
    await press(page, 'Shift+Tab', 'Enter')
    await expect(page.getByRole('heading', { level: 2, name: 'Every validator' })).toBeVisible()
  })
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('P402: what a condition means is said at a tap on its name', async ({ page }) => {
    await openAlerts(page)
    await page.getByRole('button', { name: '10 blocks missed in a row', exact: true }).tap()
    await expect(
      page.getByText('Triggers at 10 blocks missed in a row. A nil vote counts as signed.'),
    ).toBeVisible()
  })
})

for (const width of [390, 768, 1024, 1280, 1440])
  for (const language of ['en', 'ru', 'uk'])
    test(`P404: the heads over the boxes have room at ${width}, in ${language}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      const shows = (shown: Page) => expect(shown.getByRole('checkbox').first()).toBeVisible()
      await openScene(page, { ...sceneOf('alerts'), path: `/alerts?lng=${language}`, shows })
      const heads = page.getByRole('grid').getByRole('columnheader')
      expect(await heads.count()).toBeGreaterThan(5)
      expect(await heads.evaluateAll(squeezed)).toEqual([])
    })

for (const language of ['en', 'ru', 'uk'])
  test(`P989: what stands in place of a figure stays in its cell, in ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const shows = (shown: Page) => expect(shown.getByRole('checkbox').first()).toBeVisible()
    await openScene(page, { ...sceneOf('alerts'), path: `/alerts?lng=${language}`, shows })
    const cells = page.locator('td.words')
    expect(await cells.count()).toBeGreaterThan(2)
    expect(
      await cells.evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)),
    ).not.toContain(true)
  })

/** Heads whose words come nearer to the sides of their cell than 2 px, or to what is below their row than 4, by what they say. */
function squeezed(heads: readonly Element[]): string[] {
  return heads
    .filter((head) => {
      const range = document.createRange()
      const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT)
      range.selectNodeContents(walker.nextNode() ?? head)
      const [text, cell] = [range.getBoundingClientRect(), head.getBoundingClientRect()]
      const row = head.closest('tr, [role="row"]')?.getBoundingClientRect() ?? cell
      const aside = Math.min(text.left - cell.left, cell.right - text.right)
      return aside < 2 || Math.max(cell.bottom, row.bottom) - text.bottom < 4 || text.top - row.top < 4
    })
    .map((head) => head.textContent)
}

for (const language of ['en', 'ru', 'uk'])
  test(`P821 P1043: on a phone the bar that saves is one line, and so are the buttons of a target, and those of more than it (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openScene(page, { name: 'alerts', path: `/alerts?lng=${language}`, as: 'alerts', shell: true })
    const boxes = page.getByRole('checkbox')
    await boxes.first().click()
    const middles = (of: Locator) =>
      of.evaluateAll((all) =>
        all.map((one) => {
          const { top, bottom } = one.getBoundingClientRect()
          return Math.round((top + bottom) / 2)
        }),
      )
    const bar = page.getByRole('status').and(page.locator('p'))
    await expect(bar).toBeVisible()
    expect(new Set(await middles(bar.locator('xpath=..').locator('p, button'))).size).toBe(1)
    // What mutes it and what is copied to it, and below that what concerns more than it.
    const menus = page.getByRole('main').locator('button[aria-haspopup]').and(page.locator(':not([role])'))
    const lines = await middles(menus)
    expect(lines.length).toBeGreaterThanOrEqual(5)
    expect([lines.slice(-5, -3), lines.slice(-3)].map((line) => new Set(line).size)).toEqual([1, 1])
    expect(
      await menus.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length),
    ).toBe(0)
  })

test('P805: on a phone, too, what is ending says so, and no number of blocks', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAlerts(page)
  const name = '3 blocks missed in a row Now: yes, ending: it signs again'
  await expect(page.getByRole('rowheader', { name, exact: true })).toBeVisible()
})
