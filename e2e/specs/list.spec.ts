import { Preferences } from '@roundsman/contract/accounts/accounts'
import { type Locator, type Page, test } from '@playwright/test'
import { type Scene } from '../src/stage/scene.ts'
import { sceneOf } from '../src/stage/scenes.ts'
import { expect } from '../src/stage/slow-expect.ts'
import { type Appearance, openScene } from '../src/stage/stage.ts'
import { validatorRows } from '../src/validators-page.ts'

/** A scene in another language: what is waited for in English is not there. */
async function open(page: Page, name: string, path = '/', appearance: Appearance = {}): Promise<void> {
  const { shows: _shows, ...scene }: Scene = sceneOf(name)
  await openScene(page, { ...scene, path }, appearance)
  await expect(page.locator('[data-row]').first()).toBeVisible()
}
const stops = (page: Page) => page.getByRole('table').locator('[data-stop]')
const box = async (part: Locator) => {
  const found = await part.boundingBox()
  if (found === null) throw new Error('not on the page')
  return found
}
/** Texts of elements that are wider than the room they have. */
const cut = (parts: Locator) =>
  parts.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
  )

/** The answer to a change of columns after which they stand so. */
function uptimeKept(page: Page, isSo: (uptimeAt: number, stateAt: number) => boolean) {
  return page.waitForResponse((response) => {
    const request = response.request()
    if (request.method() !== 'PUT' || !request.url().endsWith('/api/users/preferences/')) return false
    const { tables } = Preferences.parse(request.postDataJSON())
    return Object.values(tables).some(({ columns }) =>
      isSo(columns.indexOf('uptime'), columns.indexOf('state')),
    )
  })
}

/** One finding does not hide another. */
const soft = expect.configure({ soft: true })

const sizes = [
  ['en', 1440],
  ['ru', 1440],
  ['uk', 1440],
  ['ru', 1280],
  ['uk', 1280],
  ['en', 1199],
] as const

for (const [language, width] of sizes)
  test.describe(`${language}, ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('states, names, heads and the figures above are whole, whatever they say', async ({ page }) => {
      await open(page, 'validators-trouble', `/?lng=${language}`)
      const table = page.getByRole('table')
      await test.step('states stand on one line or two (P575) in rows of one height, however many digits they have', async () => {
        const marks = table.locator('[data-emphasis]')
        const heights = await marks.evaluateAll((all) => all.map((one) => one.clientHeight))
        soft(heights.length).toBeGreaterThan(8)
        soft(heights.filter((height) => height !== 24 && height !== 30)).toEqual([])
        const rows = await table
          .locator('[data-row]')
          .evaluateAll((all) => all.map((one) => one.clientHeight))
        soft(new Set(rows)).toEqual(new Set([36]))
        soft(await cut(marks.locator('> span'))).toEqual([])
      })
      await test.step('the figures of the head stand in one row, and none is cut', async () => {
        const figures = page.locator('[data-value]').first().locator('xpath=../..')
        const tops = await figures
          .locator('> div')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
        soft(tops).toHaveLength(5)
        soft(new Set(tops).size).toBe(1)
        soft(await cut(figures.locator('> div, [data-value]'))).toEqual([])
      })
      await test.step('names of 20 letters, a rank of 100 and the heads are whole', async () => {
        const names = table.locator('td [dir="auto"]')
        soft((await cut(names)).filter((name) => (name?.length ?? 0) <= 20)).toEqual([])
        soft(await cut(table.locator('td[data-align="end"]:visible'))).toEqual([])
        soft(await cut(table.locator('th:visible'))).toEqual([])
        soft(await cut(table.locator('thead th [dir="auto"]'))).toEqual([])
        await soft(table.getByText('100', { exact: true })).toBeVisible()
      })
    })
  })

for (const language of ['en', 'ru', 'uk'])
  test(`P842: no state and no short name of a card is cut (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, 'validators-trouble', `/?lng=${language}`)
    const cards = page.locator('[data-row]')
    soft(await cards.locator('[data-emphasis="chip"]').count()).toBeGreaterThan(4)
    soft(await cut(cards.locator('[data-mark] > span, [data-line]'))).toEqual([])
    const names = await cut(cards.locator('a [dir="auto"]'))
    soft(names.filter((name) => (name?.length ?? 0) <= 12)).toEqual([])
  })

