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
