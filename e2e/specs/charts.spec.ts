import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { violations } from '../src/axe.ts'
import { stageTime } from '../src/stage/answers.ts'
import { chartsOf } from '../src/stage/chart-answers.ts'
import { sceneOf } from '../src/stage/scenes.ts'
import { openScene } from '../src/stage/stage.ts'

/** Two frames: what was to be drawn is drawn. */
const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )

test.use({ viewport: { width: 1280, height: 900 } })

test('P170, P171, P174, P176, P177, P179: charts by keyboard, from nobody to a file', async ({ page }) => {
  await openScene(page, sceneOf('charts'))
  const box = page.getByRole('combobox', { name: 'Add validator' })
  await box.fill('paper sl')
  await box.press('Enter')
  await box.fill('seven bi')
  await box.press('Enter')
  await expect(page).toHaveURL(/\/charts\?validator=1&validator=2$/)

  const uptime = page.getByRole('slider', { name: 'Uptime over time' })
  await uptime.focus()
  await uptime.press('Home')
  await uptime.press('ArrowRight')
  await expect(uptime).toHaveAttribute('aria-valuetext', '12:20 UTC, Paper Sluice 99.97%, Seven Birch 99.94%')
  // The other charts point at the same time.
  await expect(page.getByRole('list', { name: 'Voting power of each validator' })).toContainText('38.42M')
  await expect(page.getByText('At 12:20 UTC')).toHaveCount(3)
  expect(await violations(page)).toEqual([])

  await uptime.press('+')
  await expect(page).toHaveURL(/from=\d{10}&to=\d{10}$/)
  const half = page.url()
  await uptime.press('+')
  await expect(page).not.toHaveURL(half)
  const quarter = page.url()
  // Those with Control are the browser's.
  await uptime.press('Control+Minus')
  await expect(page).toHaveURL(quarter)
  await uptime.press('-')
  await expect(page).not.toHaveURL(quarter)
  await expect(page).toHaveURL(/from=\d{10}&to=\d{10}$/)
  await uptime.press('Escape')
  await uptime.press('Escape')
  await expect(page).toHaveURL(/\/charts\?validator=1&validator=2$/)

  const plot = page.locator('[data-metric="power"] .u-over')
  const area = await plot.boundingBox()
  if (area === null) throw new Error('the plot is not shown')
  const middle = area.y + area.height / 2
  await page.mouse.move(area.x + area.width * 0.5, middle)
  await page.mouse.down()
  await page.mouse.move(area.x + area.width * 0.7, middle)
  await page.mouse.up()
  await expect(page).toHaveURL(/from=\d{10}&to=\d{10}$/)

  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  const lines = readFileSync(await csv.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines[0]).toBe(
    // Excel reads UTF-8 by its mark.
    '\ufefftime,validator_id,moniker,cosmos_validator_uptime,cosmos_validator_voting_power,cosmos_validator_commission_rate',
  )
  // A fifth of 144 points of two validators, give or take what was cut off at the ends.
  expect(lines.length).toBeGreaterThan(50)
  expect(lines.length).toBeLessThan(62)
  const [png] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PNG' }).click(),
  ])
  expect(png.suggestedFilename()).toBe('n1.localhost-charts-24h-2026-11-21T120000Z.png')
  expect(
    readFileSync(await png.path())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')

  await plot.dblclick()
  await expect(page).toHaveURL(/\/charts\?validator=1&validator=2$/)
})

test('P179, P183: the picture says in words what it marks, of whom and of which time', async ({ page }) => {
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const own = CanvasRenderingContext2D.prototype.fillText
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      said.push(text)
      own.call(this, text, ...place)
    }
  })
  await openScene(page, sceneOf('charts-lines'))
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PNG' }).click()])
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)
  expect(said).toEqual(expect.arrayContaining(['Paper Sluice', 'Uptime', 'Voting power', 'Commission']))
  expect(said.filter((text) => /^\u2068.+\u2069: jailed \d\d:\d\d$/.test(text))).toHaveLength(1)
  expect(said).toContainEqual(expect.stringMatching(/^Nov 20, 12:10 – Nov 21, 12:00 UTC$/))
})

