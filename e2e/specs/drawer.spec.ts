import { expect, type Page, test } from '@playwright/test'
import { mainNav, openShell } from '../src/shell-page.ts'
import { waitUntilStill } from '../src/wait-until-still.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

const width = 270
/** The finger is at these places (px from the start side), so many milliseconds apart. */
interface Swipe {
  places: readonly number[]
  every: number
}

/** A finger on the screen, with a time of its own: how fast it is decides what comes of it. */
async function swipe(page: Page, { places, every }: Swipe): Promise<void> {
  await page.evaluate(
    async ({ points, ms }) => {
      const rtl = document.documentElement.dir === 'rtl'
      const at = (place: number) => (rtl ? innerWidth - place : place)
      const y = 400
      const [first = 0] = points
      const target = document.elementFromPoint(at(first), y) ?? document.body
      // As a browser does: the pointer goes down before the touch starts, and the page runs in between.
      const down = { bubbles: true, pointerType: 'touch', clientX: at(first), clientY: y }
      target.dispatchEvent(new PointerEvent('pointerdown', down))
      await new Promise(requestAnimationFrame)
      const real = performance.now.bind(performance)
      let now = real()
      performance.now = () => now
      const touch = (type: string, place: number, lifted = false) => {
        const there = { clientX: at(place), clientY: y, pageX: at(place), pageY: y }
        const touch = new Touch({ identifier: 1, target, ...there })
        const touches = lifted ? [] : [touch]
        target.dispatchEvent(
          new TouchEvent(type, { bubbles: true, cancelable: true, touches, changedTouches: [touch] }),
        )
        now += ms
      }
      touch('touchstart', first)
      for (const place of points.slice(1)) touch('touchmove', place)
      touch('touchend', points.at(-1) ?? first, true)
      performance.now = real
    },
    { points: places, ms: every },
  )
  await waitUntilStill(page)
}
const slow = 1_000

/** Where the finger is when so much is open: the swipe begins at 20, and the drawer shows 20 px from the first move on. */
const opened = (share: number) => 20 + Math.round(share * width) - 20

for (const direction of ['ltr', 'rtl'] as const) {
  test.describe(`P71: the drawer on a page that is ${direction}`, () => {
    test.beforeEach(async ({ page }) => {
      await openShell(page, '/charts', { direction })
      await expect(mainNav(page)).toBeHidden()
    })

    test('the first touch of the page may be the swipe', async ({ page }) => {
      const browser = await page.context().newCDPSession(page)
      for (const place of [19, 30, 200, 260]) {
        const x = direction === 'rtl' ? 390 - place : place
        const type = place === 19 ? 'touchStart' : 'touchMove'
        await browser.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y: 400 }] })
      }
      await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await expect(mainNav(page)).toBeVisible()
    })

    test('the drawer opens by a swipe from the outermost 20 px only', async ({ page }) => {
      await swipe(page, { places: [21, 40, 200, 260], every: slow })
      await expect(mainNav(page)).toBeHidden()
      await swipe(page, { places: [19, 30, 200, 260], every: slow })
      await expect(mainNav(page)).toBeVisible()
    })

    test('slowly it has to go further than 0.52 of the way', async ({ page }) => {
      await swipe(page, { places: [1, 20, 100, opened(0.51)], every: slow })
      await expect(mainNav(page)).toBeHidden()
      await swipe(page, { places: [1, 20, 100, opened(0.53)], every: slow })
      await expect(mainNav(page)).toBeVisible()
      await swipe(page, { places: [260, 250, 200, Math.round(250 - 0.51 * width)], every: slow })
      await expect(mainNav(page)).toBeVisible()
      await swipe(page, { places: [260, 250, 200, Math.round(250 - 0.53 * width)], every: slow })
      await expect(mainNav(page)).toBeHidden()
    })

    test('a fling of more than 450 px a second is enough', async ({ page }) => {
      // The library smooths: the first move counts nothing, the second six tenths.
      const fling = (speed: number): Swipe => ({
        places: [1, 20, 20 + Math.round((speed / 0.6) * 0.1)],
        every: 100,
      })
      await swipe(page, fling(440))
      await expect(mainNav(page)).toBeHidden()
      await swipe(page, fling(460))
      await expect(mainNav(page)).toBeVisible()
    })

    test('P505: nothing of it is there until it is opened', async ({ page }) => {
      const anywhere = page.locator('nav').filter({ hasText: 'Manage Alerts' })
      await expect(anywhere).toHaveCount(0)
      await page.getByRole('button', { name: 'Open navigation' }).click()
      await expect(anywhere).toHaveCount(1)
    })

    test('the button opens it, a link that is followed closes it', async ({ page }) => {
      await page.getByRole('button', { name: 'Open navigation' }).click()
      await expect(page.getByRole('dialog', { name: 'Main navigation' })).toBeVisible()
      await mainNav(page).getByRole('link', { name: 'Manage Alerts' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Manage Alerts' })).toBeVisible()
      await expect(mainNav(page)).toBeHidden()
      await page.getByRole('button', { name: 'Open navigation' }).click()
      await page.getByRole('button', { name: 'Close navigation' }).click()
      await expect(mainNav(page)).toBeHidden()
    })
  })
}
