import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../../testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Headers of a page on a site with this provider. */
async function pageWith(issuer: string | null): Promise<{ csp: string; opener: string }> {
  const google = issuer === null ? null : { clientId: 'id-of-ours', clientSecret: 'secret-of-ours', issuer }
  const site = await createTestApp({ database, config: { google } })
  const { headers, text } = await site.browser().get('/login')
  const api = await site.browser().get('/api/networks/')
  expect(String(api.headers['content-security-policy'])).not.toContain('google')
  expect(text + api.text).not.toContain('secret-of-ours')
  await site.app.server.fastify.close()
  return {
    csp: String(headers['content-security-policy']),
    opener: String(headers['cross-origin-opener-policy']),
  }
}

test("3.4.3 I10: pages allow Google's script exactly where people sign in with Google", async () => {
  const google = await pageWith('https://accounts.google.com')
  expect(google.csp).toContain('https://accounts.google.com/gsi/client')
  expect(google.csp).toContain('frame-src https://accounts.google.com/gsi/;')
  expect(google.csp).toContain("connect-src 'self' https://accounts.google.com/gsi/;")
  expect(google.csp).not.toContain('unsafe')
  expect(google.opener).toBe('same-origin-allow-popups')
  for (const issuer of [null, 'https://login.example.org']) {
    const page = await pageWith(issuer)
    expect(page.csp).not.toContain('google')
    expect(page.csp).not.toContain('frame-src')
    expect(page.opener).toBe('same-origin')
  }
})
