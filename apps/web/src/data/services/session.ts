import type { Profile } from '@roundsman/contract/accounts/users'
import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { deniesSession } from '../api/errors.ts'
import type { StreamSeq } from '../api/live-line.ts'
import type { Channel, PageVisibility } from '../browser/browser.ts'
import type { Clock } from '../browser/clock.ts'

/** Fields of a form by name, as they stand in it. */
export type Draft = Readonly<Record<string, string>>

/**
 * What people typed and did not send yet, for the time that their session is lost and found again. In memory only, and
 * never a password or a code.
 */
export interface Drafts {
  read(form: string): Draft | undefined
  write(form: string, draft: Draft): void
  drop(form: string): void
  clear(): void
}

export function createDrafts(): Drafts {
  const drafts = new Map<string, Draft>()
  return {
    read: (form) => drafts.get(form),
    write: (form, draft) => void drafts.set(form, draft),
    drop: (form) => void drafts.delete(form),
    clear: () => drafts.clear(),
  }
}

/** Who is signed in: initializing (undefined), then somebody or nobody (null). */
export interface Session {
  user(): Profile | null | undefined
  /** The session was lost while the page was open, though nobody signed out; a sign-in makes it false again. */
  hasEnded(): boolean
  /** Somebody signed out while the page was open, and nobody signed in since. */
  hasLeft(): boolean
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
  onChange(listener: (change: SessionChange) => void): () => void
}

export type SessionChange = 'entered' | 'left' | 'lost'

interface SessionDeps {
  /** Asks for the profile; rejects where there is none. */
  profile: (signal: AbortSignal) => Promise<Profile>
  /** Forgets what the page knows of whoever was here; with `typed`, also what stood in their forms. */
  forget: (typed: boolean) => void
  clock: Pick<Clock, 'now'>
}

/** The second question in a row without an answer is an outage. One may be a hiccup. */
const failuresOfOutage = 2

export function createSession({ profile, forget, clock }: SessionDeps): Session {
  const listeners = new Set<() => void>()
  const announcers = new Set<(change: SessionChange) => void>()
  let user: Profile | null | undefined
  let hasEnded = false
  let hasLeft = false
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
    for (const listener of announcers) listener(what)
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
    hasLeft: () => hasLeft,
    outageSince: () => outageSince,
    generation: () => generation,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    known: () =>
      new Promise((resolve) => {
        if (user !== undefined) return resolve(user)
        const listener = () => {
          if (user === undefined) return
          listeners.delete(listener)
          resolve(user)
        }
        listeners.add(listener)
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
      hasLeft = false
      set(next)
      announce('entered')
    },
    leave(where = 'here') {
      forget(true)
      hasLeft = true
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
    onChange(listener) {
      announcers.add(listener)
      return () => announcers.delete(listener)
    },
  }
}

/** The profile is asked for this often, so that a session that ended elsewhere ends here. */
const profileEveryMs = 10_000

interface SessionWatchDeps {
  session: Session
  clock: Clock
  page: PageVisibility
  /** To the other tabs of this site in this browser. */
  channel: Channel
}

/**
 * Keeps the session true: asks every ten seconds while the tab is seen, at once when it is seen again, and when
 * another tab says that somebody came or went. Returns how to stop.
 */
export function watchSession({ session, clock, page, channel }: SessionWatchDeps): () => void {
  let asking = false
  async function poll(): Promise<void> {
    // A slow answer is waited for: asking anew would give it up, every time.
    if (asking || !page.visible()) return
    asking = true
    await session.ask()
    asking = false
  }
  const stops = [
    clock.every(profileEveryMs, () => void poll()),
    page.watch(() => void poll()),
    session.onChange((change) => channel.post(change)),
    () => channel.close(),
  ]
  channel.listen((change) => {
    if (change === 'left' && session.user()) session.leave('elsewhere')
    // Who it is now, only the server can say.
    else if (change === 'entered' || session.user()) void session.ask()
  })
  return () => {
    for (const stop of stops) stop()
  }
}

interface Memory {
  queries: QueryClient
  streamSeq: StreamSeq
  drafts: Drafts
}

/** Empties the page's memory of whoever was here; with `typed`, also of what stood in their forms. */
export function clearUserData({ queries, streamSeq, drafts }: Memory, typed: boolean): void {
  queries.clear()
  streamSeq.clear()
  if (typed) drafts.clear()
}
