import type { Session as SessionSchema } from '@roundsman/contract/accounts'
import type * as z from 'zod/mini'
import { deviceOf } from './device.ts'

export type Session = z.infer<typeof SessionSchema>

/** Sessions that look the same to their user: from one device, at one address. */
export interface SessionGroup {
  /** Null where the browser says nothing of itself. */
  device: string | null
  ip: string
  /** The one used last first; never empty. */
  sessions: readonly [Session, ...Session[]]
}

/** The present session by itself and first, then the others by device and address, those used last first. */
export function groupSessions(sessions: readonly Session[]): SessionGroup[] {
  const byPlace = new Map<string, SessionGroup>()
  const lastFirst = sessions.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || b.last_seen_at.localeCompare(a.last_seen_at),
  )
  for (const session of lastFirst) {
    const device = deviceOf(session.user_agent)
    const key = JSON.stringify([session.current, device, session.ip])
    const group = byPlace.get(key)
    byPlace.set(key, {
      device,
      ip: session.ip,
      sessions: group ? [...group.sessions, session] : [session],
    })
  }
  return [...byPlace.values()]
}
