import type { FastifyRequest } from 'fastify'
import { tokenHash } from '../../../platform/config/secrets.ts'
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

/** Sessions that a process remembers; the oldest ones make room. */
const mostRemembered = 10_000

export interface RequestAuths {
  authOf: AuthOf
  /**
   * The session that cookies of this request led to when they last came here, without asking the database. It says who a
   * request is counted for and nothing more: that session may have ended since.
   */
  rememberedSession(request: FastifyRequest): number | null
}

export function createRequestAuth(
  cookies: AccountCookies,
  sessions: Pick<Sessions, 'find' | 'touch'>,
): RequestAuths {
  const seen = new WeakMap<FastifyRequest, Promise<RequestAuth>>()
  const remembered = new Map<string, number>()

  async function find(secret: string): Promise<LivingSession | null> {
    const session = await sessions.find(secret)
    const key = memoryKey(secret)
    remembered.delete(key)
    if (session) remembered.set(key, session.sessionId)
    for (const [oldest] of remembered) {
      if (remembered.size <= mostRemembered) break
      remembered.delete(oldest)
    }
    return session
  }

  async function authenticate(request: FastifyRequest): Promise<RequestAuth> {
    const sent = cookies.sent(request)
    for (const secret of sent.sessions) {
      const session = await find(secret)
      if (!session) continue
      if (countsAsActivity(request.method, pathOf(request))) await sessions.touch(session)
      return { cookies: sent, session: { ...session, secret } }
    }
    return { cookies: sent, session: null }
  }

  return {
    authOf: (request) => {
      const known = seen.get(request) ?? authenticate(request)
      seen.set(request, known)
      return known
    },
    rememberedSession: (request) => {
      for (const secret of cookies.sent(request).sessions) {
        const sessionId = remembered.get(memoryKey(secret))
        if (sessionId !== undefined) return sessionId
      }
      return null
    },
  }
}

/** What is of use to nobody who reads the memory. */
const memoryKey = (secret: string) => tokenHash(secret).toString('latin1')

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
