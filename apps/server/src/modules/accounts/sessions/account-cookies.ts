import { createHmac, timingSafeEqual } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../../../platform/http/client-address.ts'
import { halfSessionMs } from './half-sessions.ts'
import { absoluteMs } from './sessions.ts'

const sessionCookie = 'sessionid'
const csrfCookie = 'csrftoken'
/** Of a guest; a token is bound to it until there is a session. */
const preSessionCookie = 'presessionid'

/** Of somebody whose sign-in waits for its second step. */
const halfCookie = 'halfsessionid'

/** What `ids.token(32)` gives; anything else was not set here. */
const secretShape = /^[\w-]{43}$/

export interface SentCookies {
  sessions: string[]
  preSessions: string[]
  halves: string[]
  csrf: string[]
}

export interface AccountCookies {
  sent(request: FastifyRequest): SentCookies
  /** After a sign-in: the session, a token bound to it, and no pre-session any more. */
  signIn(call: { request: FastifyRequest; reply: FastifyReply }, secret: string): void
  /** After the first of two steps; nobody is signed in yet. */
  signInHalf(call: { request: FastifyRequest; reply: FastifyReply }, secret: string): void
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

export function createAccountCookies(
  cookieDomain: string | null,
  csrf: CsrfTokens,
  randomToken: (bytes: number) => string,
): AccountCookies {
  type Answer = { request: FastifyRequest; reply: FastifyReply }

  function set(
    { request, reply }: Answer,
    name: string,
    value: string,
    readable: boolean,
    lifeMs = absoluteMs,
  ): void {
    const domain = cookieDomainFor(request.host, cookieDomain)
    void reply.header(
      'set-cookie',
      fastifyCookie.serialize(name, value, {
        path: '/',
        httpOnly: !readable,
        sameSite: 'lax',
        secure: needsSecure(request),
        maxAge: value === '' ? 0 : lifeMs / 1000,
        ...(domain === null ? {} : { domain }),
      }),
    )
  }

  function dropHalf(answer: Answer): void {
    if (cookieValues(answer.request.headers.cookie, halfCookie).length > 0) set(answer, halfCookie, '', false)
  }

  function becomeGuest(answer: Answer): void {
    const preSession = randomToken(32)
    set(answer, preSessionCookie, preSession, false)
    set(answer, csrfCookie, csrf.issue(bindingOf.guest(preSession)), true)
  }

  return {
    sent: (request) => {
      const header = request.headers.cookie
      return {
        sessions: cookieValues(header, sessionCookie).filter((value) => secretShape.test(value)),
        preSessions: cookieValues(header, preSessionCookie).filter((value) => secretShape.test(value)),
        halves: cookieValues(header, halfCookie).filter((value) => secretShape.test(value)),
        csrf: cookieValues(header, csrfCookie),
      }
    },
    signIn: (answer, secret) => {
      set(answer, sessionCookie, secret, false)
      set(answer, csrfCookie, csrf.issue(bindingOf.session(secret)), true)
      set(answer, preSessionCookie, '', false)
      dropHalf(answer)
    },
    signInHalf: (answer, secret) => set(answer, halfCookie, secret, false, halfSessionMs),
    signOut: (answer) => {
      set(answer, sessionCookie, '', false)
      dropHalf(answer)
      becomeGuest(answer)
    },
    handOutToken: (answer, secret) => {
      if (secret !== null) {
        set(answer, csrfCookie, csrf.issue(bindingOf.session(secret)), true)
        return
      }
      const preSession = cookieValues(answer.request.headers.cookie, preSessionCookie).find((value) =>
        secretShape.test(value),
      )
      if (preSession === undefined) becomeGuest(answer)
      else set(answer, csrfCookie, csrf.issue(bindingOf.guest(preSession)), true)
    },
  }
}

export interface CsrfTokens {
  issue(binding: string): string
  isValid(token: string, binding: string): boolean
}

const shape = /^([\w-]{22})\.([\w-]{43})$/

/**
 * Tokens `<nonce>.<HMAC>` that are good for one binding only: a session, or a guest's pre-session. A sub-domain that
 * can plant cookies can therefore not plant a token (ASVS 3.5.1).
 */
export function createCsrfTokens(key: Uint8Array, randomToken: (bytes: number) => string): CsrfTokens {
  const sign = (nonce: string, binding: string) =>
    createHmac('sha256', key).update(`${nonce}\n${binding}`).digest('base64url')
  return {
    issue: (binding) => {
      const nonce = randomToken(16)
      return `${nonce}.${sign(nonce, binding)}`
    },
    isValid: (token, binding) => {
      const [, nonce, signature] = shape.exec(token) ?? []
      if (nonce === undefined || signature === undefined) return false
      return sameText(signature, sign(nonce, binding))
    },
  }
}

/** Compares without telling by the time how much was right. */
export function sameText(one: string, other: string): boolean {
  const a = Buffer.from(one, 'utf8')
  const b = Buffer.from(other, 'utf8')
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Every value a Cookie header carries under a name, at most four. A browser sends several when cookies of a domain
 * and of a host meet; taking only the first would let a planted one hide the real one.
 */
export function cookieValues(header: string | undefined, name: string): string[] {
  const values: string[] = []
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at < 0 || pair.slice(0, at).trim() !== name) continue
    const value = pair.slice(at + 1).trim()
    if (value !== '' && !values.includes(value)) values.push(value)
    if (values.length === 4) break
  }
  return values
}

/** Where a request came to, as the platform sees it (behind a trusted proxy: the forwarded values). */
export interface Addressed {
  protocol: string
  /** With the port, if one was sent. */
  host: string
}

/** The host without its port, in lower case; IPv6 without brackets. */
export function hostName(host: string): string {
  const name = /^\[([^\]]*)\]/.exec(host)?.[1] ?? host.replace(/:\d*$/, '')
  return name.toLowerCase().replace(/\.$/, '')
}

/** Secure everywhere but on plain http to the machine itself (A2). */
export function needsSecure(to: Addressed): boolean {
  return !(to.protocol === 'http' && isLoopbackHost(hostName(to.host)))
}

/** The configured domain where the host lies in it, else null: host-only (A3). */
export function cookieDomainFor(host: string, configured: string | null): string | null {
  if (configured === null) return null
  const domain = configured.toLowerCase().replace(/^\./, '')
  const name = hostName(host)
  return name === domain || name.endsWith(`.${domain}`) ? domain : null
}
