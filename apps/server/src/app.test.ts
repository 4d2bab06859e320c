import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@roundsman/contract/endpoint'
import { endpoints } from '@roundsman/contract/endpoints'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routePath } from './platform/http/add-endpoint.ts'
import { cookieHeader } from './testing/cookie-header.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

describe('the application', () => {
  let test: TestApp | undefined
  const app = () => {
    if (!test) throw new Error('not built')
    return test
  }
  beforeAll(async () => {
    test = await createTestApp()
    await test.app.start()
  })
  afterAll(() => test?.close())

  it('B60: answers every endpoint of the table', async () => {
    await app().app.server.fastify.ready()
    for (const { method, path } of Object.values(endpoints))
      expect([path, app().app.server.fastify.hasRoute({ method, url: routePath(path) })]).toEqual([
        path,
        true,
      ])
  })

  it('B61: has schemas of params, query, body and every answer for each endpoint', async () => {
    const document = (await app().browser().get('/api/openapi.json')).json<{
      paths: Record<string, Record<string, { responses: Record<string, object>; requestBody?: object }>>
    }>()
    expect(Object.keys(document.paths).sort()).toEqual(
      [...new Set(Object.values(endpoints).map(({ path }) => path))].sort(),
    )
    const table: readonly Endpoint[] = Object.values(endpoints)
    for (const { method, path, body, takes, responses, errors } of table) {
      const operation = document.paths[path]?.[method.toLowerCase()]
      const statuses = [...Object.keys(responses), ...errors.map(String), '400', '429', '500']
      expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(statuses))
      expect(operation?.requestBody !== undefined).toBe(body !== null || takes !== undefined)
    }
  })

  it('B52: describes itself as OpenAPI 3.1 takes it, files that are uploaded among it', async () => {
    const document = (await app().browser().get('/api/openapi.json')).json<{
      openapi: string
      paths: Record<string, { post?: { requestBody?: unknown } }>
    }>()
    const { valid, errors } = await new Validator().validate(document)
    expect([errors, valid, document.openapi]).toEqual([undefined, true, '3.1.0'])
    const file = {
      type: 'object',
      required: ['avatar'],
      properties: { avatar: { type: 'string', format: 'binary' } },
    }
    expect(document.paths['/api/users/profile/avatar/']?.post?.requestBody).toEqual({
      required: true,
      content: { 'multipart/form-data': { schema: file } },
    })
    const broken = { ...document, paths: { '/x/': { get: { parameters: [{ in: 'path' }] } } } }
    expect((await new Validator().validate(broken)).valid).toBe(false)
  })

  it('B62: every endpoint answers a guest as its access says, and as its schemas say', async () => {
    const table: readonly Endpoint[] = Object.values(endpoints)
    for (const { method, path, access, body, takes, raw } of table) {
      const browser = app().browser()
      const url = path.replaceAll(/\{\w+\}/g, '1')
      const payload = body === null ? undefined : {}
      const answer = await browser[verbs[method]](url, payload)
      if (access === 'session' || access === 'network') expect([url, answer.status]).toEqual([url, 401])
      // The intake of metrics asks for its token before it looks at the body, a webhook for its signature: 403 ends its tries.
      else if (raw !== undefined)
        expect([url, answer.status]).toEqual([url, path.includes('/callbacks/') ? 403 : 401])
      else if (body !== null && takes === undefined) expect([url, answer.status]).toEqual([url, 400])
    }
  })

  it('B63: a page has the boot object and hands out a CSRF cookie', async () => {
    const browser = app().browser()
    const page = await browser.get('/validators')
    expect(page.status).toBe(200)
    expect(browser.cookies.has('csrftoken')).toBe(true)
  })

  it('B63: the page knows the domain of the cookies of its host, and the API says nothing of it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'roundsman-page-'))
    writeFileSync(join(folder, 'index.html'), '<!doctype html><!--boot-->')
    const site = await createTestApp({
      config: { cookieDomain: 'roundsman.localhost' },
      webRoot: pathToFileURL(`${folder}/`),
    })
    const bootAt = async (host: string) => {
      const { text } = await site.browser({ host }).get('/')
      return JSON.parse(/id="boot">(.*?)<\/script>/.exec(text)?.[1] ?? '') as object
    }
    const networks = await site.browser().get('/api/networks/')
    const boot = JSON.parse(networks.text) as object
    expect(boot).not.toHaveProperty('cookie_domain')
    expect(await bootAt('story.roundsman.localhost:8000')).toEqual({
      ...boot,
      cookie_domain: 'roundsman.localhost',
    })
    expect(await bootAt('elsewhere.example')).toEqual({ ...boot, cookie_domain: null })
    await site.close()
    rmSync(folder, { recursive: true })
  })

  it('B90: a stop ends open streams at once, refuses new work and closes', async () => {
    const other = await createTestApp({ config: { port: 0 } })
    await other.app.start()
    const address = await other.app.listen()
    const [email, password] = ['a@example.org', 'a good long password']
    await other.createUser(email, password)
    const browser = await other.signedIn({ email, password })
    const cookie = cookieHeader(browser.cookies)
    const stream = await fetch(`${address}/api/live/1/`, { headers: { cookie } })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const read = stream.text().catch(() => 'cut')
    // The clock of this test stands, so a stop that waited for its grace would never end.
    await other.close()
    expect(await read).toContain('event: hello')
    await expect(fetch(`${address}/api/health/`)).rejects.toThrow()
  })
})
