import type { FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError } from '../../platform/http/problem-error.ts'
import { type AccountCookies, bindingOf } from './account-cookies.ts'
import { type CsrfTokens, sameText } from './csrf-token.ts'
import { handsOutToken, isExempt } from './exempt.policy.ts'
import { isOwnOrigin } from './origin.policy.ts'
import { pathOf, type Visit, type VisitOf } from './visits.ts'

export type Protect = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * The rules for every request (A1 to A7): an unsafe one must come from a page of this site and carry the token of its
 * session; a GET of a page or of the API hands out a token where the one sent is missing or not valid.
 */
export function createProtect(deps: {
  visitOf: VisitOf
  cookies: AccountCookies
  csrf: CsrfTokens
  /** Domains of the catalogue, as origins. */
  domains: () => readonly string[]
}): Protect {
  const bindingsOf = (visit: Visit) =>
    visit.session
      ? [bindingOf.session(visit.session.secret)]
      : visit.cookies.preSessions.map((preSession) => bindingOf.guest(preSession))
  const isValid = (visit: Visit, token: string) =>
    bindingsOf(visit).some((binding) => deps.csrf.isValid(token, binding))

  async function checkUnsafe(request: FastifyRequest): Promise<void> {
    const origin = request.headers.origin
    const fetchSite = request.headers['sec-fetch-site']
    const secFetchSite = typeof fetchSite === 'string' ? fetchSite : undefined
    if (!isOwnOrigin({ origin, secFetchSite }, request, deps.domains())) {
      throw new ProblemError('origin_not_allowed')
    }
    const sent = request.headers['x-csrftoken']
    const visit = await deps.visitOf(request)
    const echoed =
      typeof sent === 'string' && visit.cookies.csrf.some((cookie) => sameText(cookie, sent)) ? sent : null
    if (echoed === null || !isValid(visit, echoed)) throw new ProblemError('csrf_failed')
  }

  return async (request, reply) => {
    const path = pathOf(request)
    if (request.method === 'GET') {
      if (!handsOutToken(path)) return
      const visit = await deps.visitOf(request)
      // With two cookies of the name the page cannot know which one is good, so each must be.
      const good = visit.cookies.csrf.length > 0 && visit.cookies.csrf.every((token) => isValid(visit, token))
      if (!good) deps.cookies.handOutToken({ request, reply }, visit.session?.secret ?? null)
      return
    }
    if (request.method === 'HEAD' || request.method === 'OPTIONS' || isExempt(path)) return
    // What does not exist changes nothing, and 404 says more than 403.
    if (request.is404) return
    await checkUnsafe(request)
  }
}
