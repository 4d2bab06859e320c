import { describe, expect, expectTypeOf, it } from 'vitest'
import { createServerTime } from '../browser/clock.ts'
import { csrfTokenOf, type Fetch } from '../browser/http.ts'
import { browserStorage } from '../browser/storage.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { addressOf, type CallInput, createApiClient } from './api-client.ts'
import { NoAnswerError, ProblemError, UnexpectedResponseError } from './errors.ts'

const quiet = {
  clock: createFakeClock(),
  language: () => 'uk',
  csrfToken: () => 'token',
  onDate: () => undefined,
  generation: () => 7,
  onSignedOut: () => undefined,
}
function client(fetch: Fetch) {
  const clock = createFakeClock()
  const seen: string[] = []
  const api = createApiClient({
    ...quiet,
    fetch,
    clock,
    onSignedOut: (generation) => seen.push(`signed out in generation ${generation}`),
  })
  return { api, clock, seen }
}
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })
const problem = { type: 'about:blank', title: 'No', status: 401, detail: 'No.', code: 'not_authenticated' }

describe('a call', () => {
  it('P8: sends credentials, with a body and without one', async () => {
    const sent: (RequestCredentials | undefined)[] = []
    const { api } = client(async (_url, init) => {
      sent.push(init?.credentials)
      return new Response(null, { status: 204 })
    })
    await api.call('logout')
    await api.call('profile').catch(() => undefined)
    expect(sent).toEqual(['same-origin', 'same-origin'])
  })
  it.each([
    ['csrftoken=a', 'a'],
    ['XSRF-TOKEN=b', 'b'],
    ['XSRF-TOKEN=b; csrftoken=a', 'a'],
    ['other=c', null],
    ['csrftoken=a%3Db.c', 'a=b.c'],
  ])('P8: of the cookies %j the token is %j', (cookies, token) => {
    for (const cookie of cookies.split('; ')) document.cookie = cookie
    expect(csrfTokenOf(browserStorage)).toBe(token)
    for (const name of ['csrftoken', 'XSRF-TOKEN', 'other']) document.cookie = `${name}=; max-age=0`
  })
  it.each([
    ['once more with the token that a GET was given', 'new', 204],
    ['not again where no GET gives another', 'token', 403],
  ])('P8: what is refused for its token is sent %s', async (_, given, status) => {
    const calls: string[] = []
    let token = 'token'
    const api = createApiClient({
      ...quiet,
      csrfToken: () => token,
      fetch: async (url, init) => {
        const sent = new Headers(init?.headers).get('x-csrftoken')
        calls.push(`${init?.method} ${url} ${sent}`)
        if (init?.method === 'GET') {
          token = given
          return json(200, {})
        }
        return sent === 'new'
          ? new Response(null, { status: 204 })
          : json(403, { ...problem, status: 403, code: 'csrf_failed' })
      },
    })
    const answer = await api.call('logout').then(
      () => 204,
      (error: unknown) => (error instanceof ProblemError ? error.problem.status : error),
    )
    expect(answer).toBe(status)
    expect(calls).toEqual([
      'POST /api/users/logout/ token',
      'GET /api/networks/ token',
      ...(status === 204 ? ['POST /api/users/logout/ new'] : []),
    ])
  })
  it('P8: goes to its path with language and the CSRF token, whatever its method', async () => {
    const calls: [string, RequestInit | undefined][] = []
    const { api } = client(async (url, init) => {
      calls.push([url, init])
      return url.includes('logout') ? new Response(null, { status: 204 }) : json(500, {})
    })
    await api.call('logout')
    await api.call('validators', { params: { blockchainId: 7 } }).catch(() => undefined)
    expect(calls[0]?.[1]).toMatchObject({
      method: 'POST',
      headers: { 'Accept-Language': 'uk', 'X-CSRFToken': 'token' },
    })
    expect(calls[1]?.[0]).toBe('/api/blockchains/list/7/')
    expect(calls[1]?.[1]?.headers).toMatchObject({ 'X-CSRFToken': 'token' })
  })
  it('P533: names the time zone of the browser with what it sends', async () => {
    const calls: (RequestInit | undefined)[] = []
    const { api } = client(async (_url, init) => {
      calls.push(init)
      return json(400, {})
    })
    await api.call('login', { body: { email: 'a@example.org', password: 'p' } }).catch(() => undefined)
    expect(calls[0]?.headers).toMatchObject({
      'X-Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
  })
  it('carries headers of its own, and a query in which arrays repeat their key', async () => {
    const calls: [string, RequestInit | undefined][] = []
    const { api } = client(async (url, init) => {
      calls.push([url, init])
      return new Response(null, { status: 204 })
    })
    await api.call('endSession', { params: { id: 3 }, headers: { 'If-Match': '"1"' } })
    expect(calls[0]?.[0]).toBe('/api/users/sessions/3/')
    expect(calls[0]?.[1]?.headers).toMatchObject({ 'If-Match': '"1"', Accept: 'application/json' })
    const charts = { path: '/charts/{name}/' }
    const query = { metric: ['a', 'b'], range: '24 h', before: undefined, live: false, id: 0 }
    expect(addressOf(charts, { params: { name: 'a/b' }, query })).toBe(
      '/charts/a%2Fb/?metric=a&metric=b&range=24+h&live=false&id=0',
    )
  })
  it('takes what the contract says of it and nothing else', () => {
    expectTypeOf<{ params: { blockchainId: number } }>().toExtend<CallInput<'validators'>>()
    expectTypeOf<object>().not.toExtend<CallInput<'validators'>>()
    expectTypeOf<{ params: { blockchainId: string } }>().not.toExtend<CallInput<'validators'>>()
    expectTypeOf<{ body: { email: string; password: string } }>().toExtend<CallInput<'login'>>()
    expectTypeOf<{ body: { email: string; passwort: string } }>().not.toExtend<CallInput<'login'>>()
    expectTypeOf<{ body: object }>().not.toExtend<CallInput<'profile'>>()
    expectTypeOf<{ body: { avatar: string } }>().not.toExtend<CallInput<'putAvatar'>>()
    expectTypeOf<{ body: FormData }>().toExtend<CallInput<'putAvatar'>>()
  })
  it('P4, P9: a problem is typed, and a 401 signs out at once', async () => {
    const { api, seen } = client(async () =>
      json(401, problem, { 'x-request-id': 'req-1', 'retry-after': '9' }),
    )
    const error = await api.call('profile').catch((e: unknown) => e)
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({
      requestId: 'req-1',
      retryAfterSeconds: 9,
      problem: { code: 'not_authenticated' },
    })
    expect(seen).toEqual(['signed out in generation 7'])
    expect(api.lastRequestId()).toBe('req-1')
  })
  it('P9: an answer that does not fit the contract is none', async () => {
    for (const answer of [json(200, { id: 'x' }), json(200, null), new Response('<html>', { status: 502 })]) {
      const { api } = client(async () => answer)
      await expect(api.call('profile')).rejects.toBeInstanceOf(UnexpectedResponseError)
    }
  })
  it('P9: gives up after 15 s', async () => {
    const { api, clock } = client(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
        }),
    )
    const call = api.call('profile').catch((e: unknown) => e)
    await clock.advance(15_000)
    const error = await call
    expect(error).toBeInstanceOf(NoAnswerError)
    expect(error).toMatchObject({ timedOut: true })
  })
  it('P9: the 15 s hold until the last byte of the body', async () => {
    const half = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"id":')),
    })
    const { api, clock } = client(async () => new Response(half, { status: 200 }))
    const call = api.call('profile').catch((e: unknown) => e)
    await clock.advance(14_999)
    expect(await Promise.race([call, Promise.resolve('under way')])).toBe('under way')
    await clock.advance(1)
    expect(await call).toMatchObject({ name: 'NoAnswerError', timedOut: true })
  })
  it('P9: a body that breaks off is no answer', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error('reset')),
    })
    const { api } = client(async () => new Response(broken, { status: 200 }))
    await expect(api.call('profile')).rejects.toMatchObject({ name: 'NoAnswerError', timedOut: false })
  })
})

describe('the time of the server', () => {
  it('is the clock of this machine unless that is clearly wrong', () => {
    const clock = createFakeClock()
    const time = createServerTime(clock)
    time.observe(new Date(clock.now() - 1_000).toUTCString())
    expect(time.now()).toBe(clock.now())
    time.observe(new Date(clock.now() + 3_600_000).toUTCString())
    expect(time.now() - clock.now()).toBe(3_600_500)
    time.observe('nonsense')
    expect(time.now() - clock.now()).toBe(3_600_500)
  })
})
