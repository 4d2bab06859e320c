import { hash } from 'node:crypto'
import { type Ability, abilitiesOf, guestAbilities } from '@roundsman/contract/accounts/abilities'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { tokenHash } from '../../../platform/config/secrets.ts'
import type { Caller } from '../../../platform/http/http-server.ts'
import type { AccountCookies, SentCookies } from './account-cookies.ts'
import type { LivingSession } from './session.store.ts'
import { isInTime, isTouchDue, type Sessions } from './sessions.ts'

declare module 'fastify' {
  // On the request itself: to collect the entries of a WeakMap costs more than all else that is done here.
  interface FastifyRequest {
    /** Digest of its cookies. */
    cookieKey?: string
    auth?: Promise<RequestAuth>
  }
}

export interface RequestAuth {
  cookies: SentCookies
  /** The living session of the request; a dead one counts as none. */
  session: (LivingSession & { secret: string }) | null
  /** The number of changes from before it was looked up. */
  asOf: number | null
}

/** Who a request comes from; looked up once for each, however often it is asked. */
export type AuthOf = (request: FastifyRequest) => Promise<RequestAuth>

/** Sessions, and headers that led to one, that a process remembers; the oldest ones make room. */
const mostRemembered = 10_000

/** What a Cookie header leads to. */
interface Known extends Pick<LivingSession, 'lastSeenAt' | 'expiresAt'> {
  caller: Caller
  asOf: number
}

export interface RequestAuths {
  authOf: AuthOf
  /**
   * The caller of a read whose cookies, byte for byte, led to this session and to a good CSRF token when they last came,
   * and nothing has been committed since (A35); null: the database has to be asked.
   */
  knownCaller(request: FastifyRequest): Caller | null
  /** Keeps what a read's cookies led to, its CSRF token among them, for `knownCaller`. */
  keepKnown(request: FastifyRequest, auth: RequestAuth): void
  /**
   * The session that cookies of this request led to when they last came here, without asking the database. It says who a
   * request is counted for and nothing more: that session may have ended since.
   */
  rememberedSession(request: FastifyRequest): number | null
}

export function createRequestAuth(
  cookies: AccountCookies,
  sessions: Pick<Sessions, 'find' | 'touch'>,
  clock: Pick<Clock, 'now'>,
  /** Another number once a session may have ended or changed; null: that is known to nobody here. */
  changes: () => number | null,
  /** Groups whose members need a second factor. */
  factorGroups: readonly string[],
): RequestAuths {
  const remembered = new Map<string, number>()
  const known = new Map<string, Known>()

  function headerKey(request: FastifyRequest): string {
    request.cookieKey ??= hash('sha256', request.headers.cookie ?? '', 'base64')
    return request.cookieKey
  }

  function isGood(request: FastifyRequest, { lastSeenAt, expiresAt, asOf }: Known): boolean {
    if (asOf !== changes()) return false
    const now = clock.now()
    if (!isInTime({ lastSeenAt, expiresAt }, now)) return false
    return !isTouchDue({ lastSeenAt }, now) || !countsAsActivity(request.method, pathOf(request))
  }

  async function find(secret: string): Promise<LivingSession | null> {
    const session = await sessions.find(secret)
    const key = memoryKey(secret)
    remembered.delete(key)
    if (session) remember(remembered, key, session.sessionId)
    return session
  }

  async function authenticate(request: FastifyRequest): Promise<RequestAuth> {
    const sent = cookies.sent(request)
    const asOf = changes()
    for (const secret of sent.sessions) {
      const session = await find(secret)
      if (!session) continue
      if (countsAsActivity(request.method, pathOf(request))) await sessions.touch(session)
      return { cookies: sent, session: { ...session, secret }, asOf }
    }
    known.delete(headerKey(request))
    return { cookies: sent, session: null, asOf }
  }

  return {
    authOf: (request) => {
      request.auth ??= authenticate(request)
      return request.auth
    },
    knownCaller: (request) => {
      if (request.method !== 'GET' || changes() === null) return null
      const found = known.get(headerKey(request))
      return found && isGood(request, found) ? found.caller : null
    },
    keepKnown: (request, { session, asOf }) => {
      if (session === null || asOf === null) return
      const { lastSeenAt, expiresAt } = session
      remember(known, headerKey(request), {
        lastSeenAt,
        expiresAt,
        asOf,
        caller: callerOf(session, factorGroups),
      })
    },
    rememberedSession: (request) => {
      const found = known.size > 0 ? known.get(headerKey(request)) : undefined
      if (found) return found.caller.sessionId
      for (const secret of cookies.sent(request).sessions) {
        const sessionId = remembered.get(memoryKey(secret))
        if (sessionId !== undefined) return sessionId
      }
      return null
    },
  }
}

/** Puts the newest last; the oldest make room. */
function remember<V>(memory: Map<string, V>, key: string, value: V): void {
  memory.delete(key)
  memory.set(key, value)
  for (const [oldest] of memory) {
    if (memory.size <= mostRemembered) break
    memory.delete(oldest)
  }
}

/** Who calls with a session, as the rest of the program knows them. */
export function callerOf(
  { user, sessionId, groups, hasFactor }: LivingSession,
  factorGroups: readonly string[],
): Caller {
  const abilities = abilitiesWith(groups, hasFactor ? [] : factorGroups)
  const caller = { userId: user.id, sessionId, abilities, language: user.language }
  const lacksFactor = !hasFactor && ['member', ...groups].some((group) => factorGroups.includes(group))
  return lacksFactor ? { ...caller, lacksFactor: true } : caller
}

/**
 * What somebody may do in these groups (beyond member).
 * @param closed groups that give nothing, since their members need a second factor that this one lacks (A134)
 */
export function abilitiesWith(groups: readonly string[], closed: readonly string[]): Ability[] {
  if (closed.includes('member')) return [...guestAbilities]
  return abilitiesOf(groups.filter((group) => !closed.includes(group)))
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
