import type { Page, Request } from '@playwright/test'
import { waitUntilStill } from '../wait-until-still.ts'
import { stageTime } from './answers.ts'
import { fixDate } from './fix-date.ts'
import type { Scene } from './scene.ts'
import { servePage, stageOrigin } from './serve-page.ts'
import { expect } from './slow-expect.ts'

export interface Appearance {
  mode?: 'light' | 'dark'
  direction?: 'ltr' | 'rtl'
  skin?: 'default' | 'bordered' | 'semi-dark'
  navCollapsed?: boolean
  /** Not kept by the page, so it is chosen by hand once the page stands; from 1200 wide on. */
  layout?: 'vertical' | 'horizontal'
}

/** However slow the machine is: the page is looked at while it loads, and would say after 15 s that it gave up. */
const neverGivesUp = `
  const { setTimeout: inTime } = window
  window.setTimeout = (run, ms, ...args) => (ms >= 10000 ? 0 : inTime(run, ms, ...args))`

/** Opens a scene: the built page, with answers and a time that never change. */
export async function openScene(
  page: Page,
  scene: Scene,
  { layout, ...kept }: Appearance = {},
): Promise<void> {
  const unanswered = watchRequests(page)
  await servePage(page, { as: scene.as ?? 'live', signedIn: scene.guest !== true })
  await fixDate(page, new Date(stageTime))
  await page.addInitScript(
    (settings) => window.localStorage.setItem('settings', settings),
    JSON.stringify(kept),
  )
  if (scene.as === 'slow') await page.addInitScript({ content: neverGivesUp })
  await page.goto(new URL(scene.path, stageOrigin).href)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // It is the program that is looked at.
  await expect(page.locator('.early')).toHaveCount(0)
  // A pointer begins in the corner, and the browser may tell the navigation there, which opens under one.
  if (kept.navCollapsed === true) await page.mouse.move((page.viewportSize()?.width ?? 0) / 2, 1)
  if (layout === 'horizontal') await chooseHorizontal(page)
  await scene.act?.(page)
  await scene.shows?.(page)
  // What comes later than the rest moves what stands below it: a footer that has the focus, out of sight.
  if (scene.as !== 'slow') await expect.poll(unanswered, 'what the page still waits for').toEqual([])
  await waitUntilStill(page)
}

/** Gives the addresses that the page has asked for and has no answer of, but for the stream, which never ends. */
function watchRequests(page: Page): () => string[] {
  const asked = new Set<Request>()
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/api/live/')) asked.add(request)
  })
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  return () => [...asked].map((request) => request.url())
}

async function chooseHorizontal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Appearance settings' }).click()
  // Settings may show the same control.
  const panel = page.getByRole('complementary').getByRole('region', { name: 'Appearance' })
  await panel.getByRole('radio', { name: 'Horizontal' }).check({ force: true })
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(
    page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').first(),
  ).toBeVisible()
}
