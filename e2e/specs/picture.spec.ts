import { expect, type Page, test } from '@playwright/test'
import { violations } from '../src/axe.ts'
import { theProduct } from '../src/product.ts'
import { signIn } from '../src/sign-in.ts'
import { redAndBlue } from '../src/some-picture.ts'

const png = (buffer: Buffer) => ({ name: 'me.png', mimeType: 'image/png', buffer })
const picked = (page: Page) => page.locator('input[type="file"]')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Crop picture' })
const part = (page: Page) => dialog(page).getByRole('application', { name: 'Crop area' })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save picture' })

async function openProfile(page: Page): Promise<void> {
  await signIn(page)
  await page.goto(new URL('/settings', theProduct().open).href)
  await expect(page.getByRole('button', { name: 'Choose picture' })).toBeVisible()
}

/** Red and blue at the left and at the right edge of an image or a canvas, each of 255. */
function edges(element: HTMLImageElement | HTMLCanvasElement): number[] {
  const canvas = document.createElement('canvas')
  canvas.width = 16
  canvas.height = 1
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.drawImage(element, 0, 0, 16, 1)
  const { data } = context.getImageData(0, 0, 16, 1)
  return [0, 15].flatMap((at) => [data[at * 4] ?? 0, data[at * 4 + 2] ?? 0].map((of) => (of > 128 ? 255 : 0)))
}
const red = [255, 0, 255, 0]
const blue = [0, 255, 0, 255]
const half = [255, 0, 0, 255]

/** What the server made of it, as the card and the menu show it. */
async function expectPicture(page: Page, expected: number[]): Promise<void> {
  await expect(dialog(page)).toBeHidden()
  const shown = page.getByRole('main').getByRole('img', { name: 'Picture', exact: true })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect.poll(() => shown.evaluate(edges)).toEqual(expected)
}

test('P85: the square of a picture is chosen by keyboard alone', async ({ page }) => {
  await openProfile(page)
  const choose = page.getByRole('button', { name: 'Choose picture' })
  const chooser = page.waitForEvent('filechooser')
  await choose.press('Enter')
  await (await chooser).setFiles(png(redAndBlue(300)))
  await expect(save(page)).toBeEnabled()
  const preview = dialog(page).getByRole('img', { name: 'Preview' })
  expect(await preview.evaluate(edges)).toEqual(half)
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('Tab')
  await expect(part(page)).toBeFocused()
  for (let step = 0; step < 40; step += 1) await page.keyboard.press('ArrowRight')
  expect(await preview.evaluate(edges)).toEqual(red)
  await page.keyboard.press('Tab')
  const zoom = dialog(page).getByRole('slider', { name: 'Zoom' })
  await expect(zoom).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(zoom).toHaveAttribute('aria-valuetext', '110 %')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(save(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectPicture(page, red)
  await expect(choose).toBeFocused()

  await picked(page).setInputFiles(png(redAndBlue(300)))
  await expect(save(page)).toBeEnabled()
  await page.keyboard.press('Escape')
  await expectPicture(page, red)
})

test('P85: by touch on a phone, from right to left', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await page.addInitScript(() => {
    localStorage.setItem('settings', JSON.stringify({ direction: 'rtl' }))
  })
  await openProfile(page)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await picked(page).setInputFiles(png(redAndBlue(300)))
  await expect(save(page)).toBeEnabled()
  const box = await part(page).boundingBox()
  const frame = await dialog(page).boundingBox()
  if (!box || !frame) throw new Error('nothing is shown')
  expect(frame.x).toBeGreaterThanOrEqual(0)
  expect(frame.x + frame.width).toBeLessThanOrEqual(390)

  const touch = await context.newCDPSession(page)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const at = (left: number) => [{ x: left, y }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(x) })
  for (let moved = 20; moved <= 180; moved += 20)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x - moved) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  const preview = dialog(page).getByRole('img', { name: 'Preview' })
  await expect.poll(() => preview.evaluate(edges)).toEqual(blue)
  await save(page).tap()
  await expectPicture(page, blue)
  await context.close()
})

test('P85: what is no picture, or too large, is reported and not sent', async ({ page }) => {
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/avatar/')) sent += 1
  })
  await openProfile(page)
  await picked(page).setInputFiles(png(Buffer.from('not a picture at all')))
  await expect(page.getByRole('alert').getByText(/isn’t a picture we can read/)).toBeVisible()
  await picked(page).setInputFiles(png(Buffer.alloc(25 * 1024 * 1024 + 1)))
  await expect(page.getByRole('alert').getByText(/larger than 25\sMiB/)).toBeVisible()
  await picked(page).setInputFiles(png(redAndBlue(50)))
  await expect(save(page)).toBeEnabled()
  await expect(page.getByText(/larger than 25\sMiB/)).toBeHidden()
  expect(sent).toBe(0)
})
