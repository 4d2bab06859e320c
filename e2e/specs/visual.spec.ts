import { expect, test } from '@playwright/test'
import { type Picture, pictures } from '../src/stage/pictures.data.ts'
import { sceneOf } from '../src/stage/scenes.ts'
import { openScene } from '../src/stage/stage.ts'

const sizes = {
  phone: { width: 390, height: 700 },
  tablet: { width: 768, height: 640 },
  screen: { width: 1280, height: 720 },
} satisfies Record<Picture['size'], unknown>

/**
 * A few pictures of the page that somebody looked at, with the font that the page ships, the same answers and the same
 * time. The tolerance (playwright.config.ts) forgives how another Chromium smooths an edge and nothing that can be
 * seen. `npm run -w e2e screenshots` takes all the others.
 */
for (const { name, scene, size, clip, ...looks } of pictures) {
  test.describe(() => {
    test.use({ viewport: sizes[size] })

    test(`P106: looks as it did: ${name}`, async ({ page }) => {
      await openScene(page, sceneOf(scene), looks)
      await expect(page).toHaveScreenshot(`${name}.png`, clip ? { clip, maxDiffPixelRatio: 0.03 } : {})
    })
  })
}