test('P173: a new point moves the lines on: same canvas, same zoom, same cursor', async ({ page }) => {
  // It asks again after a minute, and for another stream after 20 s of silence: this test does not wait for either.
  await page.addInitScript(() => {
    const waiting = new Map<number, () => void>()
    const { setInterval: every, setTimeout: after } = window
    const kept =
      (begin: typeof every, kind: number) =>
      (run: () => void, ms: number, ...rest: unknown[]) => {
        if (ms === kind) waiting.set(kind, run)
        return begin(run, ms, ...rest)
      }
    Object.assign(window, {
      ...{ setInterval: kept(every, 60_000), setTimeout: kept(after, 20_000) },
      pass: (ms: number) => waiting.get(ms)?.(),
    })
  })
  const pass = (ms: number) =>
    page.evaluate((passed) => (window as unknown as { pass: (ms: number) => void }).pass(passed), ms)
  await openScene(page, sceneOf('charts-lines'))
  const uptime = page.getByRole('slider', { name: 'Uptime over time' })
  const tag = page.locator('[data-metric="uptime"] [data-label="tag"]')
  // Away from the oldest points, which are left behind.
  for (const key of ['PageUp', 'PageUp', 'PageUp']) await uptime.press(key)
  await uptime.press('+')
  await expect(page).toHaveURL(/from=\d{10}&to=\d{10}$/)
  const zoomed = page.url()
  await expect(page.getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-disabled', 'false')
  await drawn(page)
  await expect(page.getByText(/newest at 12:00 UTC is provisional/)).toBeVisible()
  const values = (await uptime.getAttribute('aria-valuetext')) ?? ''
  expect(values).toMatch(/^\d\d:\d\d UTC, /)
  const [time = ''] = values.split(' UTC')
  await expect(tag).toHaveText(time)
  const place = await tag.boundingBox()
  const canvases = await page.locator('section canvas').elementHandles()
  expect(canvases).toHaveLength(3)

  const later = new Date(stageTime.getTime() + 600_000)
  await page.route('**/api/blockchains/charts/**', (route) => {
    const answer = chartsOf(new URL(route.request().url()).searchParams, later)
    return answer.status === 200 ? route.fulfill({ json: answer.body }) : route.abort()
  })
  // The stream says something, which the page can be seen to have received, and after that nothing.
  let streams = 0
  await page.route('**/api/live/**', async (route) => {
    streams += 1
    const data = JSON.stringify({
      changed: [{ id: 1, moniker: 'Paper Canal' }],
      removed: [],
      seq: 99_999_999,
    })
    const body = `id: 99999999\nevent: validators\ndata: ${data}\n\n`
    if (streams === 1) await route.fulfill({ contentType: 'text/event-stream', body })
  })
  await pass(20_000)
  await expect(page.getByRole('button', { name: 'Remove Paper Canal' })).toBeVisible()
  await pass(60_000)
  await expect(page.getByText(/newest at 12:10 UTC is provisional/)).toBeVisible()
  await drawn(page)

  for (const canvas of canvases) expect(await canvas.evaluate(({ isConnected }) => isConnected)).toBe(true)
  await expect(page.locator('section canvas')).toHaveCount(3)
  expect(page.url()).toBe(zoomed)
  await expect(tag).toHaveText(time)
  expect(await tag.boundingBox()).toEqual(place)
  await expect(uptime).toBeFocused()
  // The newest point is there, where the one that was the newest stood.
  await uptime.press('Escape')
  await uptime.press('Escape')
  await expect(page).not.toHaveURL(/from=/)
  await uptime.press('ArrowRight')
  await expect(uptime).toHaveAttribute('aria-valuetext', /^12:10 UTC, Paper Sluice \d/)
  await expect(tag).toHaveText('12:10')
})

test.describe('P174, P176: charts by fingers', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('one reads values, two zoom and leave the time under them', async ({ page, context }) => {
    await openScene(page, sceneOf('charts-lines'))
    const plot = page.locator('[data-metric="uptime"] .u-over')
    await plot.scrollIntoViewIfNeeded()
    const area = await plot.boundingBox()
    if (area === null) throw new Error('the plot is not shown')
    const cdp = await context.newCDPSession(page)
    /** Each finger at a share of the width of the plot. */
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...shares: number[]) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: shares.map((share, id) => ({ id, x: area.x + area.width * share, y: area.y + 90 })),
      })
    await expect(page.getByText(/pinch with two to zoom/)).toBeVisible()

    await touch('touchStart', 0.3)
    await touch('touchMove', 0.4)
    await touch('touchMove', 0.5)
    await expect(page.getByText(/^At 00:\d\d UTC$/)).toHaveCount(3)
    await touch('touchEnd')
    await expect(page).not.toHaveURL(/from=/)

    await touch('touchStart', 0.4)
    await touch('touchStart', 0.4, 0.6)
    for (const away of [0.1, 0.2, 0.3]) await touch('touchMove', 0.4 - away, 0.6 + away)
    await touch('touchEnd')
    await expect(page).toHaveURL(/from=\d{10}&to=\d{10}$/)
    const { searchParams } = new URL(page.url())
    const [from, to] = ['from', 'to'].map((name) => Number(searchParams.get(name)))
    // A quarter of a day around its middle, in whole points of ten minutes.
    const middle = Date.parse('2026-11-21T00:05:00Z') / 1_000
    expect(Math.abs(((from ?? 0) + (to ?? 0)) / 2 - middle)).toBeLessThanOrEqual(1_200)
    expect(Math.abs((to ?? 0) - (from ?? 0) - 6 * 3_600)).toBeLessThanOrEqual(1_800)

    await touch('touchStart', 0.1)
    await touch('touchStart', 0.1, 0.9)
    for (const near of [0.1, 0.2, 0.3, 0.35]) await touch('touchMove', 0.1 + near, 0.9 - near)
    await touch('touchEnd')
    await expect(page).not.toHaveURL(/from=/)
  })
})

