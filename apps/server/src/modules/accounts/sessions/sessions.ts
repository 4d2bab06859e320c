import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { Ids } from '../../../platform/ids.ts'
import { tokenHash } from '../../../platform/config/secrets.ts'
import { endHalfSessionsOf } from './half-sessions.ts'
import type { SessionRow } from '../users/accounts.schema.ts'
import {
  deleteSessions,
  type EndingSessions,
  type FoundSession,
  insertSession,
  type LivingSession,
  listSessions,
  prepareFindSessions,
  replaceSecret,
  sessionLives,
  touchSession,
} from './session.store.ts'

/** Says the ids of sessions that ended, one a hint, to whoever holds streams open for them. */
export const sessionEndedChannel = 'session_ended'

interface NewSession {
  userId: number
  ip: string
  userAgent: string
  /** Where an identity provider proved the user: when they last proved there who they are. */
  providerSignInAt?: Date | null
  /** Where a second factor was given just now. */
  byFactor?: boolean
}

export interface Sessions {
  /** Opens a session with a new secret, whatever the browser sent (A27). */
  open(tx: Tx, session: NewSession): Promise<string>
  find(secret: string): Promise<LivingSession | null>
  isAlive(sessionId: number): Promise<boolean>
  /** Notes that somebody is there, at most once a minute. */
  touch(session: LivingSession): Promise<void>
  end(tx: Tx, secrets: readonly string[]): Promise<void>
  /** Also what was begun and waits for its second step. */
  endAllOf(tx: Tx, userId: number): Promise<void>
  endOthersOf(tx: Tx, userId: number, sessionId: number): Promise<void>
  /** Ends one of the user's own; false if it is none of theirs. */
  endOneOf(tx: Tx, userId: number, sessionId: number): Promise<boolean>
  /** Gives the session a new secret (ASVS 7.2.4); null if it has ended. What it had opened stays open. */
  renew(tx: Tx, sessionId: number): Promise<string | null>
  listOf(userId: number): Promise<SessionRow[]>
  forgetDead(): Promise<void>
}

/** @param withFactors whether sessions say if their user has a second factor; else all say so */
export function createSessions(db: Database, clock: Clock, ids: Ids, withFactors: boolean): Sessions {
  const times = () => ({ now: new Date(clock.now()), idleBefore: idleBefore(clock.now()) })
  const findSessions = prepareFindSessions(db.orm, withFactors)
  const lookUp = createSessionLookup((secretHashes) => findSessions(secretHashes, times()))
  const end = async (tx: Tx, which: EndingSessions) => {
    const ended = await deleteSessions(tx, which)
    for (const id of ended) await db.notify(tx, sessionEndedChannel, String(id))
    return ended.length
  }
  return {
    open: async (tx, { userId, ip, userAgent, providerSignInAt, byFactor }) => {
      const secret = ids.token(32)
      const now = clock.now()
      await insertSession(tx, {
        userId,
        secretHash: tokenHash(secret),
        createdAt: new Date(now),
        lastSeenAt: new Date(now),
        expiresAt: new Date(now + absoluteMs),
        ip,
        userAgent: userAgent.slice(0, 400),
        providerSignInAt: providerSignInAt ?? null,
        factorAt: byFactor === true ? new Date(now) : null,
      })
      return secret
    },
    find: (secret) => lookUp(tokenHash(secret)),
    isAlive: (sessionId) => sessionLives(db.orm, sessionId, times()),
    touch: async (session) => {
      const now = clock.now()
      if (isTouchDue(session, now)) await touchSession(db.orm, session.sessionId, new Date(now))
    },
    end: async (tx, secrets) => {
      if (secrets.length > 0) await end(tx, { secretHashes: secrets.map(tokenHash) })
    },
    endAllOf: async (tx, userId) => {
      await endHalfSessionsOf(tx, userId)
      await end(tx, { userId })
    },
    endOthersOf: async (tx, userId, sessionId) => {
      await endHalfSessionsOf(tx, userId)
      await end(tx, { userId, but: sessionId })
    },
    endOneOf: async (tx, userId, sessionId) => (await end(tx, { userId, only: sessionId })) > 0,
    renew: async (tx, sessionId) => {
      const secret = ids.token(32)
      return (await replaceSecret(tx, sessionId, tokenHash(secret))) ? secret : null
    },
    listOf: (userId) => listSessions(db.orm, userId, times()),
    forgetDead: () => db.transaction(async (tx) => void (await end(tx, { deadAt: times() }))),
  }
}

const day = 24 * 60 * 60_000

/** A session ends this long after the last activity (A29)… */
export const idleMs = 7 * day
/** …and this long after the sign-in, whatever happened since. */
export const absoluteMs = 30 * day
/** `last_seen_at` is written at most this often. */
const touchEveryMs = 60_000

/** Whether activity at `now` (Unix ms) is to be noted. */
export function isTouchDue({ lastSeenAt }: Pick<LivingSession, 'lastSeenAt'>, now: number): boolean {
  return now - lastSeenAt.getTime() >= touchEveryMs
}

/** Whether a session that has not been ended still lives at `now` (Unix ms). */
export function isInTime(
  { lastSeenAt, expiresAt }: Pick<LivingSession, 'lastSeenAt' | 'expiresAt'>,
  now: number,
): boolean {
  return expiresAt.getTime() > now && lastSeenAt > idleBefore(now)
}

/** The newest `last_seen_at` that is too old. */
function idleBefore(now: number): Date {
  return new Date(now - idleMs)
}

/** As many secrets as one statement takes. */
const mostAtOnce = 500

/** Gives the living session of a secret; null for none. */
type LookUpSession = (secretHash: Buffer) => Promise<FoundSession | null>

interface Waiting {
  secretHash: Buffer
  resolve(session: FoundSession | null): void
  reject(error: unknown): void
}

/**
 * One statement at a time for all that ask: whoever asks while it is under way goes into the next one. So a hundred
 * requests at once cost two statements, and each is answered by what was committed after it came, which a memory could
 * not promise: what has ended in any process holds here at once.
 */
export function createSessionLookup(
  find: (secretHashes: readonly Buffer[]) => Promise<FoundSession[]>,
): LookUpSession {
  let waiting: Waiting[] = []
  let underWay = false

  async function answer(asked: readonly Waiting[]): Promise<void> {
    try {
      const found = await find([...new Map(asked.map((one) => [keyOf(one), one.secretHash])).values()])
      const bySecret = new Map(found.map((session) => [keyOf(session), session]))
      for (const one of asked) one.resolve(bySecret.get(keyOf(one)) ?? null)
    } catch (error) {
      for (const one of asked) one.reject(error)
    }
  }

  async function work(): Promise<void> {
    underWay = true
    while (waiting.length > 0) {
      const asked = waiting.slice(0, mostAtOnce)
      waiting = waiting.slice(mostAtOnce)
      await answer(asked)
    }
    underWay = false
  }

  return (secretHash) =>
    new Promise((resolve, reject) => {
      waiting.push({ secretHash, resolve, reject })
      if (!underWay) void work()
    })
}

const keyOf = ({ secretHash }: { secretHash: Buffer }) => secretHash.toString('latin1')
