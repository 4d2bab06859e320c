import { expect, type Page, test } from '@playwright/test'
import { violations } from '../src/axe.ts'
import { resizeTo, type Size, turnTo } from '../src/change-appearance.ts'
import { cutTexts, movingParts, outOfReach, smallTargets, tightTexts } from '../src/stage/measures.ts'
import type { Scene } from '../src/stage/scene.ts'
import { sceneOf, scenes } from '../src/stage/scenes.ts'
import { type Appearance, openScene } from '../src/stage/stage.ts'
import { waitUntilStill } from '../src/wait-until-still.ts'

const wide = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }
/** 1280 wide at 100 %, a phone, and 1280 wide at 200 and at 400 %. */
const views = [wide, phone, { width: 640, height: 450 }, { width: 320, height: 400 }]

/** Only a wide screen has these. */
const wideOnly = new Set(['columns-menu', 'validators-votes', 'appearance-panel'])

/** One finding does not hide another. */
const soft = expect.configure({ soft: true })

/** Colors are variables under this attribute (P3), so both schemes can be looked at without opening the page again. */
async function switchScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((to) => document.documentElement.setAttribute('data-scheme', to), scheme)
  await waitUntilStill(page)
}

async function axeFindsNothing(page: Page): Promise<void> {
  soft(await violations(page), 'light').toEqual([])
  await switchScheme(page, 'dark')
  soft(await violations(page, ['color-contrast']), 'dark').toEqual([])
  await switchScheme(page, 'light')
}

/** Gives the window another size. The page shows the same situation there, or nobody would look at what is meant. */
async function resizeScene(page: Page, scene: Scene, size: Size): Promise<void> {
  await resizeTo(page, size)
  if (!wideOnly.has(scene.name)) await scene.shows?.(page)
}

const measures = {
  'smaller than 24 × 24': smallTargets,
  'lines too low': tightTexts,
  'out of reach': outOfReach,
  cut: cutTexts,
}
async function findNothing(page: Page, ...names: (keyof typeof measures)[]): Promise<void> {
  const at = `${page.viewportSize()?.width ?? 0} px`
  // A menu takes its place a moment after the window has got its size.
  for (const name of names)
    await soft.poll(() => measures[name](page), { message: `${at}: ${name}` }).toEqual([])
}

/** Whatever is written, for the run, in a sheet that the page's policy does not stop. */
async function withSheet(page: Page, rules: string, run: () => Promise<void>): Promise<void> {
  const sheet = await page.evaluateHandle((text) => {
    const added = new CSSStyleSheet()
    added.replaceSync(text)
    document.adoptedStyleSheets.push(added)
    return added
  }, rules)
  await run()
  await sheet.evaluate((added) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== added)
  })
  await sheet.dispose()
}
/** The spacing of WCAG 1.4.12. */
const spaced =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }'
const largeLetters = ':root { font-size: 32px !important; }'

// Each scene is opened once, since that is what takes the time, and then changed as its user could change it.
for (const scene of scenes) {
  const { name, view } = scene
  test(`P100, P101, P102, P103, P116: ${name}`, async ({ page }) => {
    await page.setViewportSize(wide)
    await openScene(page, scene)
    // Another situation of the list, which is long to look through, in one direction.
    if (view === undefined || name === 'validators' || wideOnly.has(name))
      await test.step('P100: axe finds nothing', () => axeFindsNothing(page))
    await test.step('P101, P102, P103: targets are large enough, nothing is out of reach or cut', async () => {
      for (const size of views) {
        await resizeScene(page, scene, size)
        await findNothing(page, 'smaller than 24 × 24', 'out of reach', 'cut')
      }
    })
    await test.step('P103: nothing is cut with texts spaced', () =>
      withSheet(page, spaced, async () => {
        for (const size of [phone, wide]) {
          await resizeScene(page, scene, size)
          await findNothing(page, 'cut')
        }
      }))
    await test.step('P116: letters of twice the size', () =>
      withSheet(page, largeLetters, async () => {
        for (const size of [wide, phone]) {
          await resizeScene(page, scene, size)
          await findNothing(page, 'lines too low', 'out of reach', 'cut')
        }
      }))
    if (wideOnly.has(name)) return
    await test.step('P100: axe finds nothing from right to left', async () => {
      await turnTo(page, 'rtl')
      await resizeScene(page, scene, phone)
      await axeFindsNothing(page)
    })
  })
}

