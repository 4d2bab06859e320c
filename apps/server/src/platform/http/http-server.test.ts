import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Problem } from '@roundsman/contract/problem'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { systemClock } from '../clock.ts'
import { systemIds } from '../ids.ts'
import { createHttpServer } from './create-http-server.ts'
import { type Caller, type HttpServer, httpLimits } from './http-server.ts'
import { addMachineRoutes } from './machine.routes.ts'
import { ProblemError } from './problem-error.ts'
import { keepBody } from './send-json.ts'

const member: Caller = {
  userId: 1,
  sessionId: 1,
  abilities: [{ action: 'read', subject: 'ANY' }],
  language: 'en',
}
const boot = JSON.stringify({ notice: '</script><script>alert(1)</script>' })
let webRoot = ''
let reasons: string[] = []
let warnings: string[] = []

async function makeServer(
  over: { trustedProxies?: string[]; servesWeb?: boolean; reads?: number } = {},
): Promise<HttpServer> {
  const metrics = new Registry()
  const server = await createHttpServer({
    clock: systemClock,
    ids: systemIds,
    log: pino({ enabled: false }),
    metrics,
    limits: { ...httpLimits, bodyBytes: 2000, reads: over.reads ?? 600 },
    trustedProxies: over.trustedProxies ?? [],
    servesWeb: over.servesWeb ?? true,
    webRoot: pathToFileURL(`${webRoot}/`),
    hooks: {
      rememberedSession: ({ headers }) =>
        headers['x-test-user'] === undefined ? null : Number(headers['x-test-user']),
      authenticate: async ({ headers }) =>
        headers['x-test-user'] === undefined
          ? null
          : { ...member, sessionId: Number(headers['x-test-user']) },
      protect: async ({ method, headers }) => {
        if (method === 'POST' && headers['x-csrftoken'] === undefined) throw new ProblemError('csrf_failed')
      },
      networkAccess: (id) => (id === 1 ? 'ANY' : id === 2 ? 'VIP' : null),
      boot: () => boot,
    },
  })
  addMachineRoutes(
    server,
    metrics,
    () => 'let-me-in',
    async () => reasons,
    () => warnings,
  )
  server.add('login', async ({ body }, { ip }) => {
    if (body.password === 'boom') throw new Error('secret internals')
    if (body.password === 'full') throw Object.assign(new Error('no space left'), { code: '53100' })
    return { status: 200, body: { email: body.email, ip } as never }
  })
  server.add('logout', async () => ({ status: 204, body: undefined }))
  server.add('validators', async ({ params }) => ({
    status: 200,
    body: { network_height: params.blockchainId, validators: [], pad: 'x'.repeat(2000) } as never,
  }))
  const kept = keepBody(JSON.stringify({ favourite_validators: [], pad: 'y'.repeat(2000) }), 'W/"kept"')
  server.add('preferences', async () => ({ status: 200, body: {} as never, kept }))
  server.add('networks', async (_input, { language }) => ({ status: 200, body: { language } as never }))
  await server.fastify.ready()
  return server
}

