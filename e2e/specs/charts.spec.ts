import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { violations } from '../src/axe.ts'
import { sceneOf } from '../src/stage/scenes.ts'
import { openScene } from '../src/stage/stage.ts'

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
    'time,validator_id,moniker,cosmos_validator_uptime,cosmos_validator_voting_power,cosmos_validator_commission_rate',
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
  expect(said.filter((text) => /: jailed \d\d:\d\d$/.test(text))).toHaveLength(1)
  expect(said).toContainEqual(expect.stringMatching(/^Nov 20, 12:10 – Nov 21, 12:00 UTC$/))
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
