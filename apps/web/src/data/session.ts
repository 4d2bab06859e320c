import type { Profile } from '@roundsman/contract/users'
import { replaceEqualDeep } from '@tanstack/react-query'
import type { Clock } from './clock.ts'
import { deniesSession } from './errors.ts'

/** Who is signed in: initialising (undefined), then somebody or nobody (null). */
export interface Session {
  user(): Profile | null | undefined
  /** The session was lost while the page was open, though nobody signed out; a sign-in makes it false again. */
  hasEnded(): boolean
  /**
   * Since when (Unix milliseconds) the server has not said who is signed in, though asked twice, or once at the start;
   * null while it does.
   */
  outageSince(): number | null
  subscribe(listener: () => void): () => void
  /** Who is signed in, as soon as that is known. */
  known(): Promise<Profile | null>
  /** Asks the server now. An answer that is still under way no longer counts. */
  ask(): Promise<void>
  /** Somebody signed in on this page. */
  enter(user: Profile): void
  /** Somebody signed out, here or in another tab: nothing of them stays in memory. */
  leave(where?: 'here' | 'elsewhere'): void
  /** A call that began in this generation learned that there is no session. */
  lose(generation: number): void
  /** The same user with a changed profile. */
  change(change: (user: Profile) => Profile): void
  /** Another number whenever somebody comes or goes: an answer to an earlier one says nothing of this one. */
  generation(): number
  /** Calls with what happened on this page, for the other tabs. */
  onChange(tell: (change: SessionChange) => void): () => void
}

export type SessionChange = 'entered' | 'left' | 'lost'

interface Deps {
  /** Asks for the profile; rejects where there is none. */
  profile: (signal: AbortSignal) => Promise<Profile>
  /** Forgets what the page knows of whoever was here; with `typed`, also what stood in their forms. */
  forget: (typed: boolean) => void
  clock: Pick<Clock, 'now'>
}

/** The second question in a row without an answer is an outage. One may be a hiccup. */
const failuresOfOutage = 2

export function createSession({ profile, forget, clock }: Deps): Session {
  const listeners = new Set<() => void>()
  const announcers = new Set<(change: SessionChange) => void>()
  let user: Profile | null | undefined
  let hasEnded = false
  let answeredAt = clock.now()
  let outageSince: number | null = null
  /** The last one who was here: what stood in their forms waits for them and for nobody else. */
  let lastId: number | null = null
  let generation = 0
  let failures = 0
  let asking: AbortController | null = null

  function notify(): void {
    for (const listener of listeners) listener()
  }
  /** An outage changes nothing of who is here: only the server can say that nobody is. */
  function setOutage(since: number | null): void {
    if (since === outageSince) return
    outageSince = since
    notify()
  }
  function set(next: Profile | null, ended = false): void {
    asking?.abort()
    asking = null
    failures = 0
    answeredAt = clock.now()
    if (next && next.id !== lastId) forget(true)
    else if (user && ended) forget(false)
    if (user?.id !== next?.id) generation += 1
    if (next) lastId = next.id
    // The poll brings an equal profile every ten seconds: nothing is rendered anew for it.
    const kept = replaceEqualDeep(user, next)
    if (kept === user && ended === hasEnded && outageSince === null) return
    user = kept
    hasEnded = ended
    outageSince = null
    notify()
  }
  const announce = (what: SessionChange) => {
    for (const tell of announcers) tell(what)
  }
  function lost(): void {
    if (!user) return set(null, hasEnded)
    set(null, true)
    announce('lost')
  }
  function failed(error: unknown): void {
    if (deniesSession(error)) return lost()
    failures += 1
    if (user === undefined || failures >= failuresOfOutage) setOutage(answeredAt)
  }

  return {
    user: () => user,
    hasEnded: () => hasEnded,
    outageSince: () => outageSince,
    generation: () => generation,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    known: () =>
      new Promise((resolve) => {
        if (user !== undefined) return resolve(user)
        const tell = () => {
          if (user === undefined) return
          listeners.delete(tell)
          resolve(user)
        }
        listeners.add(tell)
      }),
    async ask() {
      asking?.abort()
      const mine = new AbortController()
      asking = mine
      try {
        const found = await profile(mine.signal)
        if (!mine.signal.aborted) set(found)
      } catch (error) {
        if (mine.signal.aborted) return
        asking = null
        failed(error)
      }
    },
    enter(next) {
      set(next)
      announce('entered')
    },
    leave(where = 'here') {
      forget(true)
      set(null)
      if (where === 'here') announce('left')
    },
    lose(since) {
      if (since === generation) lost()
    },
    change(change) {
      const next = user && change(user)
      if (next && next.id === user?.id) set(next)
    },
    onChange(tell) {
      announcers.add(tell)
      return () => announcers.delete(tell)
    },
  }
}
