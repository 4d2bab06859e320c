import type { Page } from '@playwright/test'

/** Waits for the fonts that the page ships, for its pictures, and for whatever still moves. */
export async function waitUntilStill(page: Page): Promise<void> {
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
