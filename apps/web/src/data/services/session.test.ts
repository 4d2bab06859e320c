import type { Profile } from '@roundsman/contract/accounts/users'
import { beforeEach, describe, expect, it } from 'vitest'
import { NoAnswerError, ProblemError, UnexpectedResponseError } from '../api/errors.ts'
import { createFakeChannels } from '../testing/fake-browser.ts'
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts'
import { settle } from '../testing/settle.ts'
import { createFakeTab } from '../testing/start-session.ts'
import { createSession, type Session, type SessionChange, watchSession } from './session.ts'

const someone = (id: number, change: Partial<Profile> = {}): Profile => ({
  id,
  email: `user-${id}@example.org`,
  first_name: '',
  last_name: '',
  avatar: null,
  language: 'en',
  timezone: 'UTC',
  groups: [],
  has_password: true,
  phones: [],
  abilities: [],
  ...change,
})
const signedOut = new ProblemError(
  { type: '', title: '', status: 401, detail: '', code: 'not_authenticated' },
  null,
)
const broken = new ProblemError(
  { type: '', title: '', status: 500, detail: '', code: 'internal_error' },
  null,
)
const forbidden = new ProblemError(
  { type: '', title: '', status: 403, detail: '', code: 'permission_denied' },
  null,
)
const strangeDenial = new UnexpectedResponseError(401, null)
const unreachable = new NoAnswerError(false, null)
const timedOut = new NoAnswerError(true, null)
const strange = new UnexpectedResponseError(502, null)

/** A session in front of a server whose answers the test gives, one by one. */
function open() {
  const asked: { resolve: (user: Profile) => void; reject: (error: Error) => void; signal: AbortSignal }[] =
    []
  const forgotten: ('all' | 'all but forms')[] = []
  const time = { now: 1_000 }
  const session = createSession({
    profile: (signal) => new Promise((resolve, reject) => void asked.push({ resolve, reject, signal })),
    forget: (typed) => void forgotten.push(typed ? 'all' : 'all but forms'),
    clock: { now: () => time.now },
  })
  const answer = async (with_: Profile | Error) => {
    const one = asked.at(-1)
    if (!one) throw new Error('nothing was asked')
    if (with_ instanceof Error) one.reject(with_)
    else one.resolve(with_)
    await settle()
  }
  /** Asks and answers. */
  const ask = async (with_: Profile | Error) => {
    void session.ask()
    await answer(with_)
  }
  return { session, asked, forgotten, answer, ask, time }
}

describe('P4: at the start', () => {
  it('is initializing until the first answer, then somebody', async () => {
    const { session, ask } = open()
    expect(session.user()).toBeUndefined()
    const known = session.known()
    await ask(someone(1))
    expect(session.user()).toEqual(someone(1))
    expect(await known).toEqual(someone(1))
    expect(await session.known()).toEqual(someone(1))
  })
  it.each([signedOut, forbidden, strangeDenial])(
    'takes an answer that denies for nobody: %s',
    async (error) => {
      const { session, ask } = open()
      await ask(error)
      expect(session.user()).toBeNull()
      expect(await session.known()).toBeNull()
      expect(session.hasEnded()).toBe(false)
      expect(session.outageSince()).toBeNull()
    },
  )
  it.each([broken, unreachable, timedOut, strange])(
    'P110: goes on asking after no answer: %s',
    async (error) => {
      const { session, ask, time } = open()
      time.now = 5_000
      await ask(error)
      expect(session.user()).toBeUndefined()
      expect(session.outageSince()).toBe(1_000)
      time.now = 15_000
      await ask(someone(1))
      expect(session.user()?.id).toBe(1)
      expect(session.outageSince()).toBeNull()
    },
  )
})

describe('P4: later', () => {
  it('a 401 means nobody at once', async () => {
    const { session, ask } = open()
    await ask(someone(1))
    await ask(signedOut)
    expect(session.user()).toBeNull()
    expect(session.hasEnded()).toBe(true)
  })
  it('P110: no answer changes nobody, however often; from the second in a row on it is an outage, until the next answer', async () => {
    const { session, ask, time, forgotten } = open()
    const received: SessionChange[] = []
    session.onChange((announce) => received.push(announce))
    time.now = 2_000
    await ask(someone(1))
    forgotten.length = 0
    time.now = 12_000
    await ask(unreachable)
    expect(session.outageSince()).toBeNull()
    await ask(someone(1))
    await ask(broken)
    expect(session.outageSince()).toBeNull()
    for (const error of [timedOut, broken, strange, unreachable]) {
      time.now += 10_000
      await ask(error)
      expect(session.user()?.id).toBe(1)
      expect(session.outageSince()).toBe(12_000)
    }
    expect(session.hasEnded()).toBe(false)
    await ask(someone(1))
    expect(session.outageSince()).toBeNull()
    expect(forgotten).toEqual([])
    expect(received).toEqual([])
  })
  it('P110: the page is told when an outage begins and ends, and only then', async () => {
    const { session, ask } = open()
    await ask(someone(1))
    const states: (number | null)[] = []
    session.subscribe(() => states.push(session.outageSince()))
    await ask(unreachable)
    await ask(unreachable)
    await ask(unreachable)
    await ask(someone(1))
    await ask(someone(1))
    expect(states).toEqual([1_000, null])
  })
  it('an equal profile renders nothing anew, another one does', async () => {
    const { session, ask } = open()
    await ask(someone(1))
    const before = session.user()
    let notified = 0
    session.subscribe(() => {
      notified += 1
    })
    await ask(someone(1))
    expect(session.user()).toBe(before)
    expect(notified).toBe(0)
    await ask(someone(1, { first_name: 'Robin' }))
    expect(session.user()?.first_name).toBe('Robin')
    expect(notified).toBe(1)
  })
})