test('P502: the cards of a validator stand below each other without a hole', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openScene(page, sceneOf('validator'))
  const [signing, timeline] = await Promise.all(
    ['Signing', 'Timeline'].map((name) => page.getByRole('region', { name, exact: true }).boundingBox()),
  )
  expect((timeline?.y ?? 0) - (signing?.y ?? 0) - (signing?.height ?? 0)).toBeCloseTo(20)
})

test.describe('P104: nothing moves with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  const still = ['login', 'validators', 'validators-loading', 'networks-menu', 'settings-appearance']
  for (const name of [...still, 'charts-lines', 'validator-block']) {
    test(name, async ({ page }) => {
      await openScene(page, sceneOf(name))
      expect(await movingParts(page)).toEqual([])
    })
  }
})

test.describe('P105: in forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active' }, viewport: wide })
  const open = (page: Page, name: string, appearance: Appearance = {}) =>
    openScene(page, sceneOf(name), appearance)
  /** A color of the system as the page computes it. */
  const system = (page: Page, name: string) =>
    page.evaluate((color) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = color
      const computed = getComputedStyle(probe).color
      probe.remove()
      return computed
    }, name)

  test('states keep their icon and their word', async ({ page }) => {
    await open(page, 'validators')
    const text = await system(page, 'CanvasText')
    for (const word of ['Bonded', /^Missing blocks · 12/, /^At risk · /, 'Jailed']) {
      const mark = page.getByRole('table').getByText(word).first()
      await mark.scrollIntoViewIfNeeded()
      await expect(mark).toHaveCSS('color', text)
      const icon = mark.locator('svg').or(mark.locator('xpath=..').locator('svg')).first()
      await expect(icon).toBeVisible()
      await expect(icon).toHaveCSS('color', text)
    }
  })

  /** Pixels of the first canvas that have one of the colors, as `rgb(…)` or `#…`. */
  const pixels = (page: Page, where: string, colors: readonly string[]) =>
    page
      .locator(where)
      .first()
      .evaluate((element, wanted) => {
        const { width, height } = element as HTMLCanvasElement
        const probe = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
        const context = (element as HTMLCanvasElement).getContext('2d')
        if (!probe || !context) throw new Error('nothing is drawn')
        const keyOf = (data: Uint8ClampedArray, at: number) => data.slice(at, at + 3).join()
        const keys = new Set(
          wanted.map((color) => {
            probe.fillStyle = color
            probe.fillRect(0, 0, 1, 1)
            return keyOf(probe.getImageData(0, 0, 1, 1).data, 0)
          }),
        )
        const { data } = context.getImageData(0, 0, width, height)
        let count = 0
        for (let at = 0; at < data.length; at += 4)
          if (data[at + 3] === 255 && keys.has(keyOf(data, at))) count += 1
        return count
      }, colors)

  /** The canvas has colors of the system, not its own, from the first; both ways when they are turned off and on. */
  async function followsSystem(page: Page, where: string, variables: readonly string[]): Promise<void> {
    const text = await system(page, 'CanvasText')
    expect(await pixels(page, where, [text])).toBeGreaterThan(50)
    await page.emulateMedia({ forcedColors: 'none' })
    const own = await page
      .locator(where)
      .first()
      .evaluate(
        (canvas, names) => names.map((name) => getComputedStyle(canvas).getPropertyValue(name)),
        variables,
      )
    await expect.poll(() => pixels(page, where, own)).toBeGreaterThan(50)
    await page.emulateMedia({ forcedColors: 'active' })
    await expect.poll(() => pixels(page, where, own)).toBe(0)
  }

  test('P105: the strip is drawn in the color of text', async ({ page }) => {
    await open(page, 'validators')
    await followsSystem(page, 'canvas[data-strip]', ['--strip-signed', '--strip-proposed', '--strip-missed'])
  })

  for (const mode of ['light', 'dark'] as const) {
    test(`lines of charts have the color of text: ${mode}`, async ({ page }) => {
      await open(page, 'charts-lines', { mode })
      const key = page.getByRole('list', { name: 'Uptime of each validator' })
      await expect(key.locator('path').first()).toHaveCSS('stroke', await system(page, 'CanvasText'))
      await followsSystem(page, '[data-metric="power"] canvas', [
        '--line-0',
        '--line-1',
        '--line-2',
        '--line-3',
        '--line-4',
        '--line-5',
      ])
    })
  }

  test('the grid of blocks has the colors of the system', async ({ page }) => {
    await open(page, 'validator', { mode: 'dark' })
    await followsSystem(page, '[role="slider"] canvas', ['--cell-missed'])
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
