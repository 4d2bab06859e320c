import { expect, test } from '@playwright/test'
import { holdBack, program } from '../src/stage/hold-back.ts'
import { servePage, stageOrigin } from '../src/stage/serve-page.ts'

test.describe('P107: before the program runs', () => {
  for (const [path, parts] of [
    ['/', ['frame-', 'validators-page-', 'en-', 'shell.en-']],
    ['/settings?tab=phones', ['frame-', 'settings-page-', 'en-', 'account.en-']],
    ['/login', ['sign-in-page-', 'en-']],
  ] as const) {
    test(`the splash stands and the parts of ${path} are on their way`, async ({ page }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await servePage(page, { as: 'live', signedIn: true })
      await page.route(/\/assets\/index-.*\.js$/, (route) => route.abort())
      await page.goto(new URL(path, stageOrigin).href)
      await expect(page.getByRole('img', { name: 'Roundsman' })).toBeVisible()
      expect(await page.locator('link[rel="stylesheet"]').count()).toBe(0)
      for (const part of parts)
        await expect.poll(() => asked.some((file) => file.startsWith(`/assets/${part}`)), part).toBe(true)
    })
  }
})

test('P241: the list and the choices of the user are asked for while their page is on its way', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await servePage(page, { as: 'live', signedIn: true })
  const { release } = await holdBack(page, /\/assets\/(frame|validators-page)-.*\.js$/)
  await page.goto(new URL('/', stageOrigin).href, { waitUntil: 'commit' })
  for (const call of ['/api/blockchains/list/1/', '/api/users/preferences/'])
    await expect.poll(() => asked.includes(call), call).toBe(true)
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('P503: the list and the choices are asked for beside the program, and once', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await servePage(page, { as: 'live', signedIn: true })
  const { release } = await holdBack(page, program)
  await page.goto(new URL('/', stageOrigin).href, { waitUntil: 'commit' })
  const calls = ['/api/users/profile/', '/api/blockchains/list/1/', '/api/users/preferences/']
  for (const call of calls) await expect.poll(() => asked.includes(call), call).toBe(true)
  release()
  await expect(page.locator('[data-row]').first()).toBeVisible()
  for (const call of calls) expect(asked.filter((path) => path === call)).toHaveLength(1)
})

test('P711: what the program is made of runs before the rest of it is there', async ({ page }) => {
  await servePage(page, { as: 'live', signedIn: true })
  await page.addInitScript(() => {
    const run: string[] = []
    Object.assign(window, { runOfTest: run })
    const note = ({ target }: Event) => {
      if (target instanceof HTMLScriptElement) run.push(target.src)
    }
    document.addEventListener('load', note, true)
  })
  const { release } = await holdBack(page, program)
  await page.goto(new URL('/', stageOrigin).href, { waitUntil: 'commit' })
  const run = () => page.evaluate(() => (window as unknown as { runOfTest: string[] }).runOfTest)
  for (const part of ['react', 'look'])
    await expect.poll(async () => (await run()).some((file) => file.includes(`/assets/${part}-`))).toBe(true)
  release()
  await expect(page.locator('[data-row]').first()).toBeVisible()
})

test('P506: the font comes when the program is there', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const fonts = () => asked.filter((path) => path.endsWith('.woff2')).length
  await servePage(page, { as: 'live', signedIn: true })
  const { release } = await holdBack(page, program)
  await page.goto(new URL('/', stageOrigin).href, { waitUntil: 'commit' })
  await expect.poll(() => asked.includes('/api/blockchains/list/1/')).toBe(true)
  expect(fonts()).toBe(0)
  release()
  await expect.poll(fonts).toBe(1)
})

test.describe('P108: a page that does not start', () => {
  for (const [language, sentence, again] of [
    ['en', 'The page did not start.', 'Reload'],
    ['ru', 'Страница не запустилась.', 'Перезагрузить'],
    ['uk', 'Сторінка не запустилася.', 'Перезавантажити'],
  ] as const) {
    test(`says so where the program does not come, and goes on when it does (${language})`, async ({
      page,
    }) => {
      await servePage(page, { as: 'live', signedIn: true })
      const program = /\/assets\/index-.*\.js$/
      await page.route(program, (route) => route.abort())
      await page.goto(new URL(`/charts?lng=${language}`, stageOrigin).href)
      await expect(page.getByRole('alert')).toContainText(sentence)
      await page.unroute(program)
      await page.getByRole('link', { name: again }).click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
  }

  test('says so where the program breaks before it draws anything', async ({ page }) => {
    await servePage(page, { as: 'live', signedIn: true })
    await page.route(/\/assets\/en-.*\.js$/, (route) => route.abort())
    await page.goto(new URL('/charts', stageOrigin).href)
    await expect(page.getByRole('alert')).toContainText('The page did not start.')
  })
})
