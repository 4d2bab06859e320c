import type { Language } from '@roundsman/contract/users'
import type { Call } from '../../platform/http/caller.ts'
import { addressKey } from '../../platform/http/client-address.ts'
import type { AuthOf } from './request-auth.ts'

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
