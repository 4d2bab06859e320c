import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Ids } from '../../platform/ids.ts'
import type { SessionRow } from './accounts.schema.ts'
import { secretHash } from './secret-hash.ts'
import { absoluteMs, idleBefore, touchEveryMs } from './session.policy.ts'
import {
  deleteDeadSessions,
  deleteOtherSessions,
  deleteSessionOf,
  deleteSessionsOfSecrets,
  deleteSessionsOfUser,
  insertSession,
  type LivingSession,
  listSessions,
  prepareFindSessions,
  replaceSecret,
  sessionLives,
  touchSession,
} from './session.store.ts'
import { createSessionLookup } from './session-lookup.ts'

/** Says the ids of sessions that ended, one a hint, to whoever holds streams open for them. */
export const sessionEndedChannel = 'session_ended'

export interface NewSession {
  userId: number
  ip: string
  userAgent: string
  /** Where the user was proved through an identity provider just now. */
  byProvider?: boolean
}

export interface Sessions {
  /** Opens a session with a new secret, whatever the browser sent (A27). */
  open(tx: Tx, session: NewSession): Promise<string>
  find(secret: string): Promise<LivingSession | null>
  isAlive(sessionId: number): Promise<boolean>
  /** Notes that somebody is there, at most once a minute. */
  touch(session: LivingSession): Promise<void>
  end(tx: Tx, secrets: readonly string[]): Promise<void>
  endAllOf(tx: Tx, userId: number): Promise<void>
  endOthersOf(tx: Tx, userId: number, sessionId: number): Promise<void>
  /** Ends one of the user's own; false if it is none of theirs. */
  endOneOf(tx: Tx, userId: number, sessionId: number): Promise<boolean>
  /** Gives the session a new secret (ASVS 7.2.4); null if it has ended. What it had opened stays open. */
  renew(tx: Tx, sessionId: number): Promise<string | null>
  listOf(userId: number): Promise<SessionRow[]>
  forgetDead(): Promise<void>
}

export function createSessions(deps: { db: Database; clock: Clock; ids: Ids }): Sessions {
  const { db, clock } = deps
  const moment = () => ({ now: new Date(clock.now()), idleBefore: idleBefore(clock.now()) })
  const findSessions = prepareFindSessions(db.orm)
  const lookUp = createSessionLookup((secretHashes) => findSessions(secretHashes, moment()))
  const tell = async (tx: Tx, ended: readonly number[]) => {
    for (const id of ended) await db.notify(tx, sessionEndedChannel, String(id))
  }
  return {
    open: async (tx, { userId, ip, userAgent, byProvider }) => {
      const secret = deps.ids.token(32)
      const now = clock.now()
      await insertSession(tx, {
        userId,
        secretHash: secretHash(secret),
        createdAt: new Date(now),
        lastSeenAt: new Date(now),
        expiresAt: new Date(now + absoluteMs),
        ip,
        userAgent: userAgent.slice(0, 400),
        providerSignInAt: byProvider === true ? new Date(now) : null,
      })
      return secret
    },
    find: (secret) => lookUp(secretHash(secret)),
    isAlive: (sessionId) => sessionLives(db.orm, sessionId, moment()),
    touch: async (session) => {
      const now = clock.now()
      if (now - session.lastSeenAt.getTime() < touchEveryMs) return
      await touchSession(db.orm, session.sessionId, new Date(now))
    },
    end: async (tx, secrets) => {
      await tell(tx, await deleteSessionsOfSecrets(tx, secrets.map(secretHash)))
    },
    endAllOf: async (tx, userId) => {
      await tell(tx, await deleteSessionsOfUser(tx, userId))
    },
    endOthersOf: async (tx, userId, sessionId) => {
      await tell(tx, await deleteOtherSessions(tx, userId, sessionId))
    },
    endOneOf: async (tx, userId, sessionId) => {
      const ended = await deleteSessionOf(tx, userId, sessionId)
      await tell(tx, ended)
      return ended.length > 0
    },
    renew: async (tx, sessionId) => {
      const secret = deps.ids.token(32)
      return (await replaceSecret(tx, sessionId, secretHash(secret))) ? secret : null
    },
    listOf: (userId) => listSessions(db.orm, userId, moment()),
    forgetDead: () =>
      db.transaction(async (tx) => {
        await tell(tx, await deleteDeadSessions(tx, moment()))
      }),
  }
}
