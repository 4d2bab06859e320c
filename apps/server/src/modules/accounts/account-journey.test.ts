import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailCatcher, linkIn, type MailCatcher } from '../../testing/mail-catcher.ts'
import { openTestSite, type TestSite } from './testing/test-site.ts'

const password = 'a long enough password'
let catcher: MailCatcher
let site: TestSite
beforeAll(async () => {
  catcher = await createMailCatcher()
  site = await openTestSite({ smtpUrl: catcher.url })
})
afterAll(async () => {
  await site.close()
  await catcher.close()
})

test('16.4.1: a whole life that leaves no secret in the log: register, mail through a real server, confirm, look, log out, log in', async () => {
  const email = 'ada@example.org'
  const browser = await site.visitor({ language: 'uk,en;q=0.5' })
  expect((await browser.get('/api/users/profile/')).statusCode).toBe(401)
  expect(
    (await browser.post('/api/users/register/', { email, password, first_name: 'Ада' })).statusCode,
  ).toBe(202)
  expect((await browser.post('/api/users/login/', { email, password })).json().code).toBe(
    'email_not_confirmed',
  )

  const [caught] = await catcher.waitFor(1)
  if (!caught) throw new Error('no mail came')
  expect(caught.to).toEqual([email])
  expect(caught.mail.subject).toBe('Підтвердьте акаунт Roundsman')
  const link = linkIn(caught)
  expect(link.pathname).toBe('/register/confirm')

  const page = await browser.get(`${link.pathname}${link.search}`)
  expect(page.headers['content-type']).toContain('text/html')
  expect((await browser.get('/api/users/profile/')).statusCode).toBe(401)
  const token = link.searchParams.get('token')
  const confirmed = await browser.post('/api/users/register/confirm/', { token })
  expect(confirmed.json()).toMatchObject({ email, first_name: 'Ада', language: 'uk', timezone: 'UTC' })
  expect((await browser.get('/api/users/profile/')).json()).toEqual(confirmed.json())

  expect((await browser.post('/api/users/logout/')).statusCode).toBe(204)
  expect((await browser.get('/api/users/profile/')).statusCode).toBe(401)
  expect((await browser.post('/api/users/login/', { email, password })).json()).toEqual(confirmed.json())
  expect(catcher.mails).toHaveLength(1)
  const log = site.logLines.join('')
  for (const secret of [password, token, email]) expect(log).not.toContain(secret)
})
