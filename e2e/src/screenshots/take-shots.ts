import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Scene } from '../stage/scene.ts'
import { type Appearance, openScene } from '../stage/stage.ts'
import { waitUntilStill } from '../wait-until-still.ts'

export interface Shot {
  scene: string
  appearance: Appearance
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

/** Every picture of one scene whose name has `only` in it. */
export async function takeShots(
  browser: Browser,
  scene: Scene,
  folder: string,
  only: string,
): Promise<Shot[]> {
  const shots: Shot[] = []
  for (const layout of scene.shell ? (['vertical', 'horizontal'] as const) : (['vertical'] as const)) {
    for (const direction of ['ltr', 'rtl'] as const) {
      for (const mode of ['light', 'dark'] as const) {
        for (const sizes of layout === 'vertical' ? [narrow, wide] : [wide]) {
          const wanted = sizes
            .map((size) => ({
              ...size,
              file: `${scene.name}-${size.width}-${mode}-${layout}-${direction}.png`,
            }))
            .filter(({ file }) => file.includes(only))
          shots.push(...(await takeSizes(browser, scene, { layout, direction, mode }, wanted, folder)))
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
  appearance: Appearance,
  sizes: readonly { width: number; height: number; file: string }[],
  folder: string,
): Promise<Shot[]> {
  const [first] = sizes
  if (!first) return []
  // Some pages have the system's mode (P420).
  const colorScheme = appearance.mode ?? null
  const page = await browser.newPage({ viewport: first, locale: 'en-GB', timezoneId: 'UTC', colorScheme })
  const shots: Shot[] = []
  try {
    await openScene(page, scene, appearance)
    for (const { file, ...size } of sizes) {
      await page.setViewportSize(size)
      await waitUntilStill(page)
      const path = join(folder, file)
      await page.screenshot({
        path,
        animations: 'disabled',
        caret: 'hide',
        fullPage: scene.view !== true,
      })
      shots.push({ scene: scene.name, appearance, width: size.width, file: path })
    }
  } finally {
    await page.close()
  }
  return shots
}
