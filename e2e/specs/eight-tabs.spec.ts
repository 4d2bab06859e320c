import { expect, test } from '@playwright/test'
import { signIn } from '../src/sign-in.ts'

test('eight tabs share one live stream, and all of them stay live when its owner closes', async ({
  context,
  page,
}) => {
  const opened = new Set<string>()
  let streams = 0
  context.on('request', (request) => {
    if (!request.url().includes('/api/live/')) return
    streams += 1
    opened.add(request.url())
  })
  await signIn(page)
  const address = page.url()
  const tabs = [page]
  for (let count = 1; count < 8; count += 1) {
    const tab = await context.newPage()
    await tab.goto(address)
    tabs.push(tab)
  }
  for (const tab of tabs) await expect(tab.getByTestId('network-height')).toBeVisible()
  expect(streams).toBe(1)
  expect(opened.size).toBe(1)

  await page.close()
  const [, second, ...others] = tabs
  for (const tab of second === undefined ? [] : [second, ...others]) {
    const height = tab.getByTestId('network-height')
    const before = await height.textContent()
    await expect(height).not.toHaveText(before ?? '')
  }
  expect(streams).toBe(2)
})
