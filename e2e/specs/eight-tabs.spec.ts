import { expect, test } from '@playwright/test'
import { signIn } from '../src/sign-in.ts'
import { heightFigure } from '../src/validators-page.ts'

// Over HTTP/1.1 a browser opens six connections to a host: a stream for each tab would leave none for the calls.
test('eight tabs share one live stream, and all of them stay live when its owner closes', async ({
  context,
  page,
}) => {
  test.setTimeout(300_000)
  let streams = 0
  context.on('request', (request) => {
    if (request.url().includes('/api/live/')) streams += 1
  })
  await signIn(page)
  await expect(heightFigure(page)).toBeVisible()
  const address = page.url()
  const others = []
  for (let count = 1; count < 8; count += 1) {
    const tab = await context.newPage()
    await tab.goto(address)
    await expect(heightFigure(tab)).toBeVisible()
    others.push(tab)
  }
  expect(streams).toBe(1)

  await page.close()
  for (const tab of others) {
    const height = heightFigure(tab)
    const before = (await height.textContent()) ?? ''
    await expect(height).not.toHaveText(before)
  }
  expect(streams).toBe(2)
})
