import type { FastifyInstance, InjectOptions } from 'fastify'
import { checkAnswer } from './check-answer.ts'
import { cookieHeader } from './cookie-header.ts'

export interface TestAnswer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  /** The body as JSON. */
  json<T = unknown>(): T
}

export interface TestRequest {
  body?: unknown
  headers?: Record<string, string>
}

/** Requests as a browser sends them: cookies kept, the CSRF token fetched and echoed on unsafe methods. */
export interface TestBrowser {
  get(path: string, request?: TestRequest): Promise<TestAnswer>
  post(path: string, body?: unknown, request?: TestRequest): Promise<TestAnswer>
  put(path: string, body?: unknown, request?: TestRequest): Promise<TestAnswer>
  delete(path: string, body?: unknown, request?: TestRequest): Promise<TestAnswer>
  cookies: Map<string, string>
}

export interface TestBrowserOptions {
  /** The Host it comes to, with port. */
  host: string
  remoteAddress?: string
  language?: string
}

export function createTestBrowser(app: FastifyInstance, options: TestBrowserOptions): TestBrowser {
  const cookies = new Map<string, string>()

  async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, request: TestRequest) {
    const headers: Record<string, string> = { host: options.host }
    if (options.language !== undefined) headers['accept-language'] = options.language
    if (cookies.size > 0) headers['cookie'] = cookieHeader(cookies)
    if (method !== 'GET') headers['x-csrftoken'] = cookies.get('csrftoken') ?? ''
    const inject: InjectOptions = {
      method,
      url: path,
      headers: { ...headers, ...request.headers },
      remoteAddress: options.remoteAddress ?? '127.0.0.1',
      ...(request.body === undefined ? {} : { payload: request.body as object }),
    }
    const answer = await app.inject(inject)
    for (const cookie of answer.cookies) {
      if (cookie.value === '' || cookie.maxAge === 0) cookies.delete(cookie.name)
      else cookies.set(cookie.name, cookie.value)
    }
    checkAnswer({
      method,
      path: path.split('?')[0] ?? path,
      status: answer.statusCode,
      contentType: String(answer.headers['content-type'] ?? ''),
      body: answer.body,
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      json: <T>() => JSON.parse(answer.body) as T,
    }
  }

  async function sendUnsafe(method: 'POST' | 'PUT' | 'DELETE', path: string, request: TestRequest) {
    if (!cookies.has('csrftoken')) await send('GET', '/api/networks/', {})
    return send(method, path, request)
  }

  return {
    cookies,
    get: (path, request = {}) => send('GET', path, request),
    post: (path, body, request = {}) => sendUnsafe('POST', path, { body, ...request }),
    put: (path, body, request = {}) => sendUnsafe('PUT', path, { body, ...request }),
    delete: (path, body, request = {}) => sendUnsafe('DELETE', path, { body, ...request }),
  }
}
