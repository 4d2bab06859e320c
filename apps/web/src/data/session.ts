import type { Profile } from '@roundsman/contract/users'
import { replaceEqualDeep } from '@tanstack/react-query'
import { isProblem } from './errors.ts'

/** Why nobody is signed in any more though nobody signed out. */
export type SessionLoss = 'ended' | 'unreachable'

/** Who is signed in: initialising (undefined), then somebody or nobody (null). */
export interface Session {
  user(): Profile | null | undefined
  /** Null unless the session was lost while the page was open; a sign-in makes it null again. */
  loss(): SessionLoss | null
  subscribe(listener: () => void): () => void
  /** Who is signed in, as soon as that is known. */
  known(): Promise<Profile | null>
  /** Asks the server now. An answer that is still under way no longer counts. */
  ask(): Promise<void>
  /** Somebody signed in on this page. */
  enter(user: Profile): void
  /** Somebody signed out, here or in another tab: nothing of them stays in memory. */
  leave(where?: 'here' | 'elsewhere'): void
  /** A call that began in this visit was told that there is no session. */
  lose(visit: number): void
  /** The same user with a changed profile. */
  change(change: (user: Profile) => Profile): void
  /** Another number whenever somebody comes or goes: what an earlier visit still hears says nothing of this one. */
  visit(): number
  /** Told what happened on this page, for the other tabs. */
  onDeed(tell: (deed: SessionDeed) => void): () => void
}

export type SessionDeed = 'entered' | 'left' | 'lost'

interface Deps {
  /** Asks for the profile; rejects where there is none. */
  profile: (signal: AbortSignal) => Promise<Profile>
  /** Forgets what the page knows of whoever was here; with `typed`, also what stood in their forms. */
  forget: (typed: boolean) => void
}

/** The second answer in a row that fails means: nobody. One may be a hiccup. */
const failuresOfNobody = 2

export function createSession({ profile, forget }: Deps): Session {
  const listeners = new Set<() => void>()
  const tellers = new Set<(deed: SessionDeed) => void>()
  let user: Profile | null | undefined
  let loss: SessionLoss | null = null
  /** The last one who was here: what stood in their forms waits for them and for nobody else. */
  let lastId: number | null = null
  let visit = 0
  let failures = 0
  let asking: AbortController | null = null

  function set(next: Profile | null, why: SessionLoss | null = null): void {
    asking?.abort()
    asking = null
    failures = 0
    if (next && next.id !== lastId) forget(true)
    else if (user && why !== null) forget(false)
    if (user?.id !== next?.id) visit += 1
    if (next) lastId = next.id
    // The poll brings an equal profile every ten seconds: nothing is rendered anew for it.
    const kept = replaceEqualDeep(user, next)
    if (kept === user && why === loss) return
    user = kept
    loss = why
    for (const listener of listeners) listener()
  }
  const deed = (what: SessionDeed) => {
    for (const tell of tellers) tell(what)
  }
  function lost(why: SessionLoss): void {
    if (!user) return set(null, loss)
    set(null, why)
    deed('lost')
  }
  function failed(error: unknown): void {
    if (isProblem(error, 'not_authenticated')) return lost('ended')
    failures += 1
    if (!user || failures >= failuresOfNobody) lost('unreachable')
  }

  return {
    user: () => user,
    loss: () => loss,
    visit: () => visit,
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
      deed('entered')
    },
    leave(where = 'here') {
      forget(true)
      set(null)
      if (where === 'here') deed('left')
    },
    lose(since) {
      if (since === visit) lost('ended')
    },
    change(change) {
      const next = user && change(user)
      if (next && next.id === user?.id) set(next)
    },
    onDeed(tell) {
      tellers.add(tell)
      return () => tellers.delete(tell)
    },
  }
}
