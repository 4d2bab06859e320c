import fastifyCookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieValues } from './cookie-values.ts'
import type { CsrfTokens } from './csrf-token.ts'
import { cookieDomainFor, needsSecure } from './host.policy.ts'
import { absoluteMs } from './session.policy.ts'

export const sessionCookie = 'sessionid'
export const csrfCookie = 'csrftoken'
/** Of a guest; a token is bound to it until there is a session. */
export const preSessionCookie = 'presessionid'

/** What `ids.token(32)` gives; anything else was not set here. */
const secretShape = /^[\w-]{43}$/

export interface SentCookies {
  sessions: string[]
  preSessions: string[]
  csrf: string[]
}

export interface AccountCookies {
  sent(request: FastifyRequest): SentCookies
  /** After a sign-in: the session, a token bound to it, and no pre-session any more. */
  signIn(call: { request: FastifyRequest; reply: FastifyReply }, secret: string): void
  /** After a logout: no session, a new guest. */
  signOut(call: { request: FastifyRequest; reply: FastifyReply }): void
  /** A token for the session that is there, or for the guest, who gets a pre-session if there is none. */
  handOutToken(call: { request: FastifyRequest; reply: FastifyReply }, secret: string | null): void
}

/** What a token of this session or guest is bound to. */
export const bindingOf = {
  session: (secret: string) => `session:${secret}`,
  guest: (preSession: string) => `guest:${preSession}`,
}

export function createAccountCookies(deps: {
  cookieDomain: string | null
  csrf: CsrfTokens
  randomToken: (bytes: number) => string
}): AccountCookies {
  type Answer = { request: FastifyRequest; reply: FastifyReply }

  function set({ request, reply }: Answer, name: string, value: string, readable: boolean): void {
    const domain = cookieDomainFor(request.host, deps.cookieDomain)
    void reply.header(
      'set-cookie',
      fastifyCookie.serialize(name, value, {
        path: '/',
        httpOnly: !readable,
        sameSite: 'lax',
        secure: needsSecure(request),
        maxAge: value === '' ? 0 : absoluteMs / 1000,
        ...(domain === null ? {} : { domain }),
      }),
    )
  }

  function becomeGuest(answer: Answer): void {
    const preSession = deps.randomToken(32)
    set(answer, preSessionCookie, preSession, false)
    set(answer, csrfCookie, deps.csrf.issue(bindingOf.guest(preSession)), true)
  }

  return {
    sent: (request) => {
      const header = request.headers.cookie
      return {
        sessions: cookieValues(header, sessionCookie).filter((value) => secretShape.test(value)),
        preSessions: cookieValues(header, preSessionCookie).filter((value) => secretShape.test(value)),
        csrf: cookieValues(header, csrfCookie),
      }
    },
    signIn: (answer, secret) => {
      set(answer, sessionCookie, secret, false)
      set(answer, csrfCookie, deps.csrf.issue(bindingOf.session(secret)), true)
      set(answer, preSessionCookie, '', false)
    },
    signOut: (answer) => {
      set(answer, sessionCookie, '', false)
      becomeGuest(answer)
    },
    handOutToken: (answer, secret) => {
      if (secret !== null) {
        set(answer, csrfCookie, deps.csrf.issue(bindingOf.session(secret)), true)
        return
      }
      const preSession = cookieValues(answer.request.headers.cookie, preSessionCookie).find((value) =>
        secretShape.test(value),
      )
      if (preSession === undefined) becomeGuest(answer)
      else set(answer, csrfCookie, deps.csrf.issue(bindingOf.guest(preSession)), true)
    },
  }
}
