import type { Language } from '@roundsman/contract/accounts/users'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { TextSeal } from '../../platform/config/text-seal.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { addressKey } from '../../platform/http/client-address.ts'
import type { Call } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Notifications } from '../notifications/notifications.public.ts'
import type { AuditTrail } from './audit/audit-trail.ts'
import type { PasswordHasher } from './credentials/passwords.ts'
import type { AccountCookies } from './sessions/account-cookies.ts'
import type { AuthOf, RequestAuth } from './sessions/request-auth.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { Throttle } from './users/throttle.ts'
import type { UserRow } from './users/accounts.schema.ts'
import { isTimezone } from './users/timezone.ts'
import { lockUser } from './users/user.store.ts'

/** What the services of this module are made from. */
export interface AccountParts {
  db: Database
  clock: Clock
  ids: Ids
  audit: AuditTrail
  /** Of security events that concern no account; no password, token or session id ever. */
  securityLog: Logger
  hasher: PasswordHasher
  sessions: Sessions
  throttle: Throttle
  cookies: AccountCookies
  /** Shares sessions among sub-domains; null: hosts only. */
  cookieDomain: string | null
  /** Of what is kept of users and must be read again. */
  seal: TextSeal
  /** Groups whose members need a second factor. */
  factorGroups: readonly string[]
  authOf: AuthOf
  sites: Sites
  enqueueDelivery: Notifications['enqueueDelivery']
  releaseWaiting: Notifications['releaseWaiting']
  joinListeners: JoinListener[]
  teamListeners: TeamListener[]
}

/** Of another module: what follows from somebody's joining a team. */
export type JoinListener = (tx: Tx, member: { teamId: number; userId: number }) => Promise<void>

/** Of another module: what follows where a team is deleted. */
export type TeamListener = (tx: Tx, teamId: number) => Promise<void>

/** What the account services know of the browser that calls. */
export interface ClientContext {
  ip: string
  /** What limits count by. */
  network: string
  userAgent: string
  /** Where the request came to, as the platform sees it behind trusted proxies. */
  protocol: string
  host: string
  language: Language
  /** Of the browser, where it names one that this machine knows. */
  timezone: string | null
  preSessions: readonly string[]
  /** Of sign-ins that wait for their second step. */
  halfSecrets: readonly string[]
  /** Of sessions the browser sent, living or dead: a sign-in ends them. */
  sessionSecrets: readonly string[]
}

export async function clientContextOf(call: Call, { authOf }: AccountParts): Promise<ClientContext> {
  const { cookies } = await authOf(call.request)
  return {
    ip: call.ip,
    network: addressKey(call.ip),
    userAgent: call.request.headers['user-agent'] ?? '',
    protocol: call.request.protocol,
    host: call.request.host,
    language: call.language,
    timezone: timezoneOf(call.request.headers['x-time-zone']),
    preSessions: cookies.preSessions,
    halfSecrets: cookies.halves,
    sessionSecrets: cookies.sessions,
  }
}

function timezoneOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && isTimezone(header) ? header : null
}

export type RequestSession = NonNullable<RequestAuth['session']>

/** @throws ProblemError 401 where it ended since the request came */
export async function sessionOf(call: Call, { authOf }: AccountParts): Promise<RequestSession> {
  const { session } = await authOf(call.request)
  if (!session) throw new ProblemError('not_authenticated')
  return session
}

/**
 * The user of a session, locked until the transaction ends.
 * @throws ProblemError 401 where the account has gone or was disabled since the request came
 */
export async function lockCaller(tx: Tx, { user }: RequestSession): Promise<UserRow> {
  const row = await lockUser(tx, user.id)
  if (!row) throw new ProblemError('not_authenticated')
  return row
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
