import type { FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { Sites } from '../account-parts.ts'
import {
  type AccountCookies,
  type Addressed,
  bindingOf,
  type CsrfTokens,
  sameText,
} from './account-cookies.ts'
import { handsOutToken, isExempt, pathOf, type RequestAuth, type RequestAuths } from './request-auth.ts'

export type Protect = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>

/**
 * The rules for every request (A1 to A7): an unsafe one must come from a page of this site and carry the token of its
 * session; a GET of a page or of the API hands out a token where the one sent is missing or not valid.
 */
export function createProtect(
  { authOf, knownCaller, keepKnown }: RequestAuths,
  cookies: AccountCookies,
  csrf: CsrfTokens,
  /** Whose domains are origins of ours. */
  sites: Sites,
): Protect {
  const bindingsOf = (auth: RequestAuth) =>
    auth.session
      ? [bindingOf.session(auth.session.secret)]
      : auth.cookies.preSessions.map((preSession) => bindingOf.guest(preSession))
  const isValid = (auth: RequestAuth, token: string) =>
    bindingsOf(auth).some((binding) => csrf.isValid(token, binding))

  async function checkUnsafe(request: FastifyRequest): Promise<void> {
    const origin = request.headers.origin
    const fetchSite = request.headers['sec-fetch-site']
    const secFetchSite = typeof fetchSite === 'string' ? fetchSite : undefined
    if (!isOwnOrigin({ origin, secFetchSite }, request, sites.domains())) {
      throw new ProblemError('origin_not_allowed')
    }
    const sent = request.headers['x-csrftoken']
    const auth = await authOf(request)
    const echoed =
      typeof sent === 'string' && auth.cookies.csrf.some((cookie) => sameText(cookie, sent)) ? sent : null
    if (echoed === null || !isValid(auth, echoed)) throw new ProblemError('csrf_failed')
  }

  async function check(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const path = pathOf(request)
    if (request.method === 'GET') {
      if (!handsOutToken(path)) return
      const auth = await authOf(request)
      // With two cookies of the name the page cannot know which one is good, so each must be.
      const good = auth.cookies.csrf.length > 0 && auth.cookies.csrf.every((token) => isValid(auth, token))
      if (good) keepKnown(request, auth)
      else cookies.handOutToken({ request, reply }, auth.session?.secret ?? null)
      return
    }
    if (request.method === 'HEAD' || request.method === 'OPTIONS' || isExempt(path)) return
    // What does not exist changes nothing, and 404 says more than 403.
    if (request.is404) return
    await checkUnsafe(request)
  }

  return (request, reply) => {
    // Its token was found good.
    if (request.caller !== null && request.caller === knownCaller(request)) return
    return check(request, reply)
  }
}

/**
 * True if a page of `origin` may send unsafe requests here (A4): the request's own scheme and host, or the origin of
 * a domain of the catalogue. Without an Origin the browser's own word (Sec-Fetch-Site) decides, and what is no
 * browser is left to the CSRF token.
 */
export function isOwnOrigin(
  headers: { origin: string | undefined; secFetchSite: string | undefined },
  to: Addressed,
  domains: readonly string[],
): boolean {
  if (headers.origin === undefined) return headers.secFetchSite !== 'cross-site'
  const origin = originOf(headers.origin)
  if (origin === null) return false
  return [`${to.protocol}://${to.host}`, ...domains].some((own) => originOf(own) === origin)
}

/** Scheme, host and port in one spelling; null for `null` and what is not an address. */
function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { origin } = new URL(text)
  return origin === 'null' ? null : origin
}
