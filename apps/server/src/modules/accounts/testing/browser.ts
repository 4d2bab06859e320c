import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { cookieHeader } from '../../../testing/cookie-header.ts'

export interface BrowserOptions {
  ip?: string
  host?: string
  userAgent?: string
  language?: string
}

interface SendOptions {
  /** In place of, or beside, what a page of the site would send; null leaves a header out. */
  headers?: Readonly<Record<string, string | null>>
}

/** As much of a browser as the rules about cookies need. */
export interface Browser {
  cookies: Map<string, string>
  get(path: string, options?: SendOptions): Promise<LightMyRequestResponse>
  post(path: string, body?: unknown, options?: SendOptions): Promise<LightMyRequestResponse>
  put(path: string, body: unknown, options?: SendOptions): Promise<LightMyRequestResponse>
  delete(path: string, body?: unknown, options?: SendOptions): Promise<LightMyRequestResponse>
}

export function createBrowser(app: FastifyInstance, options: BrowserOptions = {}): Browser {
  const host = options.host ?? 'celestia.localhost:8000'
  const cookies = new Map<string, string>()

  async function send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body: unknown,
    over: SendOptions = {},
  ): Promise<LightMyRequestResponse> {
    const own: Record<string, string | null> = {
      host,
      'user-agent': options.userAgent ?? 'test browser',
      'accept-language': options.language ?? 'en',
      cookie: cookieHeader(cookies) || null,
      ...(method === 'GET'
        ? {}
        : { origin: `http://${host}`, 'x-csrftoken': cookies.get('csrftoken') ?? null }),
      ...over.headers,
    }
    const headers = Object.fromEntries(
      Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== null),
    )
    const answer = await app.inject({
      method,
      url,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      remoteAddress: options.ip ?? '192.0.2.1',
    })
    for (const cookie of answer.cookies) {
      if (cookie.value === '') cookies.delete(cookie.name)
      else cookies.set(cookie.name, cookie.value)
    }
    return answer
  }

  return {
    cookies,
    get: (path, over) => send('GET', path, undefined, over),
    post: (path, body, over) => send('POST', path, body, over),
    put: (path, body, over) => send('PUT', path, body, over),
    delete: (path, body, over) => send('DELETE', path, body, over),
  }
}
