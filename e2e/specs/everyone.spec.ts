import { expect, type Page, test } from '@playwright/test'
import { violations } from '../src/axe.ts'
import { cutTexts, movingParts, outOfReach, smallTargets } from '../src/stage/measures.ts'
import { sceneOf, scenes } from '../src/stage/scenes.ts'
import { type Looks, openScene, stillness } from '../src/stage/stage.ts'

const wide = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

/** Colours are variables under this attribute (P3), so both schemes can be looked at without opening the page again. */
async function switchScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((to) => document.documentElement.setAttribute('data-scheme', to), scheme)
  await stillness(page)
}

test.describe('axe finds nothing', () => {
  for (const scene of scenes) {
    for (const [direction, viewport] of [
      ['ltr', wide],
      ['rtl', phone],
    ] as const) {
      test(`${scene.name}, ${direction}, ${viewport.width} px, light and dark`, async ({ page }) => {
        await page.setViewportSize(viewport)
        await openScene(page, scene, { direction })
        expect(await violations(page)).toEqual([])
        await switchScheme(page, 'dark')
        expect(await violations(page)).toEqual([])
      })
    }
  }
})

test.describe('targets are 24 × 24 at the least', () => {
  for (const scene of scenes) {
    test(scene.name, async ({ page }) => {
      for (const viewport of [wide, phone]) {
        await page.setViewportSize(viewport)
        await openScene(page, scene)
        expect(await smallTargets(page), `${viewport.width} px`).toEqual([])
      }
    })
  }
})

test.describe('nothing is lost at 200 and at 400 %', () => {
  for (const scene of scenes) {
    test(scene.name, async ({ page }) => {
      await page.setViewportSize({ width: 640, height: 450 })
      await openScene(page, scene)
      expect(await outOfReach(page), '200 %').toEqual([])
      await page.setViewportSize({ width: 320, height: 400 })
      await stillness(page)
      expect(await outOfReach(page), '400 %').toEqual([])
    })
  }
})

/** The spacing of WCAG 1.4.12, by a sheet that the page's policy does not stop. */
function spaceTexts(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }',
    )
    document.adoptedStyleSheets.push(sheet)
  })
}

test.describe('nothing is cut when texts are spaced', () => {
  for (const scene of scenes) {
    test(scene.name, async ({ page }) => {
      for (const viewport of [wide, phone]) {
        await page.setViewportSize(viewport)
        await openScene(page, scene)
        expect(await cutTexts(page), `${viewport.width} px, as it is`).toEqual([])
        await spaceTexts(page)
        expect(await cutTexts(page), `${viewport.width} px, spaced`).toEqual([])
      }
    })
  }
})

test.describe('nothing moves for who wants no motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  for (const name of ['login', 'validators', 'validators-loading', 'networks-menu', 'settings-appearance']) {
    test(name, async ({ page }) => {
      await openScene(page, sceneOf(name))
      expect(await movingParts(page)).toEqual([])
    })
  }
})

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' }, viewport: wide })
  const open = (page: Page, name: string, looks: Looks = {}) => openScene(page, sceneOf(name), looks)
  /** A colour of the system as the page computes it. */
  const system = (page: Page, name: string) =>
    page.evaluate((colour) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = colour
      const computed = getComputedStyle(probe).color
      probe.remove()
      return computed
    }, name)

  test('states keep their icon and their word', async ({ page }) => {
    await open(page, 'validators')
    const text = await system(page, 'CanvasText')
    for (const word of ['Bonded', /^Missing · 12/, /^At risk · /, 'Jailed']) {
      const mark = page.getByRole('table').getByText(word).first()
      await mark.scrollIntoViewIfNeeded()
      await expect(mark).toHaveCSS('color', text)
      const icon = mark.locator('svg').or(mark.locator('xpath=..').locator('svg')).first()
      await expect(icon).toBeVisible()
      await expect(icon).toHaveCSS('color', text)
    }
  })

  test('the strip is drawn in the colour of text', async ({ page }) => {
    await open(page, 'validators')
    const strip = page.getByRole('img', { name: /^Last \d+ blocks/ }).first()
    await expect(strip.locator('path').first()).toHaveCSS('fill', await system(page, 'CanvasText'))
  })

  test('the ring of the focus is the system’s', async ({ page }) => {
    await open(page, 'validators')
    const ring = await system(page, 'Highlight')
    for (const control of [
      page.getByRole('button', { name: /^Switch network/ }),
      page.getByRole('link', { name: 'Charts' }),
      page.getByRole('button', { name: 'CSV' }),
      page.getByRole('button', { name: /^Active/ }),
    ]) {
      await page.keyboard.press('Tab')
      await control.focus()
      await expect(control).toHaveCSS('outline-style', 'solid')
      await expect(control).toHaveCSS('outline-width', '2px')
      await expect(control).toHaveCSS('outline-color', ring)
    }
  })

  test('what is chosen, on, or open can be told from what is not', async ({ page }) => {
    await open(page, 'settings-appearance')
    const ring = await system(page, 'Highlight')
    const tile = (name: string) => page.getByRole('radio', { name }).locator('xpath=..')
    await expect(tile('Vertical')).toHaveCSS('outline-color', ring)
    await expect(tile('Vertical')).toHaveCSS('outline-style', 'solid')
    await expect(tile('Horizontal')).toHaveCSS('outline-style', 'none')
    await expect(page.getByRole('link', { name: 'Appearance' })).toHaveCSS('border-bottom-color', ring)
    await expect(page.getByRole('link', { name: 'Profile' })).toHaveCSS(
      'border-bottom-color',
      await system(page, 'Canvas'),
    )
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Settings' })).toHaveCSS(
      'border-top-color',
      ring,
    )
    const thumb = (name: string) =>
      page.getByRole('switch', { name }).locator('xpath=..').locator('.MuiSwitch-thumb')
    await expect(thumb('Blur what is behind the bar')).toHaveCSS('background-color', ring)
    await expect(thumb('Collapse the navigation')).toHaveCSS(
      'background-color',
      await system(page, 'ButtonText'),
    )
  })

  test('the filter that is on, and the main button, have an edge', async ({ page }) => {
    await open(page, 'validators')
    await expect(page.getByRole('button', { name: /^All/, pressed: true })).toHaveCSS(
      'border-top-color',
      await system(page, 'Highlight'),
    )
    await open(page, 'validators-error')
    const button = page.getByRole('button', { name: 'Try again' })
    await expect(button).toHaveCSS('border-top-style', 'solid')
    await expect(button).toHaveCSS('border-top-width', '1px')
  })
})
