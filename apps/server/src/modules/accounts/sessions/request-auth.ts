import type { FastifyRequest } from 'fastify'
import type { AccountCookies, SentCookies } from './account-cookies.ts'
import type { LivingSession } from './session.store.ts'
import type { Sessions } from './sessions.ts'

export interface RequestAuth {
  cookies: SentCookies
  /** The living session of the request; a dead one counts as none. */
  session: (LivingSession & { secret: string }) | null
}

/** Who a request comes from; looked up once for each, however often it is asked. */
export type AuthOf = (request: FastifyRequest) => Promise<RequestAuth>

export function createRequestAuth(deps: { cookies: AccountCookies; sessions: Sessions }): AuthOf {
  const seen = new WeakMap<FastifyRequest, Promise<RequestAuth>>()

  async function look(request: FastifyRequest): Promise<RequestAuth> {
    const cookies = deps.cookies.sent(request)
    for (const secret of cookies.sessions) {
      const session = await deps.sessions.find(secret)
      if (!session) continue
      if (countsAsActivity(request.method, pathOf(request))) await deps.sessions.touch(session)
      return { cookies, session: { ...session, secret } }
    }
    return { cookies, session: null }
  }

  return (request) => {
    const known = seen.get(request) ?? look(request)
    seen.set(request, known)
    return known
  }
}

/** The path as sent, without the query. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}

/** Calls of machines, which have tokens or signatures of their own: no cookies, no CSRF (A6). */
export function isExempt(path: string): boolean {
  return (
    path === '/metrics' ||
    path === '/v1/metrics' ||
    path === '/api/openapi.json' ||
    path === '/api/health/' ||
    /^\/api\/callbacks\/.+\/$/.test(path)
  )
}

/** GETs that hand out the CSRF cookie: calls of the API and pages; not files, whose last part has a dot. */
export function handsOutToken(path: string): boolean {
  if (isExempt(path)) return false
  return path.startsWith('/api/') || !path.slice(path.lastIndexOf('/')).includes('.')
}

/** Calls that a page makes by itself: they prove that a tab is open, not that somebody is there (A30). */
export function countsAsActivity(method: string, path: string): boolean {
  if (path.startsWith('/api/live/')) return false
  if (method === 'GET' && path.startsWith('/api/users/profile/avatar/')) return false
  return !(method !== 'PUT' && path === '/api/users/profile/')
}
