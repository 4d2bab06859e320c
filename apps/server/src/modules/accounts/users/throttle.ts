import { createHmac } from 'node:crypto'
import { and, asc, desc, eq, gt, lt } from 'drizzle-orm'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { tooManyRequests } from '../../../platform/http/problem-error.ts'
import { type AttemptKind, userAttempt } from './accounts.schema.ts'
import { isKnownNetwork } from './user.store.ts'

export interface Throttle {
  /**
   * Runs one login for an address unless it must wait (429). Logins for one address run one after the other here, so
   * that a hundred at once are counted like a hundred in a row. `login` says whether it succeeded.
   */
  login<T>(emailKey: string, network: string, login: () => Promise<{ ok: boolean; value: T }>): Promise<T>
  /** Admits a registration (429 beyond the limit); null, or the seconds to wait if this address had its share of mails. */
  registration(emailKey: string, network: string): Promise<number | null>
  confirmation(network: string): Promise<void>
  /** Admits a request for a new password, likewise. */
  reset(emailKey: string, network: string): Promise<number | null>
  /** Admits a change of address (429 beyond the user's limit); false if the new address had its share of mails. */
  emailChange(userId: number, emailKey: string, network: string): Promise<boolean>
  /** Runs one try at the present password of a user who is signed in, unless it must wait (429). */
  password(userId: number, network: string, isRight: () => Promise<boolean>): Promise<boolean>
  /** Admits one more try at the second factor of a user (429 beyond the limit), whose row is locked in `tx`. */
  factor(tx: Queryable, userId: number): Promise<void>
  /** Counts one that was wrong, in the same transaction. */
  wrongFactor(tx: Queryable, userId: number, network: string): Promise<void>
  /** Admits one more export of a user's own account (429 beyond the limit). */
  accountExport(userId: number, network: string): Promise<void>
  /** Admits a new contact of a user, which is written to at once (429 beyond the limit). */
  contact(userId: number, network: string): Promise<void>
  /** Admits an invitation to a team (429 beyond the user's limit); false if the address had its share of such mails. */
  invitation(userId: number, emailKey: string, network: string): Promise<boolean>
  forget(): Promise<void>
}

