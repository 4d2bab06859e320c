import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Boot } from '@roundsman/contract/networks'
import type { Profile } from '@roundsman/contract/users'
import { createStandInChain } from './stand-in-chain.ts'

/**
 * Serves the built page and answers like the product, for looking at the page alone: `npx tsx testing/stand-in.ts`.
 * `?as=` in the cookie `standin` chooses a situation (stale, halted, unreachable, syncing, not-followed, empty, error,
 * slow); anything else is a live network. Test support, never part of the product.
 */
const port = Number(process.env['PORT'] ?? 5180)
const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const chain = createStandInChain(141, 7)
chain.step(new Date())
const names =
  'Celestia Mainnet|Celestia Testnet|0G Testnet|XRPL Testnet|XRPL Mainnet|Story Testnet|Althea Mainnet|Haqq Mainnet|Provenance Mainnet|Story Mainnet'
const symbols = 'TIA TIA A0GI XRP XRP IP ALTHEA ISLM HASH IP'.split(' ')
const boot: Boot = {
  default_blockchain_id: 1,
  provider: {
    name: 'Example Nodes',
    url: 'https://example.org',
    links: ['Documentation', 'Status', 'Support'].map((label) => ({
      label,
      url: `https://example.org/${label}`,
    })),
  },
  notice: process.env['NOTICE']
    ? {
        en: 'Simulated data. No real network is watched here.',
        ru: 'Данные симулированы.',
        uk: 'Дані змодельовано.',
      }
    : null,
  google_client_id: null,
  networks: names.split('|').map((name, i) => ({
    host: `n${i + 1}.localhost`,
    blockchain_id: i + 1,
    chain_id: null,
    kind: 'COSMOS',
    logo: '',
    domain: `http://n${i + 1}.localhost:${port}`,
    name,
    symbol: symbols[i] ?? '',
    is_da_enabled: i < 2,
    access: 'ANY',
    explorer_url: null,
  })),
}
const profile: Profile = {
  id: 1,
  email: 'robin@example.org',
  first_name: 'Robin',
  last_name: 'Ward',
  avatar: null,
  language: 'en',
  timezone: 'UTC',
  groups: ['member'],
  has_password: true,
  phones: [],
  abilities: [
    { action: 'read', subject: 'any' },
    { action: 'read', subject: 'ANY' },
  ],
}
const nonce = 'c3RhbmQtaW4'
const csp = `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; font-src 'self'; img-src 'self' https:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
const streams = new Set<ServerResponse>()
const states = [
  'LIVE',
  'LIVE',
  'HALTED',
  'SYNCING',
  'UNREACHABLE',
  'NOT_FOLLOWED',
  'LIVE',
  'LIVE',
  'LIVE',
  'LIVE',
] as const

setInterval(() => {
  const at = new Date()
  const { height, changed } = chain.step(at)
  for (const stream of streams) {
    send(stream, 'height', { height, at: at.toISOString(), seq: height })
    send(stream, 'validators', { changed, removed: [], seq: height })
  }
}, 1_020)

createServer((request, response) => void answer(request, response)).listen(port, '127.0.0.1', () => {
  console.log(`http://n1.localhost:${port}`)
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://x').pathname
  const as = /standin=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? 'live'
  const signedIn = /sid=1/.test(request.headers.cookie ?? '')
  if (path.startsWith('/api/live/')) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.write(': hello\n\n')
    if (as === 'live') {
      send(response, 'hello', { protocol: 1, seq: 1 })
      streams.add(response)
      response.on('close', () => streams.delete(response))
    } else if (as === 'stale') response.end()
    else setInterval(() => response.write(': beat\n\n'), 5_000).unref()
    return
  }
  if (path === '/api/users/profile/')
    return signedIn ? json(response, 200, profile) : problem(response, 401, 'not_authenticated')
  if (path === '/api/users/login/' || path === '/api/users/register/confirm/') {
    const body = await bodyOf(request)
    if (body['password'] === 'wrong') return problem(response, 400, 'invalid_credentials')
    if (path.includes('confirm') && body['password'] === undefined)
      return problem(response, 400, 'password_required')
    response.setHeader('Set-Cookie', 'sid=1; Path=/; SameSite=Lax')
    return json(response, 200, profile)
  }
  if (path === '/api/users/register/') return json(response, 202, { detail: 'ok' })
  if (path === '/api/users/logout/') {
    response.setHeader('Set-Cookie', 'sid=; Path=/; Max-Age=0')
    response.writeHead(204).end()
    return
  }
  const list = /^\/api\/blockchains\/list\/(\d+)\/$/.exec(path)
  if (list) return listAnswer(response, Number(list[1]), as)
  const file = join(dist, path)
  if (path !== '/' && existsSync(file) && extname(file)) {
    const types: Record<string, string> = {
      '.js': 'text/javascript',
      '.css': 'text/css',
      '.svg': 'image/svg+xml',
      '.woff2': 'font/woff2',
    }
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
    return
  }
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
    .replace(
      '<!--boot-->',
      `<script type="application/json" id="boot" nonce="${nonce}">${JSON.stringify(boot)}</script>`,
    )
    .replaceAll('__CSP_NONCE__', nonce)
  response
    .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': csp })
    .end(html)
}

function listAnswer(response: ServerResponse, id: number, as: string): void {
  const { validators, ...rest } = chain.list()
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()
  const status: typeof rest.status = { ...rest.status, state: states[id - 1] ?? 'LIVE' }
  if (id === 1) status.state = 'LIVE'
  const situations: Record<string, Partial<typeof status>> = {
    stale: { observed_at: ago(48), latest_block_at: ago(48) },
    halted: { state: 'HALTED', latest_block_at: ago(104) },
    unreachable: { state: 'UNREACHABLE', observed_at: ago(300) },
    syncing: { state: 'SYNCING' },
    'not-followed': { state: 'NOT_FOLLOWED' },
    connecting: { state: 'CONNECTING', height: null },
  }
  if (as === 'slow') return
  if (as === 'error') return problem(response, 500, 'internal_error')
  const rows = as === 'not-followed' || as === 'connecting' ? [] : validators
  json(response, 200, { ...rest, status: { ...status, ...situations[as] }, validators: rows })
}

function send(stream: ServerResponse, event: string, data: unknown): void {
  stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

function problem(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/problem+json', 'X-Request-Id': 'req-7f3k9d2m' })
  response.end(JSON.stringify({ type: 'about:blank', title: code, status, detail: code, code }))
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const part of request) text += String(part)
  return JSON.parse(text || '{}') as Record<string, unknown>
}