describe('P80: what was asked in an earlier generation says nothing of this one', () => {
  it('an answer under way does not bring back who signed out', async () => {
    const { session, ask, answer, asked } = open()
    await ask(someone(1))
    void session.ask()
    session.leave()
    expect(asked.at(-1)?.signal.aborted).toBe(true)
    await answer(someone(1))
    expect(session.user()).toBeNull()
  })
  it('a 401 under way does not throw out who signed in', async () => {
    const { session, ask, answer } = open()
    await ask(signedOut)
    const generation = session.generation()
    void session.ask()
    session.enter(someone(1))
    await answer(signedOut)
    session.lose(generation)
    expect(session.user()?.id).toBe(1)
    session.lose(session.generation())
    expect(session.user()).toBeNull()
  })
  it('a profile that was asked for before a change does not take it back', async () => {
    const { session, ask, answer } = open()
    await ask(someone(1))
    void session.ask()
    session.change((user) => ({ ...user, first_name: 'Robin' }))
    await answer(someone(1))
    expect(session.user()?.first_name).toBe('Robin')
  })
  it('a change of somebody who is gone changes nobody', async () => {
    const { session, ask } = open()
    await ask(someone(1))
    session.enter(someone(2))
    session.change(() => someone(1))
    expect(session.user()?.id).toBe(2)
    session.leave()
    session.change(() => someone(2))
    expect(session.user()).toBeNull()
  })
})

describe('P81, P82: memory', () => {
  it('forgets everything at a logout, and for another user; forms stay for the same one', async () => {
    const { session, ask, forgotten } = open()
    await ask(someone(1))
    forgotten.length = 0
    await ask(signedOut)
    expect(forgotten).toEqual(['all but forms'])
    await ask(someone(1))
    expect(forgotten).toEqual(['all but forms'])
    session.leave()
    expect(forgotten).toEqual(['all but forms', 'all'])
    forgotten.length = 0
    await ask(someone(1))
    await ask(someone(2))
    expect(forgotten).toEqual(['all'])
  })
})

describe('the watch', () => {
  let clock: FakeClock
  beforeEach(() => {
    clock = createFakeClock()
  })
  const watch = (session: Session, channel = createFakeChannels()) => {
    const tab = createFakeTab()
    const stop = watchSession({ session, clock, page: tab, channel: channel('session') })
    return { tab, stop }
  }

  it('P4: asks every ten seconds while the tab is seen, and at once when it is seen again', async () => {
    const { session, asked, ask, answer } = open()
    await ask(someone(1))
    const { tab, stop } = watch(session)
    await clock.advance(9_999)
    expect(asked).toHaveLength(1)
    await clock.advance(1)
    expect(asked).toHaveLength(2)
    await answer(someone(1))
    tab.show(false)
    await clock.advance(60_000)
    expect(asked).toHaveLength(2)
    tab.show(true)
    expect(asked).toHaveLength(3)
    await answer(someone(1))
    stop()
    await clock.advance(60_000)
    expect(asked).toHaveLength(3)
  })
  it('P4: waits for a slow answer, and tries again within ten seconds after an error', async () => {
    const { session, asked, ask, answer } = open()
    await ask(someone(1))
    watch(session)
    await clock.advance(14_000)
    expect(asked).toHaveLength(2)
    await answer(unreachable)
    expect(session.user()?.id).toBe(1)
    await clock.advance(10_000)
    expect(asked).toHaveLength(3)
  })
  it('P4: goes on asking while nobody is signed in, so a session from elsewhere is found', async () => {
    const { session, ask, answer } = open()
    await ask(signedOut)
    watch(session)
    await clock.advance(10_000)
    await answer(someone(1))
    expect(session.user()?.id).toBe(1)
  })

  describe('P83: tabs', () => {
    /** Two tabs of a browser that know each other. */
    const two = async (first: Profile | Error, second: Profile | Error) => {
      const channel = createFakeChannels()
      const [a, b] = [open(), open()]
      await a.ask(first)
      await b.ask(second)
      const tabs = [watch(a.session, channel), watch(b.session, channel)]
      return { a, b, tabs }
    }
    it('leave together, also a hidden one, without asking', async () => {
      const { a, b, tabs } = await two(someone(1), someone(1))
      tabs[1]?.tab.show(false)
      const asked = b.asked.length
      b.forgotten.length = 0
      a.session.leave()
      expect(b.session.user()).toBeNull()
      expect(b.session.hasEnded()).toBe(false)
      expect(b.forgotten).toEqual(['all'])
      expect(b.asked).toHaveLength(asked)
    })
    it('come in together: the server says who it is, whatever was asked before', async () => {
      const { a, b } = await two(signedOut, signedOut)
      void b.session.ask()
      const before = b.asked.at(-1)
      a.session.enter(someone(1))
      before?.reject(signedOut)
      await b.answer(someone(1))
      expect(b.session.user()?.id).toBe(1)
    })
    it('ask when another one lost the session, and keep it if they may', async () => {
      const { a, b } = await two(someone(1), someone(1))
      const changes: SessionChange[] = []
      b.session.onChange((announce) => changes.push(announce))
      await a.ask(signedOut)
      await b.answer(someone(1))
      expect(b.session.user()?.id).toBe(1)
      a.session.enter(someone(1))
      await b.answer(someone(1))
      await a.ask(signedOut)
      await b.answer(signedOut)
      expect(b.session.user()).toBeNull()
      expect(changes).toEqual(['lost'])
    })
  })
})
