import { endpoints } from '@roundsman/contract/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routePath } from './platform/http/route-schema.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'

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

  it('P60: answers every endpoint of the table, and none beside', () => {
    for (const { method, path } of Object.values(endpoints))
      expect([path, app().app.server.fastify.hasRoute({ method, url: routePath(path) })]).toEqual([
        path,
        true,
      ])
  })

  it('P61: has schemas of params, query, body and every answer for each endpoint', async () => {
    const document = (await app().browser().get('/api/openapi.json')).json<{
      paths: Record<string, Record<string, { responses: Record<string, object>; requestBody?: object }>>
    }>()
    expect(Object.keys(document.paths).sort()).toEqual(
      [...new Set(Object.values(endpoints).map(({ path }) => path))].sort(),
    )
    for (const { method, path, body, responses, errors } of Object.values(endpoints)) {
      const operation = document.paths[path]?.[method.toLowerCase()]
      const statuses = [...Object.keys(responses), ...errors.map(String), '400', '429', '500']
      expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(statuses))
      expect(operation?.requestBody !== undefined).toBe(body !== null)
    }
  })

  it('P62: every endpoint answers a guest as its access says, and as its schemas say', async () => {
    for (const { method, path, access, body } of Object.values(endpoints)) {
      const browser = app().browser()
      const url = path.replace('{blockchainId}', '1')
      const answer =
        method === 'GET'
          ? await browser.get(url)
          : await browser.post(url, body === null ? undefined : {}, {})
      const expected = access === 'session' || access === 'network' ? 401 : body === null ? 200 : 400
      if (method !== 'PUT') expect([path, answer.status]).toEqual([path, expected])
    }
  })

  it('P63: a page has the boot object and hands out a CSRF cookie', async () => {
    const browser = app().browser()
    const page = await browser.get('/validators')
    expect(page.status).toBe(200)
    expect(browser.cookies.has('csrftoken')).toBe(true)
  })
})
