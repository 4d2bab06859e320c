import { expect, test } from '@playwright/test'
import { resizeTo } from '../src/change-appearance.ts'
import { boxOf, mainNav, openShell, styleOf } from '../src/shell-page.ts'
import { outOfOrder } from '../src/stage/reading-order.ts'
import { sceneOf } from '../src/stage/scenes.ts'
import { openScene } from '../src/stage/stage.ts'

const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
/** Whatever has texts of a kind of its own: numbers, times, addresses, sentences with both. */
const scenes = [
  ...['login-wrong', 'validators', 'validators-stale', 'validators-no-match', 'networks-menu'],
  ...['settings-phones', 'settings-sessions', 'settings-appearance', 'broken'],
]

test.describe('P73: from right to left every text reads in its own direction', () => {
  for (const scene of scenes) {
    test(`${scene}, 390 px and 1440 px`, async ({ page }) => {
      await page.setViewportSize(phone)
      await openScene(page, sceneOf(scene), { direction: 'rtl' })
      expect.soft(await outOfOrder(page), 'on a phone').toEqual([])
      await resizeTo(page, wide)
      expect.soft(await outOfOrder(page), 'on a screen').toEqual([])
    })
  }
})

test('P73: a page whose texts follow the direction would be found', async ({ page }) => {
  await page.setViewportSize(wide)
  await openScene(page, sceneOf('validators'), { direction: 'rtl' })
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { unicode-bidi: normal !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  const found = await outOfOrder(page)
  expect(found.some((text) => /\d jailed|jailed \d/.test(text))).toBe(true)
  expect(found.length).toBeGreaterThan(5)
})

test('P73: the layout is turned: navigation and the beginnings of texts are on the right', async ({
  page,
}) => {
  await page.setViewportSize(wide)
  await openShell(page, '/charts', { direction: 'rtl' })
  expect((await boxOf(mainNav(page))).x).toBe(wide.width - 270)
  const heading = page.getByRole('heading', { level: 1 })
  expect(await styleOf(heading, 'text-align')).toBe('right')
  const end = await heading.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().right
  })
  const box = await boxOf(heading)
  expect(end).toBeCloseTo(box.x + box.width, 0)
})
