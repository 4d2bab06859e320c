import type { AccountCookies } from './sessions/account-cookies.ts'
import type { Language } from '@roundsman/contract/users'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { GateFullError } from '../../platform/gate.ts'
import { addressKey } from '../../platform/http/client-address.ts'
import type { Call } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Notifications } from '../notifications/notifications.public.ts'
import type { PasswordHasher } from './credentials/passwords.ts'
import { hostName } from './sessions/account-cookies.ts'
import type { AuthOf } from './sessions/request-auth.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { Throttle } from './users/throttle.ts'

/** What the services of this module are made from. */
export interface AccountParts {
  db: Database
  clock: Clock
  ids: Ids
  /** Of security events: who, what, from where; no password, token or session id ever. */
  audit: Logger
  hasher: PasswordHasher
  sessions: Sessions
  throttle: Throttle
  sites: Sites
  enqueueDelivery: Notifications['enqueueDelivery']
}

/** What the routes of this module are made from. */
export interface AccountRoutesDeps {
  parts: AccountParts
  cookies: AccountCookies
  authOf: AuthOf
}

/** What the account services know of the browser that calls. */
export interface ClientContext {
  ip: string
  /** What limits count by. */
  network: string
  userAgent: string
  host: string
  language: Language
  preSessions: readonly string[]
  /** Of sessions the browser sent, living or dead: a sign-in ends them. */
  sessionSecrets: readonly string[]
}

export async function clientContextOf(call: Call, authOf: AuthOf): Promise<ClientContext> {
  const { cookies } = await authOf(call.request)
  return {
    ip: call.ip,
    network: addressKey(call.ip),
    userAgent: call.request.headers['user-agent'] ?? '',
    host: call.request.host,
    language: call.language,
    preSessions: cookies.preSessions,
    sessionSecrets: cookies.sessions,
  }
}

/** As much of the catalogue as accounts use. */
export interface Sites {
  /** The `domain` of the network that this host name selects; null for a host that no network has. */
  domainOfHost(host: string): string | null
  /** Every `domain` of the catalogue. */
  domains(): readonly string[]
  /** `ROUNDSMAN_PUBLIC_URL` or the default network's domain. */
  publicUrl(): string
}

/**
 * Address of a page of the site for a mail. The host of the request only selects among the catalogue's domains; it
 * never gets into the link itself (A14, ASVS 6.4.1).
 */
export function siteLink(sites: Sites, host: string, path: string, query?: Record<string, string>): string {
  const base = sites.domainOfHost(hostName(host)) ?? sites.publicUrl()
  const url = new URL(path, base)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  return url.href
}

/** More works wait (passwords, pictures) than the machine could work off: 503, and nothing was decided. */
export async function unlessOverrun<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof GateFullError) {
      throw new ProblemError('unavailable', { headers: { 'retry-after': '5' }, cause: error })
    }
    throw error
  }
}
