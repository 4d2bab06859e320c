import type { Page } from '@playwright/test'
import { stageTime } from './answers.ts'
import { expect } from './patient.ts'
import type { Scene } from './scene.ts'
import { servePage, stageOrigin } from './serve-page.ts'

export interface Looks {
  mode?: 'light' | 'dark'
  direction?: 'ltr' | 'rtl'
  skin?: 'default' | 'bordered' | 'semi-dark'
  navCollapsed?: boolean
  /** Not kept by the page, so it is chosen by hand once the page stands; from 1200 wide on. */
  layout?: 'vertical' | 'horizontal'
}

/** Opens a scene: the built page, with answers and a time that never change. */
export async function openScene(page: Page, scene: Scene, { layout, ...kept }: Looks = {}): Promise<void> {
  await servePage(page, { as: scene.as ?? 'live', signedIn: scene.guest !== true })
  await page.clock.setFixedTime(stageTime)
  await page.addInitScript(
    (settings) => window.localStorage.setItem('settings', settings),
    JSON.stringify(kept),
  )
  await page.goto(new URL(scene.path, stageOrigin).href)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (layout === 'horizontal') await chooseHorizontal(page)
  await scene.act?.(page)
  await stillness(page)
}

async function chooseHorizontal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Appearance settings' }).click()
  await page.getByRole('radio', { name: 'Horizontal' }).check({ force: true })
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(
    page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').first(),
  ).toBeVisible()
}

/** Waits for the fonts that the page ships, for its pictures, and for whatever still moves. */
export async function stillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const faces = await document.fonts.load('16px "Inter Variable"', 'Inter')
    if (faces.length === 0) throw new Error('the page has no Inter: the picture would show another font')
    await document.fonts.ready
    const inView = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    await Promise.all(inView.map((image) => image.decode().catch(() => undefined)))
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.all(finite.map((animation) => animation.finished.catch(() => undefined)))
  })
}
