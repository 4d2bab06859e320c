import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CDPSession, expect, test, type Worker } from '@playwright/test'
import type { PushPayload } from '@roundsman/contract/alerts/push-payload'
import { pagePolicy } from '../../apps/server/src/platform/http/security-headers.ts'

const workerFile = new URL('../../apps/web/dist/push-worker.js', import.meta.url)
const alertPath = '/alerts-history?alert=7'

let server: Server
let origin: string
/** What the browser asked for, by path. */
const asked: string[] = []

/** The worker as the site serves it, below pages with the site's policy: requests of workers pass by `page.route`. */
test.beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/push-worker.js') {
      response.writeHead(200, {
        ...{ 'content-type': 'text/javascript', 'cache-control': 'no-cache' },
        'content-security-policy': "default-src 'none'",
      })
      response.end(readFileSync(workerFile))
      return
    }
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': pagePolicy('nonce') })
    response.end('<!doctype html><title>Page</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => new Promise((resolve) => server.close(resolve)))

const alert = (): PushPayload => ({
  ...{ title: 'Jailed: Paper Sluice', body: 'At block 8,612.', url: origin + alertPath, tag: 'topic-7' },
  ...{ answer: { label: 'Acknowledge or mute', url: `${origin}/a/token` }, severity: 'CRITICAL' },
})

/** As a push service would: the browser wakes the worker with it. */
async function push(devtools: CDPSession, registrationId: string, payload: unknown): Promise<void> {
  await devtools.send('ServiceWorker.deliverPushMessage', {
    ...{ origin, registrationId, data: JSON.stringify(payload) },
  })
}

/** What the worker shows. A browser without windows shows nothing itself, so it is noted where it leaves the worker. */
function noteNotifications(worker: Worker): Promise<void> {
  return worker.evaluate(() => {
    const shown: unknown[] = []
    Object.assign(globalThis, { shown, opened: [] })
    Object.assign(ServiceWorkerRegistration.prototype, {
      showNotification: async (title: string, options: object) => void shown.push({ title, ...options }),
    })
  })
}
const shownBy = (worker: Worker) =>
  worker.evaluate(
    () => Reflect.get(globalThis, 'shown') as { title: string; tag: string; renotify: boolean }[],
  )

test('P620 P621 P623: the built worker shows what is pushed, at the scope of the host and under the strict policy', async ({
  page,
  context,
}) => {
  await page.goto(origin)
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) resolve(one.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const starting = context.waitForEvent('serviceworker')
  const scope = await page.evaluate(async () => {
    const { scope: ruled } = await navigator.serviceWorker.register('/push-worker.js', {
      ...{ scope: '/', updateViaCache: 'none' },
    })
    await navigator.serviceWorker.ready
    return ruled
  })
  expect(scope).toBe(`${origin}/`)
  const worker = await starting
  await noteNotifications(worker)
  const id = await registered

  await push(devtools, id, alert())
  await expect.poll(() => shownBy(worker)).toHaveLength(1)
  expect((await shownBy(worker))[0]).toMatchObject({
    ...{ title: 'Jailed: Paper Sluice', body: 'At block 8,612.', tag: 'topic-7', renotify: true },
    actions: [{ action: 'answer', title: 'Acknowledge or mute' }],
  })
  // What ends it takes its place, in silence.
  await push(devtools, id, { ...alert(), title: 'Unjailed', severity: 'INFO' })
  await push(devtools, id, 'what nobody understands')
  await expect.poll(() => shownBy(worker)).toHaveLength(3)
  expect((await shownBy(worker)).map(({ title, tag, renotify }) => [title, tag, renotify])).toEqual([
    ['Jailed: Paper Sluice', 'topic-7', true],
    ['Unjailed', 'topic-7', false],
    ['Roundsman', 'unreadable', false],
  ])

  // A page that is loaded again comes from the server, and nothing is kept.
  const before = asked.filter((path) => path === '/').length
  await page.reload()
  expect(asked.filter((path) => path === '/')).toHaveLength(before + 1)
  expect(await page.evaluate(() => caches.keys())).toEqual([])
})
