import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieHeader } from './testing/cookie-header.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'
import type { TestBrowser } from './testing/test-browser.ts'

const email = 'ada@example.org'
const password = 'a long enough password'
let site: TestApp
let address: string
beforeAll(async () => {
  site = await createTestApp({ config: { port: 0 } })
  await site.app.start()
  address = await site.app.listen()
  await site.createUser(email, password)
})
afterAll(() => site.close())

const signedIn = () => site.signedIn({ email, password })

/** Opens the live stream as this browser; resolves to what it said once the server has ended it. */
async function streamOf(browser: TestBrowser): Promise<{ ended: Promise<string> }> {
  const cookie = cookieHeader(browser.cookies)
  const answer = await fetch(`${address}/api/live/1/`, { headers: { cookie } })
  expect(answer.status).toBe(200)
  return { ended: answer.text() }
}

test('7.4.2 A31 A33: a session that is ended from elsewhere loses its stream at once', async () => {
  const phone = await signedIn()
  const stream = await streamOf(phone)
  const laptop = await signedIn()
  const { sessions } = (await laptop.get('/api/users/sessions/')).json<{
    sessions: { id: number; current: boolean }[]
  }>()
  const other = sessions.find(({ current }) => !current)
  expect((await laptop.delete(`/api/users/sessions/${other?.id}/`)).status).toBe(204)
  // The clock of this test stands: no check of every minute ended it.
  expect(await stream.ended).toContain('event: hello')
})

test('7.4.3 C6: a password change ends the streams of other sessions and no other', async () => {
  const own = await signedIn()
  const other = await signedIn()
  const streams = [await streamOf(own), await streamOf(other)]
  let ownEnded = false
  void streams[0]?.ended.then(() => {
    ownEnded = true
  })
  const body = { old_password: password, new_password: `${password} 2` }
  expect((await own.post('/api/users/password-change/', body)).status).toBe(204)
  expect(await streams[1]?.ended).toContain('event: hello')
  expect(ownEnded).toBe(false)
  expect((await own.post('/api/users/logout/')).status).toBe(204)
  expect(await streams[0]?.ended).toContain('event: hello')
})
