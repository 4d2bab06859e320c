import { expect, type Page, test } from '@playwright/test'
import { violations } from '../src/axe.ts'
import { cutTexts, movingParts, outOfReach, smallTargets, tightTexts } from '../src/stage/measures.ts'
import type { Scene } from '../src/stage/scene.ts'
import { sceneOf, scenes } from '../src/stage/scenes.ts'
import { type Looks, openScene } from '../src/stage/stage.ts'
import { waitUntilStill } from '../src/wait-until-still.ts'

const wide = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

/** Colours are variables under this attribute (P3), so both schemes can be looked at without opening the page again. */
async function switchScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((to) => document.documentElement.setAttribute('data-scheme', to), scheme)
  await waitUntilStill(page)
}

/** Only a wide screen has these. */
const wideOnly = new Set(['columns-menu', 'appearance-panel'])

/** Each page in both directions; another situation of the list, which is long to look through, in one of them. */
function directionsOf({ name, view }: Scene): readonly (readonly ['ltr' | 'rtl', typeof wide])[] {
  if (wideOnly.has(name)) return [['ltr', wide]]
  if (view && name !== 'validators') return [['rtl', phone]]
  return [
    ['ltr', wide],
    ['rtl', phone],
  ]
}

test.describe('P100: axe finds nothing', () => {
  for (const scene of scenes) {
    for (const [direction, viewport] of directionsOf(scene)) {
      test(`${scene.name}, ${direction}, ${viewport.width} px, light and dark`, async ({ page }) => {
        await page.setViewportSize(viewport)
        await openScene(page, scene, { direction })
        expect(await violations(page)).toEqual([])
        await switchScheme(page, 'dark')
        expect(await violations(page, ['color-contrast'])).toEqual([])
      })
    }
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

/** 1280 wide at 100 %, a phone, and 1280 wide at 200 and at 400 %. */
const views = [wide, phone, { width: 640, height: 450 }, { width: 320, height: 400 }]

/** The page takes the form for another size, and a menu its place, a moment after the window has got it. */
const soft = expect.configure({ soft: true })

test.describe('P101, P102, P103: targets are large enough, nothing is out of reach or cut', () => {
  for (const scene of scenes) {
    test(scene.name, async ({ page }) => {
      await page.setViewportSize(wide)
      await openScene(page, scene)
      for (const view of views) {
        await page.setViewportSize(view)
        await waitUntilStill(page)
        const at = `${view.width} px`
        await soft.poll(() => smallTargets(page), { message: `${at}: smaller than 24 × 24` }).toEqual([])
        await soft.poll(() => outOfReach(page), { message: `${at}: out of reach` }).toEqual([])
        await soft.poll(() => cutTexts(page), { message: `${at}: cut` }).toEqual([])
      }
      await spaceTexts(page)
      for (const view of [phone, wide]) {
        await page.setViewportSize(view)
        await soft.poll(() => cutTexts(page), { message: `${view.width} px, spaced: cut` }).toEqual([])
      }
    })
  }
})

/** The rows of the list are as high as they are for the window that they are shown through. */
const withoutRows = scenes.filter(({ view }) => view === undefined)

test.describe('P116: letters of twice the size', () => {
  for (const scene of withoutRows) {
    test(scene.name, async ({ page }) => {
      await page.setViewportSize(wide)
      await openScene(page, scene)
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'))
      for (const view of [wide, phone]) {
        await page.setViewportSize(view)
        await waitUntilStill(page)
        const at = `${view.width} px`
        await soft.poll(() => tightTexts(page), { message: `${at}: lines too low` }).toEqual([])
        await soft.poll(() => outOfReach(page), { message: `${at}: out of reach` }).toEqual([])
        await soft.poll(() => cutTexts(page), { message: `${at}: cut` }).toEqual([])
      }
    })
  }
})

test.describe('P104: nothing moves for who wants no motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  for (const name of ['login', 'validators', 'validators-loading', 'networks-menu', 'settings-appearance']) {
    test(name, async ({ page }) => {
      await openScene(page, sceneOf(name))
      expect(await movingParts(page)).toEqual([])
    })
  }
})

test.describe('P105: in forced colours', () => {
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
    await expect(thumb('Blur behind bar')).toHaveCSS('background-color', ring)
    await expect(thumb('Collapse navigation')).toHaveCSS('background-color', await system(page, 'ButtonText'))
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
