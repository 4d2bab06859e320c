import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Endpoint } from '@roundsman/contract/endpoint'
import { endpoints } from '@roundsman/contract/endpoints'
import { Problem } from '@roundsman/contract/problem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { createTestApp, type TestApp } from './testing/test-app.ts'
import type { TestAnswer, TestBrowser, TestRequest } from './testing/test-browser.ts'

// What holds for every route alike; docs/security.md says where the rest of the checklist is tested.

const verbs = { POST: 'post', PUT: 'put', DELETE: 'delete' } as const
const table: readonly Endpoint[] = Object.values(endpoints)
/** Calls that take bytes (`raw`) refuse in words of their own: G42. */
const takingJson = table.filter(
  ({ body, takes, raw }) => body !== null && takes === undefined && raw === undefined,
)
const password = 'a long enough password'
let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
  await site.app.start()
  await site.createUser('ada@example.org', password)
})
afterAll(() => site.close())

const signedIn = () => site.signedIn({ email: 'ada@example.org', password })

function send(browser: TestBrowser, endpoint: Endpoint, body?: unknown, request: TestRequest = {}) {
  const url = urlOf(endpoint)
  return endpoint.method === 'GET'
    ? browser.get(url, request)
    : browser[verbs[endpoint.method]](url, body, request)
}

const urlOf = ({ path }: Endpoint) => path.replaceAll(/\{\w+\}/g, '1')

test('3.4.1 3.4.3 3.4.4 3.4.5 3.4.6 3.4.8: every route answers with the headers that hold a browser back', async () => {
  const browser = site.browser()
  const answers: [string, TestAnswer][] = [['a page', await browser.get('/validators')]]
  for (const endpoint of table) answers.push([urlOf(endpoint), await send(browser, endpoint)])
  for (const [where, { headers }] of answers) {
    expect([where, headers]).toEqual([
      where,
      expect.objectContaining({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringMatching(
          /^(?=.*default-src 'none')(?=.*object-src 'none')(?=.*base-uri 'none')(?=.*frame-ancestors 'none')/,
        ),
      }),
    ])
    expect([where, headers['access-control-allow-origin'], headers['server']]).toEqual([
      where,
      undefined,
      undefined,
    ])
  }
})

/** What is kept for good says so by itself: its path names its content. */
const pictures = ['/api/users/profile/avatar/{name}/{width}/', '/api/blockchains/avatars/{digest}/']
/** About a network, and about whoever asks. */
const ownOnNetworks = /\/(alerts\/(user-settings|history|silences|unacknowledged)|tokens)\//

test('14.3.2 B221: nothing of what is somebody’s own, and nothing that was done, is kept by a browser or a proxy', async () => {
  const browser = await signedIn()
  for (const endpoint of table) {
    if (endpoint.produces === 'event-stream' || endpoint.path === '/api/users/logout/') continue
    const { headers } = await send(browser, endpoint, {})
    const caching = String(headers['cache-control'])
    const where = `${endpoint.method} ${endpoint.path}`
    const isShared =
      ['network', 'public'].includes(endpoint.access) &&
      endpoint.method === 'GET' &&
      !ownOnNetworks.test(endpoint.path)
    const isForAll = ['/api/openapi.json', '/api/alerts/settings/'].includes(endpoint.path)
    if (isShared || isForAll || pictures.includes(endpoint.path))
      expect([where, caching]).toEqual([where, expect.stringMatching(/no-store|no-cache|max-age/)])
    else expect([where, caching]).toEqual([where, 'no-store'])
  }
  const own = [
    ...['/api/users/profile/', '/api/users/contacts/', '/api/teams/', '/api/alerts/user-settings/1/'],
    ...['/api/alerts/history/1/', '/api/alerts/unacknowledged/1/', '/api/alerts/silences/?blockchain_id=1'],
  ]
  // One of the calls above has signed this browser out.
  const anew = await signedIn()
  for (const path of own) {
    const { status, headers } = await anew.get(path)
    expect([path, status, headers['cache-control']]).toEqual([path, 200, 'no-store'])
  }
})

