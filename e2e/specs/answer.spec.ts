import { expect, type Page, test } from '@playwright/test'
import { violations } from '../src/axe.ts'
import { openScene } from '../src/stage/stage.ts'

const phone = { width: 390, height: 844 }
test.use({ viewport: phone })

const scheme = (page: Page) => page.locator('html').getAttribute('data-scheme')
const open = (page: Page, token: string, kept: Parameters<typeof openScene>[2] = {}) =>
  openScene(page, { name: 'answer', path: `/a/${token}`, guest: true }, kept)

for (const [system, kept] of [
  ['dark', 'light'],
  ['light', 'dark'],
] as const)
  test(`P420: it is as dark as the system, ${system}, whatever this browser keeps, and keeps nothing of it`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system })
    await open(page, '2n9c.link', { mode: kept })
    await expect(page.getByText('Not acknowledged yet')).toBeVisible()
    expect(await scheme(page)).toBe(system)
    expect(await violations(page)).toEqual([])
    // Also while it stands: the phone turns dark in the evening.
    await page.emulateMedia({ colorScheme: kept })
    await expect.poll(() => scheme(page)).toBe(kept)
    await page.emulateMedia({ colorScheme: system })
    await expect.poll(() => scheme(page)).toBe(system)
    // Elsewhere the choice of this browser holds.
    await page.getByRole('link', { name: 'Open in Roundsman' }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect.poll(() => scheme(page)).toBe(kept)
  })

test('P425: on a phone all that has to be known, and the first answer, stand on the first screen', async ({
  page,
}) => {
  await open(page, '2n9c.link')
  for (const part of [
    page.getByRole('heading', { level: 1, name: 'Saltmarsh Relay' }),
    page.getByText('50 blocks missed in a row', { exact: true }),
    page.getByText(/^Still going on, 21/),
    page.getByRole('button', { name: 'Acknowledge' }),
    page.getByRole('button', { name: 'Mute for 1 hour' }),
  ]) {
    const box = await part.boundingBox()
    expect(box?.x ?? -1).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.width)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.height)
  }
  for (const button of await page.getByRole('main').getByRole('button').all())
    expect((await button.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44)
})

test('P422 P423: what was said by it is shown after a reload, and a mute can be taken back then', async ({
  page,
}) => {
  const said: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') said.push(request.url())
  })
  await open(page, '2n9c.link')
  await page.reload()
  expect(said).toEqual([])
  await page.getByRole('button', { name: 'Mute for 1 hour' }).click()
  await expect(
    page.getByText(/^Muted until 13:00: “Missed blocks, except jail within 1 hour” on Saltmarsh Relay$/),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Muted until 13:00/)).toBeVisible()
  await expect(page.getByText(/^Acknowledged by Robin Ward from the SMS/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Acknowledge' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Mute for 1 hour' })).toBeVisible()
})

test('P421: a used link shows what has become of it', async ({ page }) => {
  await open(page, 'used.link')
  await expect(page.getByText(/^Over after 17/)).toBeVisible()
  await expect(page.getByText(/^Acknowledged by Robin Ward from the SMS/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Acknowledge' })).toBeHidden()
  expect(await violations(page)).toEqual([])
})

test('P129: an expired link says so', async ({ page }) => {
  await open(page, 'old.link')
  await expect(page.getByRole('heading', { level: 1, name: 'This link has expired' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Acknowledge|Mute/ })).toBeHidden()
})
