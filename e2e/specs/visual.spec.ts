import { expect, test } from '@playwright/test'
import { type Picture, pictures } from '../src/stage/pictures.data.ts'
import { sceneOf } from '../src/stage/scenes.ts'
import { openScene } from '../src/stage/stage.ts'

const sizes = {
  phone: { width: 390, height: 700 },
  tablet: { width: 768, height: 640 },
  screen: { width: 1280, height: 720 },
} satisfies Record<Picture['size'], unknown>

interface Opened {
  picture: Picture
  /** The same appearance of the same scene, or a part of it. */
  others: Picture[]
}

/** What the page is opened for, once each. */
const opened = new Map<string, Opened>()
for (const picture of pictures) {
  const { name: _name, clip: _clip, ...appearance } = picture
  const key = JSON.stringify(Object.entries(appearance).sort())
  const first = opened.get(key)
  if (first) first.others.push(picture)
  else opened.set(key, { picture, others: [] })
}

/**
 * A few pictures of the page that somebody looked at, with the font that the page ships, the same answers and the same
 * time. The tolerance (playwright.config.ts) forgives how another Chromium smooths an edge and nothing that can be
 * seen. `npm run -w e2e screenshots` takes all the others.
 */
for (const { picture, others } of opened.values()) {
  const { name: _name, clip: _clip, scene, size, ...appearance } = picture
  const all = [picture, ...others]
  test.describe(() => {
    test.use({ viewport: sizes[size] })

    test(`P106: looks as it did: ${all.map(({ name }) => name).join(', ')}`, async ({ page }) => {
      await openScene(page, sceneOf(scene), appearance)
      for (const { name, clip } of all)
        await expect.soft(page).toHaveScreenshot(`${name}.png`, clip ? { clip, maxDiffPixelRatio: 0.03 } : {})
    })
  })
}
