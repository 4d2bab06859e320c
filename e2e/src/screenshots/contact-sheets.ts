import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Shot } from './take-shots.ts'

/** Widths on the sheet: phones are read at 1 : 2, screens at 1 : 3. */
const shownWidth = (width: number) => Math.round(width < 1000 ? width / 2 : width / 3)

/** For each scene one picture of all its pictures, by width, each with its name. */
export async function drawContactSheets(
  browser: Browser,
  shots: readonly Shot[],
  folder: string,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1720, height: 900 } })
  for (const scene of new Set(shots.map((shot) => shot.scene))) {
    await page.setContent(
      sheetOf(
        scene,
        shots.filter((shot) => shot.scene === scene),
      ),
    )
    await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
    await page.screenshot({ path: join(folder, `sheet-${scene}.png`), fullPage: true })
  }
  await page.close()
}

function sheetOf(scene: string, shots: readonly Shot[]): string {
  const rows = [...new Set(shots.map(({ width }) => width))].map((width) => {
    const figures = shots.filter((shot) => shot.width === width).map(figureOf)
    return `<section>${figures.join('')}</section>`
  })
  return `<!doctype html><title>${scene}</title><style>
    body { margin: 16px; font: 12px sans-serif; background: #bbb; }
    section { display: flex; flex-wrap: wrap; gap: 12px; align-items: start; margin-bottom: 16px; }
    figure { margin: 0; } img { display: block; }
  </style>${rows.join('')}`
}

function figureOf({ file, width, appearance }: Shot): string {
  const picture = readFileSync(file).toString('base64')
  const name = `${width} ${appearance.mode ?? ''} ${appearance.layout ?? ''} ${appearance.direction ?? ''}`
  return `<figure><figcaption>${name}</figcaption><img width="${shownWidth(width)}" src="data:image/png;base64,${picture}"></figure>`
}