/** Counts in the database: a restart forgives nothing, and all processes count together (A26). */
export function createThrottle(db: Database, clock: Clock, subjectKey: Uint8Array): Throttle {
  const oneAtATime = createOneAtATime()
  const subjectOf = (emailKey: string) => createHmac('sha256', subjectKey).update(emailKey).digest()
  const since = (ms: number) => new Date(clock.now() - ms)

  async function admitNetwork(kind: keyof typeof networkLimits, network: string): Promise<void> {
    const limit = networkLimits[kind]
    const moments = await attemptsFrom(db.orm, kind, network, since(limit.windowMs), limit.count)
    const seconds = secondsToWait(moments, limit, clock.now())
    if (seconds !== null) throw tooManyRequests(seconds)
  }

  async function admitLogin(emailKey: string, network: string): Promise<void> {
    const { count, windowMs } = loginFailures
    const failures = await failuresOf(db.orm, 'login', subjectOf(emailKey), since(windowMs), count)
    const seconds = secondsToWait(failures, loginFailures, clock.now())
    if (seconds === null || (await isKnownNetwork(db.orm, emailKey, network))) return
    throw tooManyRequests(seconds)
  }

  /** Seconds until one more of this kind is allowed for a subject; null: now. Only what counts as failed counts. */
  async function waitFor(kind: AttemptKind, subject: string, limit: Limit): Promise<number | null> {
    const before = await failuresOf(db.orm, kind, subjectOf(subject), since(limit.windowMs), limit.count)
    return secondsToWait(before, limit, clock.now())
  }

  /** Seconds until a mail may go out, null: now. Only those that do count: the newest always holds a link that works. */
  async function waitForMail(
    kind: 'reset' | 'email_change' | 'invitation',
    emailKey: string,
    network: string,
  ): Promise<number | null> {
    const seconds = await waitFor(kind, emailKey, registrationMails)
    await note(kind, subjectOf(emailKey), network, seconds === null)
    return seconds
  }

  const note = (kind: AttemptKind, subject: Buffer, network: string, failed: boolean) =>
    insertAttempt(db.orm, { kind, subject, network, failed, at: new Date(clock.now()) })

  return {
    login: async (emailKey, network, login) => {
      await admitNetwork('login', network)
      return oneAtATime(emailKey, async () => {
        await admitLogin(emailKey, network)
        // Counted as failed before it is made, so that a crash in between gives no try for free.
        const attempt = await note('login', subjectOf(emailKey), network, true)
        const { ok, value } = await login()
        if (ok) await markSucceeded(db.orm, attempt)
        return value
      })
    },
    registration: async (emailKey, network) => {
      await admitNetwork('register', network)
      const { count, windowMs } = registrationMails
      const before = await failuresOf(db.orm, 'register', subjectOf(emailKey), since(windowMs), count)
      await note('register', subjectOf(emailKey), network, true)
      return secondsToWait(before, registrationMails, clock.now())
    },
    confirmation: async (network) => {
      await admitNetwork('confirm', network)
      await note('confirm', Buffer.alloc(0), network, true)
    },
    reset: async (emailKey, network) => {
      await admitNetwork('reset', network)
      return waitForMail('reset', emailKey, network)
    },
    emailChange: async (userId, emailKey, network) => {
      const user = `user ${userId}`
      const seconds = await waitFor('email_change', user, emailChanges)
      if (seconds !== null) throw tooManyRequests(seconds)
      await note('email_change', subjectOf(user), network, true)
      return (await waitForMail('email_change', emailKey, network)) === null
    },
    password: (userId, network, isRight) =>
      oneAtATime(`user ${userId}`, async () => {
        const seconds = await waitFor('password', `user ${userId}`, loginFailures)
        if (seconds !== null) throw tooManyRequests(seconds)
        const attempt = await note('password', subjectOf(`user ${userId}`), network, true)
        const ok = await isRight()
        if (ok) await markSucceeded(db.orm, attempt)
        return ok
      }),
    factor: async (tx, userId) => {
      const { count, windowMs } = wrongFactors
      const before = await failuresOf(
        tx,
        'second_factor',
        subjectOf(`user ${userId}`),
        since(windowMs),
        count,
      )
      const seconds = secondsToWait(before, wrongFactors, clock.now())
      if (seconds !== null) throw tooManyRequests(seconds)
    },
    wrongFactor: async (tx, userId, network) => {
      const at = new Date(clock.now())
      const subject = subjectOf(`user ${userId}`)
      await insertAttempt(tx, { kind: 'second_factor', subject, network, failed: true, at })
    },
    accountExport: (userId, network) =>
      oneAtATime(`user ${userId}`, async () => {
        const user = `user ${userId}`
        const seconds = await waitFor('export', user, accountExports)
        if (seconds !== null) throw tooManyRequests(seconds)
        await note('export', subjectOf(user), network, true)
      }),
    contact: async (userId, network) => {
      const user = `user ${userId}`
      const seconds = await waitFor('contact', user, newContacts)
      if (seconds !== null) throw tooManyRequests(seconds)
      await note('contact', subjectOf(user), network, true)
    },
    invitation: async (userId, emailKey, network) => {
      const user = `user ${userId}`
      const seconds = await waitFor('invitation', user, invitations)
      if (seconds !== null) throw tooManyRequests(seconds)
      await note('invitation', subjectOf(user), network, true)
      return (await waitForMail('invitation', emailKey, network)) === null
    },
    forget: () => forgetAttempts(db.orm, since(60 * 60_000)),
  }
}

const minute = 60_000

export interface Limit {
  /** So many within `windowMs`; the next one has to wait. */
  count: number
  windowMs: number
}

