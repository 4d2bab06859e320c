import { type Locator, type Page, test } from '@playwright/test'
import { type Scene } from '../src/stage/scene.ts'
import { sceneOf } from '../src/stage/scenes.ts'
import { expect } from '../src/stage/slow-expect.ts'
import { openScene } from '../src/stage/stage.ts'

/** A scene in another language: what is waited for in English is not there. */
async function open(page: Page, name: string, path: string, shown: Locator): Promise<void> {
  const { shows: _shows, ...scene }: Scene = sceneOf(name)
  await openScene(page, { ...scene, path })
  await expect(shown).toBeVisible()
}

/** How far the middle of each part is above or below that of what it stands in, in CSS pixels. */
const offCenter = (parts: Locator, around: string) =>
  parts.evaluateAll((all, selector) => {
    const middle = (one: Element) => {
      const { top, height } = one.getBoundingClientRect()
      return top + height / 2
    }
    return all.map((one) => {
      const outer = one.closest(selector)
      return outer === null ? Number.NaN : middle(one) - middle(outer)
    })
  }, around)

test('P642: the mark of a state stands in the middle of its row, of its link and of what it filters', async ({
  page,
}) => {
  await open(page, 'validators-trouble', '/', page.locator('[data-row]').first())
  for (const [parts, around] of [
    [page.locator('td[data-column="state"] [data-mark]'), 'tr'],
    [page.getByRole('region', { name: 'Needs attention' }).locator('[data-mark]'), 'a'],
  ] as const) {
    const found = await offCenter(parts, around)
    expect(found.length).toBeGreaterThan(1)
    expect(Math.max(...found.map(Math.abs))).toBeLessThanOrEqual(0.5)
  }
})

for (const [name, path, width] of [
  ['validators', '/', 1280],
  ['validator', '/validators/5', 1280],
  ['validator', '/validators/5', 768],
  ['validator', '/validators/5', 390],
] as const)
  test(`P643: one line stands between two figures (${name}, ${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const figure = page.locator('[data-value]').first()
    await open(page, name, path, figure)
    const between = await figure.locator('xpath=../..').evaluate((grid) => {
      const width = (side: string) => Number.parseFloat(side)
      return [...grid.children].slice(1).flatMap((cell, index) => {
        const before = grid.children[index]
        if (before === undefined) return []
        const [left, right] = [before.getBoundingClientRect(), cell.getBoundingClientRect()]
        if (left.top !== right.top) return []
        const [its, own] = [getComputedStyle(before), getComputedStyle(cell)]
        // A shadow of one pixel to the left is a line, too.
        const drawn =
          width(its.borderRightWidth) + width(own.borderLeftWidth) + Number(own.boxShadow !== 'none')
        return [[right.left - left.right, drawn]]
      })
    })
    expect(between.length).toBeGreaterThan(0)
    expect(between.filter(([gap, lines]) => gap !== 0 || lines !== 1)).toEqual([])
  })

test('P644: the state of whom alerts are for is as wide as its words', async ({ page }) => {
  for (const [validator, text] of [
    [5, 'Missing blocks · 12 in a row'],
    [13, 'At risk · 37 min'],
    [18, 'Jailed'],
  ] as const) {
    const mark = page.getByRole('main').locator('[data-mark]').filter({ hasText: text }).first()
    await open(page, 'alerts', `/alerts?validator=${validator}`, mark)
    const room = await mark.evaluate((one) => {
      const inner = [...one.children].map((child) => child.getBoundingClientRect().width)
      return one.getBoundingClientRect().width - inner.reduce((sum, width) => sum + width, 0)
    })
    // Its padding, and the gap between icon and word.
    expect(room).toBeLessThanOrEqual(20)
  }
})

for (const language of ['en', 'ru', 'uk'])
  for (const width of [320, 390])
    test(`P645: no word leaves a switch on a phone, ${language}, ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      for (const [name, path] of [
        ['charts-lines', `${sceneOf('charts-lines').path}&lng=${language}`],
        ['alerts', `/alerts?lng=${language}`],
        ['validator', `/validators/5?lng=${language}`],
      ] as const) {
        const switches = page.getByRole('main').locator('fieldset')
        await open(page, name, path, switches.first())
        const out = await switches.evaluateAll((all) =>
          all.flatMap((one) => {
            const room = one.getBoundingClientRect()
            return [...one.querySelectorAll('label')]
              .filter((label) => {
                const range = document.createRange()
                range.selectNodeContents(label)
                const { left, right } = range.getBoundingClientRect()
                return left < room.left || right > room.right || label.scrollWidth > label.clientWidth
              })
              .map((label) => label.textContent)
          }),
        )
        expect(out).toEqual([])
      }
    })

for (const language of ['en', 'ru', 'uk'])
  for (const width of [390, 1280])
    test(`P641: no line of the history begins with the comma between name and status, ${language}, ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      const titles = page.locator('[data-title]')
      await open(page, 'alerts-history', `/alerts-history?lng=${language}`, titles.first())
      const places = await titles.evaluateAll((all) =>
        all.flatMap((one) => {
          const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
          for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
            const at = 0
            if (node.nodeValue !== ',') continue
            const range = document.createRange()
            range.setStart(node, at)
            range.setEnd(node, at + 1)
            return [range.getBoundingClientRect().left - one.getBoundingClientRect().left]
          }
          return []
        }),
      )
      expect(places.length).toBeGreaterThan(3)
      expect(places.filter((place) => place < 8)).toEqual([])
    })
