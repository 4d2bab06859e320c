import { endpoints } from '@roundsman/contract/endpoints'
import type { AlertDelivery } from '@roundsman/contract/alerts/alerts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { systemFetch } from './platform/clients/http-client.ts'
import { createMailCatcher, type MailCatcher } from './testing/mail-catcher.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'
import type { TestBrowser } from './testing/test-browser.ts'

let catcher: MailCatcher
let site: TestApp
let browser: TestBrowser
let isOverloaded = false
beforeAll(async () => {
  catcher = await createMailCatcher()
  site = await createTestApp({
    fetch: systemFetch,
    config: { mail: { smtpUrl: catcher.url, from: 'a@example.org' } },
    isOverloaded: () => isOverloaded,
  })
  await site.app.start()
  await site.createUser('ann@example.org', 'a long enough password')
  browser = await site.signedIn({ email: 'ann@example.org', password: 'a long enough password' })
})
afterAll(async () => {
  await site.close()
  await catcher.close()
})
beforeEach(() => {
  isOverloaded = false
})

const chart =
  '/api/blockchains/charts/?blockchain_id=1&validator_id=1&metric=cosmos_validator_uptime&range=h1&step=25s'
const replay = { blockchain_id: 1, days: 1, setting_ids: [] }

it('B263: charts, replays and exports are what yields; nothing else is refused', async () => {
  const yielding = Object.entries(endpoints).filter(([, endpoint]) => 'yields' in endpoint)
  expect(yielding.map(([name]) => name).sort()).toEqual(['charts', 'exportAccount', 'replayAlerts'])
  const answers = async () => [
    (await browser.get(chart)).status,
    (await browser.post('/api/alerts/replay/', replay)).status,
    (await browser.get('/api/users/export/')).status,
  ]
  expect(await answers()).toEqual([404, 400, 200])
  isOverloaded = true
  expect(await answers()).toEqual([503, 503, 503])
  const refused = await browser.get(chart)
  expect(refused.headers['retry-after']).toBe('10')
  expect(refused.json()).toMatchObject({ code: 'overloaded', status: 503 })
  for (const path of [
    '/api/blockchains/list/1/',
    '/api/alerts/user-settings/1/',
    '/api/alerts/history/1/',
    '/api/alerts/unacknowledged/1/',
    '/api/users/profile/',
    '/api/health/',
  ])
    expect([path, (await browser.get(path)).status]).toEqual([path, 200])
})

it('B264: a process that has too much to do signs in, takes answers and sends as ever', async () => {
  isOverloaded = true
  const other = await site.signedIn({ email: 'ann@example.org', password: 'a long enough password' })
  const sent = await other.post('/api/alerts/test/', { channel: 'EMAIL' })
  expect(sent.status).toBe(202)
  await site.clock.advance(2_000)
  await catcher.waitFor(1)
  const { id } = sent.json<AlertDelivery>()
  await expect
    .poll(async () => (await other.get(`/api/alerts/test/${id}/`)).json<AlertDelivery>().state)
    .toBe('SENT')
})
