import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Ability } from '@roundsman/contract/abilities'
import type { Boot } from '@roundsman/contract/networks'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { systemIds } from '../ids.ts'
import { createHttpServer } from './create-http-server.ts'
import { httpLimits } from './http-limits.ts'

const network = (id: number, access: 'ANY' | 'VIP') => ({
  host: `n${id}.example`,
  blockchain_id: id,
  chain_id: null,
  kind: 'COSMOS' as const,
  logo: '',
  domain: `https://n${id}.example`,
  name: `Network ${id}`,
  symbol: 'N',
  is_da_enabled: false,
  access,
  explorer_url: null,
})
const site: Boot = {
  default_blockchain_id: 1,
  provider: { name: 'Example Nodes', url: 'https://example.org', links: [] },
  notice: null,
  google_client_id: null,
  networks: [network(1, 'ANY'), network(2, 'VIP')],
}
/** Draws what it was asked for, and counts. */
const drawing = `export let asked = 0
export async function renderFirstView({ page, language, host, boot }) {
  asked += 1
  return { html: \`\${page} \${language} \${host} $& \${asked}\`, styles: '<style nonce="__CSP_NONCE__">s</style>' }
}`
const index = '<head><!--boot--></head><body><!--first-view--></body>'

let webRoot = ''
beforeEach(() => {
  webRoot = mkdtempSync(join(tmpdir(), 'roundsman-first-'))
  writeFileSync(join(webRoot, 'index.html'), index)
  mkdirSync(join(webRoot, '.first-view'))
})
afterEach(() => rmSync(webRoot, { recursive: true }))

interface Case {
  program?: string
  boot?: Partial<Boot>
  abilities?: Ability[] | 'no database'
}

/** What the page at an address has besides index.html. */
async function open({ program = drawing, boot, abilities }: Case) {
  writeFileSync(join(webRoot, '.first-view/render-first-view.js'), program)
  const errors: string[] = []
  const server = await createHttpServer({
    clock: systemClock,
    ids: systemIds,
    log: pino({ level: 'error' }, { write: (line: string) => void errors.push(line) }),
    metrics: new Registry(),
    limits: httpLimits,
    trustedProxies: [],
    servesWeb: true,
    webRoot: pathToFileURL(`${webRoot}/`),
    hooks: {
      authenticate: () =>
        abilities === 'no database'
          ? Promise.reject(new Error('no database'))
          : Promise.resolve(abilities ? { userId: 1, sessionId: 1, abilities, language: 'en' } : null),
      protect: () => Promise.resolve(),
      networkAccess: () => null,
      boot: () => JSON.stringify({ ...site, ...boot }),
    },
  })
  const get = async (url: string, host = 'n1.example') => {
    const answer = await server.fastify.inject({ url, headers: { host } })
    return { status: answer.statusCode, body: answer.body, policy: answer.headers['content-security-policy'] }
  }
  return { get, errors, end: () => server.fastify.close() }
}

const read = (subject: Ability['subject']): Ability => ({ action: 'read', subject })
const viewsIn = (body: string) =>
  [...body.matchAll(/<div class="first-view"[^>]*>(.*?)<\/div>/g)].map(([, view]) => view)

describe('the first view', () => {
  test('P109: guests get the sign-in page in every language, with its styles and under the policy', async () => {
    const { get, end } = await open({})
    const { body, policy } = await get('/login?next=%2Fsettings')
    expect(viewsIn(body)).toEqual([
      '/login en n1.example $& 1',
      '/login ru n1.example $& 2',
      '/login uk n1.example $& 3',
    ])
    const nonce = /nonce-([\w-]+)/.exec(String(policy))?.[1]
    expect(body).toContain(`<head><style nonce="${nonce}">s</style><script nonce="${nonce}"`)
    expect(body).toContain(
      '<template data-first-view="uk" data-media="all"><div class="first-view" inert aria-hidden="true">',
    )
    await end()
  })

  test('it is drawn once for each network and page', async () => {
    const { get, end } = await open({})
    const first = viewsIn((await get('/login')).body)
    expect(viewsIn((await get('/login')).body)).toEqual(first)
    expect(viewsIn((await get('/login', 'N1.EXAMPLE:8000')).body)).toEqual(first)
    expect(viewsIn((await get('/login', 'other.example')).body)).toEqual(first)
    expect(viewsIn((await get('/login', 'n2.example')).body)[0]).toBe('/login en n2.example $& 4')
    await end()
  })

  test('members get the list on small screens, of the networks that they may read', async () => {
    const { get, end } = await open({ abilities: [read('any'), read('ANY')] })
    const { body } = await get('/')
    expect(viewsIn(body)[0]).toBe('/ en n1.example $& 1')
    expect(body).toContain('data-media="(max-width:899.95px)"')
    expect(viewsIn((await get('/', 'n2.example')).body)).toEqual([])
    await end()
    const vip = await open({ abilities: [read('any'), read('VIP')] })
    expect(viewsIn((await vip.get('/', 'n2.example')).body)).toHaveLength(3)
    await vip.end()
  })

  test.each<[string, Case, string]>([
    ['a member opens the sign-in page, which sends them on', { abilities: [read('ANY')] }, '/login'],
    ['a guest opens the list, which sends them on', {}, '/'],
    ['the address chooses what the list shows', { abilities: [read('ANY')] }, '/?q=a'],
    ['the page is another', { abilities: [read('ANY')] }, '/settings'],
    ["the sign-in page has Google's button", { boot: { google_client_id: 'id' } }, '/login'],
  ])('there is none where %s', async (_where, how, url) => {
    const { get, errors, end } = await open(how)
    const { status, body } = await get(url)
    expect([status, viewsIn(body), errors]).toEqual([200, [], []])
    expect(body).not.toContain('<style')
    await end()
  })

  test.each<[string, Case]>([
    [
      'it cannot be drawn',
      { program: 'export const renderFirstView = () => Promise.reject(new Error("broken"))' },
    ],
    ['nobody knows who calls', { abilities: 'no database' }],
  ])('where %s the page is served without, and the log says so', async (_where, how) => {
    const { get, errors, end } = await open(how)
    const { status, body } = await get('/login')
    expect([status, viewsIn(body)]).toEqual([200, []])
    expect(errors.join('')).toContain('no first view')
    await end()
  })

  test('no text of a catalogue gets the nonce', async () => {
    const { get, end } = await open({
      program: `export const renderFirstView = ({ boot }) =>
        Promise.resolve({ html: boot.provider.name, styles: '' })`,
      boot: { provider: { ...site.provider, name: '__CSP_NONCE__' } },
    })
    const { body } = await get('/login')
    expect(viewsIn(body)).toEqual(['__CSP_NONCE__', '__CSP_NONCE__', '__CSP_NONCE__'])
    expect(body).toContain('"name":"__CSP_NONCE__"')
    await end()
  })

  test('what draws it is not served', async () => {
    const { get, end } = await open({})
    expect((await get('/.first-view/render-first-view.js')).status).toBe(404)
    await end()
  })
})