test('3.4.1: by https, a browser is told to come by https only', async () => {
  const behindProxy = await createTestApp({
    config: { trustedProxies: ['127.0.0.1'] },
    database: site.database,
  })
  const answer = await behindProxy.app.server.fastify.inject({
    url: '/api/networks/',
    headers: { 'x-forwarded-proto': 'https' },
  })
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

test('4.2.1 15.1.3: a body over the limit is 413 on every route that takes one', async () => {
  const browser = await signedIn()
  const body = { text: 'x'.repeat(10 * 1024 * 1024) }
  for (const endpoint of takingJson) {
    const answer = await send(browser, endpoint, body)
    expect([urlOf(endpoint), answer.status]).toEqual([urlOf(endpoint), 413])
  }
})

test('4.1.1 15.3.5: bodies of any shape and type are refused, in words and without a stack, never with a 5xx', async () => {
  const browser = await signedIn()
  const deep = (open: string, close: string) => open.repeat(20_000) + close.repeat(20_000)
  const texts: [string, string][] = [
    ['deep arrays', deep('[', ']')],
    ['deep objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['no JSON', '{'],
    ['null', 'null'],
    ['a number', '1e999'],
    ['a text', '"x"'],
    ['a list', '[1,2]'],
    ['a prototype', '{"__proto__":{"admin":true}}'],
    ['a constructor', '{"constructor":{"prototype":{"admin":true}}}'],
    [
      'zeros',
      '{"email":"\\u0000","password":"\\u0000","token":"\\u0000","phone":"\\u0000","code":"\\u0000"}',
    ],
    ['lists for texts', '{"email":["a"],"password":["b"],"token":["c"],"phone":[],"code":{}}'],
    ['objects for texts', '{"email":{"$gt":""},"password":{"$gt":""},"token":{},"user_phone_id":{}}'],
    ['large numbers', '{"user_phone_id":1e308,"code":9007199254740993,"email":-0}'],
  ]
  for (const endpoint of takingJson)
    for (const [what, text] of texts) {
      const headers = { 'content-type': 'application/json' }
      const answer = await send(browser, endpoint, text, { headers })
      const where = `${urlOf(endpoint)} × ${what}`
      // Whatever may be left out may be null.
      if (what === 'null' && endpoint.body && safeParse(endpoint.body, null).success) continue
      // A new password is asked for with 202 whatever the address looks like.
      if (answer.status === 202) continue
      expect([where, answer.status >= 400 && answer.status < 500]).toEqual([where, true])
      expect([where, safeParse(Problem, answer.json()).success]).toEqual([where, true])
      expect([where, answer.text.includes('node_modules')]).toEqual([where, false])
    }
})

test('4.1.1: a body of another content type is 415 on every route that takes one', async () => {
  const browser = await signedIn()
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'x']
  for (const endpoint of takingJson)
    for (const type of types) {
      const answer = await send(browser, endpoint, '{}', {
        headers: { 'content-type': type },
      })
      expect([urlOf(endpoint), type, answer.status]).toEqual([urlOf(endpoint), type, 415])
    }
})

test('15.1.2 15.2.4: every package is locked by a digest, and one alone may run a script when it is installed', () => {
  const lockFile = createRequire(import.meta.url).resolve('../../../package-lock.json')
  const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as {
    packages: Record<string, { link?: boolean; integrity?: string; hasInstallScript?: boolean }>
  }
  const installed = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  )
  expect(installed.length).toBeGreaterThan(100)
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
  const scripts = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true)
  expect(scripts.map(([path]) => path)).toEqual(['node_modules/esbuild'])
})

const root = new URL('../../../', import.meta.url)

/** Every file that becomes part of the server or the page. */
const sources = ['apps/server/src/', 'apps/web/src/', 'packages/'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|node_modules|(^|\/)testing\//.test(name))
    .map((name) => `${folder}${name}`),
)

/** What makes code, markup, patterns or commands of text, or asks for a certificate that nobody has to have. */
const never = [
  /\beval\(|\bnew Function\(/,
  /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write\(/,
  /\bexecSync\(|\bexecFile\(|shell: true|import \{[^}]*\bexec\b[^}]*\} from 'node:child_process'/,
  /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/,
]

test('1.2.5 1.3.2 3.2.2 12.3.2 B224: no code, no markup and no command is made of text, and every certificate is checked', () => {
  expect(sources.length).toBeGreaterThan(500)
  const found = sources.flatMap((name) => {
    const source = readFileSync(new URL(name, root), 'utf8')
    return never.filter((pattern) => pattern.test(source)).map((pattern) => `${name}: ${pattern.source}`)
  })
  expect(found).toEqual([])
})