describe('the HTTP server', () => {
  let server: HttpServer
  beforeAll(async () => {
    webRoot = mkdtempSync(join(tmpdir(), 'roundsman-web-'))
    mkdirSync(join(webRoot, 'assets'))
    writeFileSync(join(webRoot, 'assets/app-abc.js'), 'let plain')
    writeFileSync(join(webRoot, 'assets/app-abc.js.br'), brotliCompressSync('let pressed'))
    writeFileSync(join(webRoot, 'push-worker.js'), 'let worker')
    writeFileSync(
      join(webRoot, 'index.html'),
      '<!doctype html><script nonce="__CSP_NONCE__">1</script><!--boot--><style nonce="__CSP_NONCE__"></style>',
    )
    server = await makeServer()
  })
  afterAll(async () => {
    await server.fastify.close()
    rmSync(webRoot, { recursive: true })
  })
  const get = (url: string, headers: Record<string, string> = {}) => server.fastify.inject({ url, headers })
  const post = (url: string, payload: string | object | undefined, headers: Record<string, string> = {}) =>
    server.fastify.inject({
      method: 'POST',
      url,
      headers: { 'x-csrftoken': 't', ...headers },
      ...(payload === undefined ? {} : { payload }),
    })

  it('B40: answers every error as a problem with a code, in the language asked for', async () => {
    const cases = [
      [await get('/api/nothing/'), 404, 'not_found'],
      [await get('/api/networks'), 404, 'not_found'],
      [await get('/api'), 404, 'not_found'],
      [await get('/v1'), 404, 'not_found'],
      [
        await post('/api/nothing/', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }),
        404,
        'not_found',
      ],
      [
        await post('/api/nothing/', 'a', { 'content-type': 'multipart/form-data; boundary=b' }),
        404,
        'not_found',
      ],
      [await get('/api/users/login/'), 405, 'method_not_allowed'],
      [await post('/api/networks/', {}), 405, 'method_not_allowed'],
      [
        await post('/api/users/login/', '{"email"', { 'content-type': 'application/json' }),
        400,
        'bad_request',
      ],
      [
        await post('/api/users/login/', '{"__proto__":{}}', { 'content-type': 'application/json' }),
        400,
        'bad_request',
      ],
      [await post('/api/users/login/', undefined), 400, 'validation_failed'],
      [
        await post('/api/users/login/', 'a=1', { 'content-type': 'text/plain' }),
        415,
        'unsupported_media_type',
      ],
      [await post('/api/users/login/', { email: 'x'.repeat(3000) }), 413, 'payload_too_large'],
      [await post('/api/users/login/', { email: 'a', password: 'boom' }), 500, 'internal_error'],
      // B269: the database refuses because of itself.
      [await post('/api/users/login/', { email: 'a', password: 'full' }), 503, 'unavailable'],
      [await get('/api/%zz/'), 400, 'bad_request'],
      [await get('/api/blockchains/list/1/'), 401, 'not_authenticated'],
      [await get('/api/blockchains/list/2/', { 'x-test-user': '1' }), 403, 'permission_denied'],
      [await get('/api/blockchains/list/3/', { 'x-test-user': '1' }), 404, 'network_not_found'],
      [await get('/api/blockchains/list/abc/', { 'x-test-user': '1' }), 404, 'network_not_found'],
      [await get('/api/blockchains/list/3/'), 401, 'not_authenticated'],
      [await server.fastify.inject({ method: 'POST', url: '/api/users/logout/' }), 403, 'csrf_failed'],
    ] as const
    for (const [answer, status, code] of cases) {
      expect([answer.statusCode, answer.json()]).toEqual([status, expect.objectContaining({ status, code })])
      expect(answer.headers['content-type']).toContain('application/problem+json')
      expect(answer.body).not.toContain('internals')
    }
    expect(cases[6][0].headers.allow).toBe('POST')
    const uk = (await get('/api/nothing/', { 'accept-language': 'fr, uk;q=0.8, en;q=0.1' })).json()
    expect([uk.title, uk.detail]).toEqual(['Не знайдено.', 'Не знайдено.'])
  })

  it('B54: a number in an address has one spelling', async () => {
    expect((await get('/api/blockchains/list/1/', { 'x-test-user': '1' })).statusCode).toBe(200)
    for (const id of ['1e0', '0x1', '+1', '%201', '01', '1.0', ''])
      expect((await get(`/api/blockchains/list/${id}/`, { 'x-test-user': '1' })).statusCode).toBe(404)
  })

  it('B55: answers bytes that are no request as a problem too, and hangs up', async () => {
    const own = await makeServer()
    const { port } = new URL(await own.fastify.listen({ host: '127.0.0.1', port: 0 }))
    const said = [
      ['FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'method_not_allowed'],
      ['GET / NONSENSE\r\n\r\n', 400, 'bad_request'],
      ['\u0016\u0003\u0001\u0002', 405, 'method_not_allowed'],
      [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'bad_request'],
      [
        'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
        400,
        'bad_request',
      ],
    ] as const
    for (const [bytes, status, code] of said) {
      const [head = '', body = ''] = (await exchange(Number(port), bytes)).split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*content-type: application/problem\\+json`))
      expect(head).toContain('connection: close')
      const problem: unknown = JSON.parse(body)
      expect(problem).toMatchObject({ status, code })
      expect(safeParse(Problem, problem).success).toBe(true)
    }
    await own.fastify.close()
  })

  it('3.4.3 3.4.6 B222: what never became a request is answered with the headers that hold a browser back', async () => {
    const own = await makeServer()
    const { port } = new URL(await own.fastify.listen({ host: '127.0.0.1', port: 0 }))
    const said = await exchange(Number(port), 'GET / NONSENSE\r\n\r\n')
    const known = (await get('/api/networks/')).headers
    for (const name of ['x-content-type-options', 'x-frame-options', 'referrer-policy'])
      expect(said).toContain(`${name}: ${String(known[name])}\r\n`)
    expect(said).toContain(`content-security-policy: ${String(known['content-security-policy'])}\r\n`)
    await own.fastify.close()
  })

  it('13.4.4 B40: TRACE says nothing of what came', async () => {
    const own = await makeServer()
    const { port } = new URL(await own.fastify.listen({ host: '127.0.0.1', port: 0 }))
    for (const path of ['/', '/api/users/login/']) {
      const head = `TRACE ${path} HTTP/1.1\r\nHost: x\r\nCookie: sessionid=canary\r\nConnection: close\r\n\r\n`
      const said = await exchange(Number(port), head)
      expect([path, /^HTTP\/1.1 (404|405) /.test(said), said.includes('canary')]).toEqual([path, true, false])
    }
    await own.fastify.close()
  })

  it('B41: names each wrong field, in the language asked for', async () => {
    const answer = await post('/api/users/login/', { email: 'a@b.org' }, { 'accept-language': 'ru' })
    expect(answer.json()).toMatchObject({
      code: 'validation_failed',
      errors: { password: ['Обязательное поле.'] },
    })
    const whole = await post('/api/users/login/', '[]', { 'content-type': 'application/json' })
    expect(whole.json().errors).toEqual({ body: ['Not valid.'] })
  })

  it('B42: takes a call without a body with and without a content type, and ignores unknown queries', async () => {
    const user = { 'x-test-user': '1' }
    expect((await post('/api/users/logout/', undefined, user)).statusCode).toBe(204)
    expect(
      (await post('/api/users/logout/', '', { ...user, 'content-type': 'application/json' })).statusCode,
    ).toBe(204)
    expect((await post('/api/users/logout/', {}, user)).statusCode).toBe(204)
    expect((await get('/api/networks/?nonsense=1&nonsense=2')).statusCode).toBe(200)
  })

  it('B43: gives reads an ETag and honors it, also weakened or in a list', async () => {
    const user = { 'x-test-user': '1' }
    const first = await get('/api/blockchains/list/1/', user)
    const etag = String(first.headers.etag)
    expect(first.json().network_height).toBe(1)
    for (const tag of [etag, etag.replace('W/', ''), `"x", ${etag}`, '*']) {
      const again = await get('/api/blockchains/list/1/', { ...user, 'if-none-match': tag })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect(again.headers.etag).toBe(etag)
    }
    expect((await get('/api/blockchains/list/1/', { ...user, 'if-none-match': '"other"' })).statusCode).toBe(
      200,
    )
  })

  it('B44: compresses what is over 1 KiB, with brotli before gzip', async () => {
    const user = { 'x-test-user': '1' }
    const plain = await get('/api/blockchains/list/1/', user)
    const br = await get('/api/blockchains/list/1/', { ...user, 'accept-encoding': 'gzip, br' })
    const gzip = await get('/api/blockchains/list/1/', { ...user, 'accept-encoding': 'gzip' })
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'br',
      'gzip',
    ])
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(
      (await get('/api/networks/', { 'accept-encoding': 'br' })).headers['content-encoding'],
    ).toBeUndefined()
  })

  it('B43 B44: sends a body that it keeps as others: in the same bytes, compressed as asked, not again where it is known', async () => {
    const ask = (headers: Record<string, string>) =>
      get('/api/users/preferences/', { 'x-test-user': '1', ...headers })
    const plain = await ask({})
    expect(plain.json().pad).toHaveLength(2000)
    expect(plain.headers).toMatchObject({
      etag: 'W/"kept"',
      vary: 'accept-encoding',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    const answers = [
      await ask({ 'accept-encoding': 'gzip;q=0.5, BR' }),
      await ask({ 'accept-encoding': 'br' }),
    ]
    for (const br of answers) {
      expect([br.headers['content-encoding'], br.headers.vary]).toEqual(['br', 'accept-encoding'])
      expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    }
    const gzip = await ask({ 'accept-encoding': 'gzip, deflate' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    for (const encoding of ['identity', 'br;q=0', 'zstd'])
      expect((await ask({ 'accept-encoding': encoding })).body).toBe(plain.body)
    const again = await ask({ 'if-none-match': '"kept"', 'accept-encoding': 'br' })
    expect([again.statusCode, again.body, again.headers['content-encoding']]).toEqual([304, '', undefined])
  })

  it('3.4.1 3.4.4 3.4.5 B45: sets the security headers on every answer, HSTS only on https', async () => {
    for (const url of ['/api/networks/', '/api/nothing/', '/', '/assets/app-abc.js', '/api/health/']) {
      const { headers } = await get(url)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(headers['x-powered-by']).toBeUndefined()
    }
  })

  it('3.4.3 B46: a page carries the boot object, which cannot end its script, and a nonce of its own', async () => {
    const [one, two] = [await get('/validators'), await get('/login?next=%2Fa.b')]
    expect(one.statusCode).toBe(200)
    const nonce = /nonce-([^']+)'/.exec(String(one.headers['content-security-policy']))?.[1]
    expect(one.body).toContain(`<script nonce="${nonce}">1</script>`)
    expect(one.body).not.toContain('__CSP_NONCE__')
    expect(one.body.match(/<\/script>/g)).toHaveLength(2)
    expect(JSON.parse(/id="boot">(.*?)<\/script>/.exec(one.body)?.[1] ?? '')).toEqual(JSON.parse(boot))
    expect(two.headers['content-security-policy']).not.toBe(one.headers['content-security-policy'])
    expect(String(one.headers['content-security-policy'])).not.toContain('unsafe-inline')
    expect(two.statusCode).toBe(200)
  })

  it('B47: serves hashed files for ever, precompressed where it can, and no file it does not have', async () => {
    const file = await get('/assets/app-abc.js', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(file.rawPayload).toString()).toBe('let pressed')
    expect(file.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await get('/assets/app-abc.js')).body).toBe('let plain')
    expect((await get('/assets/gone.js')).statusCode).toBe(404)
    expect((await get('/../package.json')).statusCode).toBe(404)
    expect((await get('/index.html')).statusCode).toBe(404)
  })

  it('P624: serves the service worker past all caches, as a script that may rule the whole host', async () => {
    const { headers, body } = await get('/push-worker.js')
    expect(body).toBe('let worker')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/)
    expect(String((await get('/')).headers['content-security-policy'])).toContain("worker-src 'self'")
  })

  it('B48: answers 429 with Retry-After beyond the limit, to that session alone', async () => {
    const small = await makeServer({ reads: 3 })
    const list = (user: string) =>
      small.fastify.inject({ url: '/api/blockchains/list/1/', headers: { 'x-test-user': user } })
    for (let i = 0; i < 3; i++) expect((await list('1')).statusCode).toBe(200)
    const refused = await list('1')
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await list('2')).statusCode).toBe(200)
    await small.fastify.close()
  })

  it('4.1.3 15.3.4 B49: believes forwarding headers of configured proxies only', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', 'x-csrftoken': 't' }
    const login = (on: HttpServer) =>
      on.fastify.inject({
        method: 'POST',
        url: '/api/users/login/',
        headers,
        payload: { email: 'a', password: 'b' },
      })
    expect((await login(server)).json().ip).toBe('127.0.0.1')
    expect((await login(server)).headers['strict-transport-security']).toBeUndefined()
    const behind = await makeServer({ trustedProxies: ['127.0.0.0/8'] })
    expect((await login(behind)).json().ip).toBe('203.0.113.9')
    expect((await login(behind)).headers['strict-transport-security']).toContain('max-age=31536000')
    await behind.fastify.close()
  })

  it('B50: shows the metrics to this machine or with the token, never to what was forwarded', async () => {
    const token = { authorization: 'Bearer let-me-in' }
    expect((await get('/metrics')).statusCode).toBe(200)
    for (const name of [
      'x-forwarded-for',
      'forwarded',
      'via',
      'x-real-ip',
      'cf-connecting-ip',
      'x-forwarded-host',
    ]) {
      expect((await get('/metrics', { [name]: '127.0.0.1' })).statusCode).toBe(403)
    }
    expect((await get('/metrics', { via: '1.1 x', ...token })).statusCode).toBe(200)
    expect((await get('/metrics', { via: '1.1 x', authorization: 'Bearer wrong' })).statusCode).toBe(403)
    const far = await server.fastify.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })
    expect([far.statusCode, far.json().code]).toEqual([403, 'permission_denied'])
    expect((await get('/metrics')).body).toContain('roundsman_http_request_duration_seconds')
  })

  it('B51: is healthy, with what somebody should mend, or says why not', async () => {
    expect([(await get('/api/health/')).statusCode, (await get('/api/health/')).json()]).toEqual([
      200,
      { status: 'ok', version: 'source', commit: null, built_at: null },
    ])
    warnings = ["this machine's clock is 3 s ahead of the database's"]
    const warned = await get('/api/health/')
    expect([warned.statusCode, warned.json()]).toEqual([
      200,
      { status: 'ok', version: 'source', commit: null, built_at: null, warnings },
    ])
    warnings = []
    reasons = ['the database does not answer']
    const sick = await get('/api/health/')
    expect([sick.statusCode, sick.json()]).toEqual([503, { status: 'unavailable', reasons }])
    reasons = []
  })

  it('B52: describes itself as OpenAPI 3.1, paths with their slash', async () => {
    const document = (await get('/api/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    const login = document.paths['/api/users/login/'].post
    expect(login.requestBody.content['application/json'].schema.required).toEqual(['email', 'password'])
    expect(Object.keys(login.responses)).toEqual(
      expect.arrayContaining(['200', '400', '403', '413', '415', '429', '500']),
    )
    expect(document.paths['/api/blockchains/list/{blockchainId}/'].get.parameters[0].name).toBe(
      'blockchainId',
    )
  })

  it('B53: a process without the role web answers health and metrics only', async () => {
    const other = await makeServer({ servesWeb: false })
    const status = async (url: string) => (await other.fastify.inject({ url })).statusCode
    expect(
      await Promise.all(['/api/health/', '/metrics', '/api/networks/', '/api/openapi.json', '/'].map(status)),
    ).toEqual([200, 200, 404, 404, 404])
    await other.fastify.close()
  })
})

/** Everything that comes back until the other side hangs up. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })
}
