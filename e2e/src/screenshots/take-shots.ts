import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Scene } from '../stage/scene.ts'
import { type Looks, openScene, stillness } from '../stage/stage.ts'

export interface Shot {
  scene: string
  looks: Looks
  width: number
  file: string
}

/** Below lg (1200) the layout is vertical whatever is set. */
const narrow = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
]
const wide = [
  { width: 1280, height: 900 },
  { width: 1920, height: 1080 },
]

/** Every picture of one scene. */
export async function takeShots(browser: Browser, scene: Scene, folder: string): Promise<Shot[]> {
  const shots: Shot[] = []
  for (const layout of scene.shell ? (['vertical', 'horizontal'] as const) : (['vertical'] as const)) {
    for (const direction of ['ltr', 'rtl'] as const) {
      for (const mode of ['light', 'dark'] as const) {
        for (const sizes of layout === 'vertical' ? [narrow, wide] : [wide]) {
          shots.push(...(await takeSizes(browser, scene, { layout, direction, mode }, sizes, folder)))
        }
      }
    }
  }
  return shots
}

/** The page is opened once and then made larger. */
async function takeSizes(
  browser: Browser,
  scene: Scene,
  looks: Looks,
  sizes: typeof narrow,
  folder: string,
): Promise<Shot[]> {
  const page = await browser.newPage({ viewport: sizes[0] ?? null, locale: 'en-GB', timezoneId: 'UTC' })
  const shots: Shot[] = []
  try {
    await openScene(page, scene, looks)
    for (const size of sizes) {
      await page.setViewportSize(size)
      await stillness(page)
      const { layout, direction, mode } = looks
      const file = join(folder, `${scene.name}-${size.width}-${mode}-${layout}-${direction}.png`)
      await page.screenshot({
        path: file,
        animations: 'disabled',
        caret: 'hide',
        fullPage: scene.view !== true,
      })
      shots.push({ scene: scene.name, looks, width: size.width, file })
    }
  } finally {
    await page.close()
  }
  return shots
}