/** Failed logins for one e-mail address, from anywhere (A21). */
const loginFailures: Limit = { count: 10, windowMs: 10 * minute }
/** Wrong codes, recovery codes and passkeys of one user, from anywhere (A130). */
const wrongFactors: Limit = { count: 10, windowMs: 10 * minute }
/** From one network address, which many may share; well above what the contract guarantees: 30, 10 (A24). */
const networkLimits: Readonly<Record<'login' | 'register' | 'confirm' | 'reset', Limit>> = {
  login: { count: 120, windowMs: minute },
  register: { count: 60, windowMs: minute },
  confirm: { count: 120, windowMs: minute },
  reset: { count: 60, windowMs: minute },
}
/** Mails that anybody may cause to one address (A25). */
const registrationMails: Limit = { count: 10, windowMs: 60 * minute }
/** Changes of their address that one user may ask for (A47). */
const emailChanges: Limit = { count: 10, windowMs: 60 * minute }
/** Contacts that one user may try to add, at whatever address (D97). */
const newContacts: Limit = { count: 60, windowMs: 60 * minute }
/** Exports of one account: each reads all that is kept of it (A138). */
const accountExports: Limit = { count: 10, windowMs: 60 * minute }
/** Invitations that one user may send, to whatever team and address (A77). */
const invitations: Limit = { count: 30, windowMs: 60 * minute }
/** Tries at the password of one registration from another browser (A12). */
export const confirmTries = 10

/** Seconds until one more is allowed, at least 1; null if it is allowed now. `moments` are oldest first. */
export function secondsToWait(moments: readonly Date[], limit: Limit, now: number): number | null {
  const inWindow = moments.filter((moment) => moment.getTime() > now - limit.windowMs)
  const oldest = inWindow.at(-limit.count)
  if (inWindow.length < limit.count || !oldest) return null
  return Math.max(1, Math.ceil((oldest.getTime() + limit.windowMs - now) / 1000))
}

interface NewAttempt {
  kind: AttemptKind
  subject: Buffer
  network: string
  failed: boolean
  at: Date
}

async function insertAttempt(db: Queryable, attempt: NewAttempt): Promise<number> {
  const [added] = await db.insert(userAttempt).values(attempt).returning({ id: userAttempt.id })
  if (!added) throw new Error('the attempt was not added')
  return added.id
}

async function markSucceeded(db: Queryable, attemptId: number): Promise<void> {
  await db.update(userAttempt).set({ failed: false }).where(eq(userAttempt.id, attemptId))
}

/** Moments of the newest `limit` failures for a subject since then, oldest first. */
async function failuresOf(
  db: Queryable,
  kind: AttemptKind,
  subject: Buffer,
  since: Date,
  limit: number,
): Promise<Date[]> {
  const rows = await db
    .select({ at: userAttempt.at })
    .from(userAttempt)
    .where(
      and(
        eq(userAttempt.kind, kind),
        eq(userAttempt.subject, subject),
        eq(userAttempt.failed, true),
        gt(userAttempt.at, since),
      ),
    )
    .orderBy(desc(userAttempt.at))
    .limit(limit)
  return rows.map((row) => row.at).reverse()
}

/** Moments of the newest `limit` attempts from a network address since then, oldest first. */
async function attemptsFrom(
  db: Queryable,
  kind: AttemptKind,
  network: string,
  since: Date,
  limit: number,
): Promise<Date[]> {
  const newest = db
    .select({ at: userAttempt.at })
    .from(userAttempt)
    .where(and(eq(userAttempt.kind, kind), eq(userAttempt.network, network), gt(userAttempt.at, since)))
    .orderBy(desc(userAttempt.at))
    .limit(limit)
    .as('newest')
  const rows = await db.select({ at: newest.at }).from(newest).orderBy(asc(newest.at))
  return rows.map((row) => row.at)
}

async function forgetAttempts(db: Queryable, before: Date): Promise<void> {
  await db.delete(userAttempt).where(lt(userAttempt.at, before))
}

type OneAtATime = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Works with the same key run one after the other, others side by side. Within this process only. */
export function createOneAtATime(): OneAtATime {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