test.describe('with a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('P535, P848: the words of the list are at its head, and a pressed mark has a frame of its own height', async ({
    page,
  }) => {
    await open(page, 'validators-trouble')
    await page.getByRole('button', { name: 'What do these words mean?' }).tap()
    const meaning = page.getByText(/^Jailed forever/)
    await expect(meaning).toBeVisible()
    expect((await box(meaning)).y).toBeLessThan((await box(page.locator('[data-row]').first())).y)
    const mark = page.getByRole('button', { name: '5 jailed' })
    await mark.tap()
    await expect(mark).toHaveAttribute('aria-pressed', 'true')
    const framed = await mark.evaluate((one) =>
      [one, ...one.querySelectorAll('*')]
        .filter((part) => getComputedStyle(part).outlineStyle === 'solid')
        .map((part) => part.clientHeight),
    )
    expect(framed).toEqual([24])
  })
})

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`P12, P13: no row moves when what is shown is old, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await open(page, 'validators-trouble')
    const first = page.locator('[data-row]').first()
    const before = await box(first)
    await open(page, 'validators-trouble-refused')
    await expect(page.getByRole('note').getByText(/on another chain/)).toBeVisible()
    expect((await box(first)).y).toBe(before.y)
  })

/** How many rows are before the first that is drawn, px that they take, px of a row, and texts that stick out of theirs. */
const drawnRows = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
    const [first] = rows
    if (!first?.parentElement) throw new Error('no row is drawn')
    const before = Number(first.dataset['at'] ?? Number(first.ariaPosInSet) - 1)
    const top = first.getBoundingClientRect().top - first.parentElement.getBoundingClientRect().top
    const out = rows.flatMap((row) => {
      const edge = row.getBoundingClientRect()
      const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(node)
        const box = range.getBoundingClientRect()
        if (box.width > 1 && (box.top < edge.top - 1 || box.bottom > edge.bottom + 1))
          found.push(node.textContent ?? '')
      }
      return found
    })
    return { before, top, height: first.getBoundingClientRect().height, out }
  })

for (const [width, height] of [
  [2880, 1000],
  [390, 844],
] as const)
  test(`P116: rows grow with their letters, and so does the room that they are counted with, ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await open(page, 'validators-trouble')
    const usual = (await drawnRows(page)).height
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'))
    await expect.poll(async () => (await drawnRows(page)).height).toBeGreaterThanOrEqual(2 * usual)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2))
    await expect.poll(async () => (await drawnRows(page)).before).toBeGreaterThan(20)
    const rows = await drawnRows(page)
    expect(rows.top).toBeCloseTo(rows.before * rows.height, 0)
    expect(rows.out).toEqual([])
    await expect(page.locator('table')).toHaveCount(width > 2000 ? 1 : 0)
  })

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('P24: the row that arrows reach is below a fixed bar and the heads', async ({ page }) => {
    await page.addInitScript(() => window.localStorage.setItem('settings', '{}'))
    await open(page, 'validators', '/', { layout: 'horizontal' })
    await page.getByRole('button', { name: 'Appearance settings' }).click()
    const panel = page.getByRole('complementary').getByRole('region', { name: 'Appearance' })
    await panel.getByRole('radio', { name: 'Fixed' }).first().check({ force: true })
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await stops(page).first().focus()
    await page.keyboard.press('End')
    await expect(page.getByRole('row').last()).toBeInViewport()
    const heads = page.getByRole('columnheader').first()
    for (let press = 0; press < 30; press += 1) {
      await page.keyboard.press('ArrowUp')
      const [focused, head] = [await box(page.locator(':focus')), await box(heads)]
      expect(focused.y).toBeGreaterThanOrEqual(head.y + head.height)
    }
  })

  test('P29: print reaches every row', async ({ page }) => {
    await open(page, 'validators')
    expect(await page.locator('tr[data-row]').count()).toBeLessThan(100)
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await expect(page.locator('tr[data-row]')).toHaveCount(141)
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    expect(await page.locator('tr[data-row]').count()).toBeLessThan(100)
  })

  test('P29: a copy of the whole page has every row', async ({ page }) => {
    await open(page, 'validators')
    await page.keyboard.press('Control+a')
    const text = await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      document.dispatchEvent(new ClipboardEvent('copy', { clipboardData, cancelable: true }))
      return clipboardData.getData('text/plain')
    })
    const lines = text.split('\n')
    expect(lines).toHaveLength(142)
    expect(lines[0]).toContain('Validator\tState')
    expect(lines[1]).toContain('Paper Sluice')
  })

  test('P25: the strip gives height, letter and time under the pointer and by keyboard', async ({ page }) => {
    await open(page, 'validators')
    const strip = validatorRows(page).first().getByRole('img')
    const { x, y, width, height } = await box(strip)
    await page.mouse.move(x + width - 1, y + height / 2)
    const tip = page.getByRole('tooltip')
    await expect(tip).toHaveText(/^9,412,301 · \w+( \w+)? · 11:59:59$/)
    // Beside the wide navigation the oldest blocks have given way.
    await page.mouse.move(x + width / 2, y + height / 2)
    await expect(tip).toHaveText(/^9,412,2\d\d · \w+( \w+)? · about 11:5\d:\d\d$/)
    await page.mouse.move(10, 10)
    await expect(tip).toHaveCount(0)

    await stops(page).first().focus()
    await page.keyboard.press('ArrowLeft')
    await expect(tip).toHaveText(/^9,412,301 /)
    await page.keyboard.press('ArrowLeft')
    await expect(tip).toHaveText(/^9,412,300 /)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(tip).toHaveCount(0)
    await expect(stops(page).first()).toBeFocused()
  })

  test('heads sort by several columns with Shift, and say so', async ({ page }) => {
    await open(page, 'validators')
    const head = (name: string) => page.getByRole('columnheader', { name })
    await head('Commission').getByRole('button').click()
    await expect(page).toHaveURL(/sort=commission$/)
    await head('Uptime')
      .getByRole('button')
      .click({ modifiers: ['Shift'] })
    await expect(page).toHaveURL(/sort=commission(,|%2C)uptime$/)
    await expect(head('Commission')).toHaveAttribute('aria-sort', 'descending')
    await expect(head('Uptime')).toHaveAttribute('aria-sort', 'none')
    await expect(head('Uptime')).toHaveAccessibleName(/sorted, 2/)
  })

  test('P119: columns are moved by keyboard and by pointer, kept, and reset', async ({ page }) => {
    await open(page, 'validators')
    const heads = page.locator('thead th')
    const standard = await heads.allTextContents()
    const uptime = standard.indexOf('Uptime')
    await page.getByRole('button', { name: 'Columns' }).click()
    const choice = page.getByRole('dialog', { name: 'Columns' })
    const up = choice.getByRole('button', { name: 'Move Uptime up' })
    await up.focus()
    // What the dialog shows at once is kept a moment later.
    const first = uptimeKept(page, (uptimeAt, stateAt) => uptimeAt < stateAt)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await first
    await expect(up).toBeFocused()
    await expect(choice.getByText('Uptime: 1 of 8')).toBeAttached()
    await page.keyboard.press('Enter')
    await expect(up).toBeFocused()
    const second = uptimeKept(page, (uptimeAt, stateAt) => uptimeAt > stateAt)
    await choice.getByRole('button', { name: 'Move Uptime down' }).click()
    await second
    await expect(choice.getByText('Uptime: 2 of 8')).toBeAttached()
    const moved = ['State', 'Uptime', standard[4]]
    // The dialog answers at once, the table draws after it.
    await expect.poll(async () => (await heads.allTextContents()).slice(3, 6)).toEqual(moved)
    await page.keyboard.press('Escape')

    await page.reload()
    await expect(page.locator('tr[data-row]').first()).toBeVisible()
    expect((await heads.allTextContents()).slice(3, 6)).toEqual(moved)
    await page.getByRole('button', { name: 'Columns' }).click()
    await choice.getByRole('button', { name: 'Reset columns' }).click()
    await expect.poll(async () => (await heads.allTextContents()).indexOf('Uptime')).toBe(uptime)
  })

  test('P995: “Votes” is a column of who chooses it, and is asked for only then', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/governance/')) asked.push(request.url())
    })
    await open(page, 'validators')
    const heads = page.locator('thead th')
    expect(await heads.allTextContents()).not.toContain('Votes')
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Votes' }).check()
    await page.keyboard.press('Escape')
    const cell = page.locator('tr[data-row]').first().locator('td[data-column="votes"]')
    await expect(cell).toHaveText(/^\d+ of \d+$/)
    await expect(cell.locator('[title]')).toHaveAttribute(
      'title',
      /^Voted on \d+ of the last \d+ proposals\./,
    )
    await page.reload()
    await expect(cell).toHaveText(/^\d+ of \d+$/)
  })

  test('P120: a star makes a validator the user’s own: first, counted, kept, and back on failure', async ({
    page,
  }) => {
    await open(page, 'validators')
    const rows = page.locator('tr[data-row]')
    const third = (await rows.nth(2).locator('td [dir="auto"]').textContent()) ?? ''
    const star = page.getByRole('button', { name: `Mine: ${third}` })
    await expect(star).toHaveAttribute('aria-pressed', 'false')
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    // The order keeps still while somebody is in the list, also on the way from one star to the next.
    const sixth = rows.nth(5).getByRole('button', { name: /^Mine: / })
    await sixth.click()
    await expect(sixth).toHaveAttribute('aria-pressed', 'true')
    await sixth.click()
    await expect(sixth).toHaveAttribute('aria-pressed', 'false')
    await expect(rows.nth(2)).toContainText(third)
    await page.getByRole('searchbox').click()
    await expect(rows.first()).toContainText(third)
    await expect(page.getByRole('row', { name: 'My validators' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Mine 1' })).toBeVisible()

    await page.reload()
    await expect(rows.first()).toContainText(third, { timeout: 120_000 })
    await stops(page).first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Remove from my validators' }).press('Enter')
    await expect(star).toHaveAttribute('aria-pressed', 'false')
    await page.getByRole('searchbox').click()
    await expect(page.getByRole('row', { name: 'My validators' })).toHaveCount(0)

    await page.route('**/api/users/preferences/', (route) => route.fulfill({ status: 500 }))
    await star.click()
    await expect(page.getByText(/^We couldn’t save your validators/)).toBeVisible()
    await expect(star).toHaveAttribute('aria-pressed', 'false')
  })

  test('P27: who missed the last block is one click, and one more back', async ({ page }) => {
    await open(page, 'validators-trouble')
    const press = page.getByRole('button', { name: /missed it$/ })
    await press.click()
    await expect(page).toHaveURL(/show=missedLast/)
    await expect(page.locator('tr[data-row]')).toHaveCount(1)
    await press.click()
    await expect(page).not.toHaveURL(/show=/)
  })

  test('P26: what the network does not report is said, and is no zero', async ({ page }) => {
    await open(page, 'validators-unreported')
    await expect(page.getByRole('button', { name: 'Jailed unknown' })).toBeVisible()
    await expect(page.getByText('Nothing right now')).toHaveCount(0)
    await expect(page.getByText(/^Not reported by Celestia Mainnet: .*Tokens/)).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Share' })).toHaveAttribute('aria-sort', 'descending')
    await page.getByRole('button', { name: 'Jailed unknown' }).click()
    await expect(page.getByRole('heading', { name: 'Jailed: unknown' })).toBeVisible()
  })

  test('a validator leads to its explorer', async ({ page }) => {
    await open(page, 'validators')
    await stops(page).first().click()
    await expect(page.getByRole('menuitem', { name: 'Open in explorer' })).toHaveAttribute(
      'href',
      /^https:\/\/www\.mintscan\.io\/celestia\/validators\/celestiavaloper1/,
    )
  })
})

test('P28: a card shows the value that it is sorted by', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, 'validators')
  const card = page
    .getByRole('listitem')
    .filter({ has: page.locator('[data-stop]') })
    .first()
  await expect(card).toContainText('Tokens 38.46M')
  await page.getByRole('button', { name: 'Sorted by: Tokens' }).click()
  await page.getByRole('menuitemradio', { name: 'Commission' }).click()
  await expect(card).toContainText('Commission 25%')
})