for (const deviceScaleFactor of [1, 1.25, 1.5, 2.625])
  test.describe(`${deviceScaleFactor} pixels for each of the page`, () => {
    test.use({ deviceScaleFactor })
    test('P500: letters of the axes are 12 px high', async ({ page }) => {
      await openScene(page, sceneOf('charts-lines'))
      const sizes = await page
        .locator('section canvas')
        .evaluateAll((all) =>
          all.map((one) =>
            one instanceof HTMLCanvasElement
              ? Number.parseFloat(one.getContext('2d')?.font ?? '') / devicePixelRatio
              : Number.NaN,
          ),
        )
      expect(sizes).toHaveLength(3)
      // A canvas has whole pixels.
      for (const size of sizes) expect(Math.abs(size - 12)).toBeLessThan(0.5)
    })
  })

for (const width of [390, 1280])
  test(`P501: the key shows twelve lines at once, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const twelve = Array.from({ length: 12 }, (_, index) => `validator=${index + 1}`).join('&')
    await openScene(page, { ...sceneOf('charts-lines'), path: `/charts?${twelve}` })
    for (const metric of ['uptime', 'power', 'commission']) {
      const card = page.locator(`[data-metric="${metric}"]`)
      const key = card.getByRole('list')
      await expect(key.getByRole('listitem')).toHaveCount(12)
      expect(await key.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0)
      await expect(key).not.toHaveAttribute('tabindex')
      // Beside it the plot ends where the key does, with no hole below it.
      if (width < 900) continue
      const [plot, list] = await Promise.all([card.locator('.uplot').boundingBox(), key.boundingBox()])
      const bottom = (box: typeof plot) => (box ? box.y + box.height : Number.NaN)
      expect(Math.abs(bottom(plot) - bottom(list))).toBeLessThan(12)
    }
  })
