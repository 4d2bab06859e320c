import { deciding } from '@roundsman/alerting/deciding'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { userEvents } from '@roundsman/contract/live/screen-events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { cookieHeader } from '../../../testing/cookie-header.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'
import { someOutcome } from '../testing/some-outcome.ts'
import { addValidator } from '../testing/some-validators.ts'
import { createAlertRig, subscribe } from '../testing/alert-rig.ts'

const password = 'a long enough password'
let site: TestApp
let address: string

beforeAll(async () => {
  site = await createTestApp({ catalogue: testCatalogue([testNetwork()]), config: { port: 0 } })
  await site.app.start()
  address = await site.app.listen()
})
afterAll(() => site.close())

/** What comes on a stream, as text, until the test has seen enough. */
async function listen(email: string) {
  await site.createUser(email, password)
  const browser = await site.signedIn({ email, password })
  const leave = new AbortController()
  const answer = await fetch(`${address}/api/live/1/`, {
    headers: { cookie: cookieHeader(browser.cookies), connection: 'close' },
    signal: leave.signal,
  })
  let text = ''
  const decoder = new TextDecoder()
  const read = async () => {
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk as Uint8Array, { stream: true })
  }
  read().catch(() => undefined)
  return { text: () => text, leave: () => leave.abort() }
}

test('E110: what is decided anywhere is on the stream of whom it concerns, and on nobody else’s', async () => {
  const [eve, mallory] = [await listen('eve@example.org'), await listen('mallory@example.org')]
  await expect.poll(eve.text).toContain('event: hello')
  const { db } = site.platform
  const ada = await addValidator(db.orm, { operator: 'ada' })
  await subscribe(db, { email: 'eve@example.org', settings: [2011], networkId: 1 })
  const target = { key: `validator:${ada}`, type: 'VALIDATOR' as const, id: ada }
  const outcome = someOutcome({ settingId: 2011, target, height: 11 })
  await db.transaction((tx) => createAlertRig(db).raise(tx, 1, [outcome], deciding.begin(1)))
  await site.clock.advance(1_000)
  await expect.poll(eve.text).toContain('event: alert')
  const [, json = ''] = /(?:^|\n)event: alert\ndata: (.*)\n/.exec(eve.text()) ?? []
  const item: AlertHistoryItem = z.parse(userEvents.alert, JSON.parse(json))
  expect(item).toMatchObject({
    target_name: 'ada',
    height: 11,
    type: 'JAILED',
    deliveries: [{ channel: 'EMAIL' }],
  })
  expect(mallory.text()).not.toContain('event: alert')
  eve.leave()
  mallory.leave()
})