for (const language of ['en', 'ru', 'uk'] as const)
  for (const width of [1280, 1440, 1920])
    test(`P537: the strip fills its column with whole bars, ${language}, ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await open(page, 'validators', `/?lng=${language}`)
      const { room, bars, drawing } = await page
        .locator('[data-row] [data-bars]')
        .first()
        .evaluate((one) => ({
          room: one.closest('[data-column="blocks"]')?.firstElementChild?.clientWidth ?? 0,
          bars: one.clientWidth,
          drawing: one.firstElementChild?.clientWidth ?? 0,
        }))
      if (room >= 239) expect([bars, drawing]).toEqual([239, 239])
      else {
        expect(drawing).toBe(179)
        expect(Math.min(room, 179) - bars).toBeLessThan(3)
        expect((bars + 1) % 3).toBe(0)
      }
    })

for (const language of ['en', 'ru', 'uk'] as const)
  test(`P121 P575: all blocks, whole names, states and figures at 1440 px, ${language}`, async ({ page }) => {
    // What a scroll bar leaves of 1440 px where it has a place of its own.
    await page.setViewportSize({ width: 1425, height: 900 })
    await open(page, 'validators-trouble', `/?sort=state&lng=${language}`)
    const marks = page.locator('td[data-column="state"] [data-mark]')
    await expect(marks.locator('[data-line]').first()).toBeVisible()
    expect(
      await page.locator('[data-row] [data-bars]').evaluateAll((all) => all.map((one) => one.clientWidth)),
    ).toEqual(Array.from({ length: await marks.count() }, () => 179))
    const rows = await page.locator('[data-row]').evaluateAll((all) => all.map((one) => one.clientHeight))
    expect(new Set(rows).size).toBe(1)
    const cut = await page
      .locator('[data-row] td:not([data-column="favourite"]), td [data-mark], td [data-mark] > span')
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      )
    expect(cut.filter((text) => text.length <= 20 || text.includes(' · '))).toEqual([])
    const lines = await marks.evaluateAll((all) =>
      all.map(
        (one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight),
      ),
    )
    expect(Math.max(...lines)).toBeLessThan(2.5)
  })

test('P577: no height and no short name of a bridge is cut beside the wide navigation', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1200 })
  await open(page, 'bridges', '/bridges')
  const cell = page.locator('tr[data-row] td[data-column="height"]').first()
  const room = await cell.evaluate((one) => {
    // A chain of today has more digits than the stage's.
    const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode()
    if (text) text.nodeValue = '147,200,643'
    return one.clientWidth - one.scrollWidth
  })
  expect(room).toBeGreaterThanOrEqual(0)
  const contested = page.getByRole('row').filter({ hasText: 'Duplicate key' })
  const name = contested.locator('[data-stop]')
  await name.evaluate((one) => (one.textContent = 'night-bridge'))
  expect(await name.evaluate((one) => one.clientWidth - one.scrollWidth)).toBeGreaterThanOrEqual(0)
  await expect(contested.locator('[data-mark]').first()).toHaveAttribute('title', /.+/)
})
