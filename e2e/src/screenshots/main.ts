import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumPath } from '../chromium.ts'
import { chromiumFlags } from '../chromium-flags.ts'
import { scenes } from '../stage/scenes.ts'
import { drawContactSheets } from './contact-sheets.ts'
import { type Shot, takeShots } from './take-shots.ts'

/**
 * `npm run -w e2e screenshots`: pictures of every scene in light and dark, at four widths, in both layouts and both
 * directions, and a sheet of them for each scene. They are looked at; nothing compares them (specs/visual.spec.ts does
 * that with a few). Needs the built page. `--scene validators --only 390-dark` takes those whose name has both.
 */
const { values } = parseArgs({
  options: {
    scene: { type: 'string', multiple: true },
    only: { type: 'string', default: '' },
    out: {
      type: 'string',
      default: fileURLToPath(new URL('../../../test-results/screenshots', import.meta.url)),
    },
  },
})
const wanted = scenes.filter(({ name }) => values.scene === undefined || values.scene.includes(name))

rmSync(values.out, { recursive: true, force: true })
mkdirSync(values.out, { recursive: true })
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags })
try {
  const all: Shot[] = []
  for (const scene of wanted) {
    const shots = await takeShots(browser, scene, values.out, values.only)
    console.log(`${scene.name}: ${shots.length}`)
    all.push(...shots)
  }
  await drawContactSheets(browser, all, values.out)
  console.log(`${all.length} pictures and their sheets are in ${values.out}`)
} finally {
  await browser.close()
}
