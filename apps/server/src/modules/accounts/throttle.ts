import { createHmac } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { tooManyRequests } from '../../platform/http/problem-error.ts'
import type { AttemptKind } from './accounts.schema.ts'
import { attemptsFrom, failuresOf, forgetAttempts, insertAttempt, markSucceeded } from './attempt.store.ts'
import { createOneAtATime } from './one-at-a-time.ts'
import {
  emailChanges,
  type Limit,
  loginFailures,
  networkLimits,
  registrationMails,
  secondsToWait,
} from './throttle.policy.ts'
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
  forget(): Promise<void>
}

/** Counts in the database: a restart forgives nothing, and all processes count together (A26). */
export function createThrottle(deps: { db: Database; clock: Clock; subjectKey: Uint8Array }): Throttle {
  const { db, clock } = deps
  const oneAtATime = createOneAtATime()
  const subjectOf = (emailKey: string) => createHmac('sha256', deps.subjectKey).update(emailKey).digest()
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
    kind: 'reset' | 'email_change',
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
    forget: () => forgetAttempts(db.orm, since(60 * 60_000)),
  }
}
