import type { Language } from '@roundsman/contract/users'
import type { Call } from '../../platform/http/caller.ts'
import { addressKey } from '../../platform/http/client-address.ts'
import type { VisitOf } from './visits.ts'

/** What the account services know of the browser that calls. */
export interface Visitor {
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

export async function visitorOf(call: Call, visitOf: VisitOf): Promise<Visitor> {
  const { cookies } = await visitOf(call.request)
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
