import type { Language } from '@roundsman/contract/accounts/users'
import { type Channel, createChannel, messageEveryMs, type Source } from './channel.ts'
import { comment } from './sse.ts'

/** One open stream. */
export interface Listener {
  networkId: number
  userId: number
  sessionId: number
  /** Of what is for this user only. */
  language: Language
  /** Resume from here; null: from nothing. */
  lastEventId: number | null
  /** False: the reader is too slow or gone, and has been dropped. */
  write(text: string): boolean
  end(): void
}

type Reader = Pick<Listener, 'userId' | 'language'>

interface HubDeps {
  clock: { monotonic(): number }
  source(networkId: number): Source | null
  sessionIsAlive(sessionId: number): Promise<boolean>
}

export interface Hub {
  /** Opens a stream; false where the user has too many. */
  join(listener: Listener): boolean
  leave(listener: Listener): void
  /** Sends what is new to everybody; gives the ms until there may be more. */
  tick(): number
  /** Who listens to each network, each user once for each language. */
  readers(): ReadonlyMap<number, readonly Reader[]>
  /** Sends a reader of a network something on all of their streams of it. */
  send(networkId: number, reader: Reader, text: string): void
  /** Ends the streams of sessions that have ended in a way that nobody announced. */
  checkSessions(): Promise<void>
  endSession(sessionId: number): void
  /** Ends the streams of a network, and forgets what was sent of it. */
  endNetwork(networkId: number): void
  endAll(): void
  count(): number
}

/** Streams that one user may have open; a browser needs one for each network. */
export const streamsPerUser = 40
const commentEveryMs = 15_000
/** A channel without listeners keeps its frames for so long, for those who come back. */
const restAfterMs = 120_000

export function createHub({ clock, source, sessionIsAlive }: HubDeps): Hub {
  const channels = new Map<number, { channel: Channel; listeners: Set<Listener>; emptySince: number }>()
  let commentedAt = clock.monotonic()

  function channelOf(networkId: number) {
    const known = channels.get(networkId)
    if (known) return known
    const from = source(networkId)
    if (!from) return null
    const made = { channel: createChannel(from, clock), listeners: new Set<Listener>(), emptySince: 0 }
    channels.set(networkId, made)
    return made
  }

  const everybody = () => [...channels.values()].flatMap(({ listeners }) => [...listeners])

  function drop(listener: Listener): void {
    const entry = channels.get(listener.networkId)
    if (!entry?.listeners.delete(listener)) return
    entry.emptySince = clock.monotonic()
  }

  function end(listener: Listener): void {
    drop(listener)
    listener.end()
  }

  function send(listener: Listener, text: string): void {
    if (!listener.write(text)) drop(listener)
  }

  return {
    join(listener) {
      const entry = channelOf(listener.networkId)
      const own = everybody().filter(({ userId }) => userId === listener.userId)
      if (!entry || own.length >= streamsPerUser) return false
      entry.listeners.add(listener)
      send(listener, entry.channel.join(listener.lastEventId))
      return true
    },
    leave: drop,
    tick() {
      let pause = messageEveryMs
      for (const { channel, listeners, emptySince } of channels.values()) {
        if (listeners.size === 0 && clock.monotonic() - emptySince > restAfterMs) channel.rest()
        const text = channel.next()
        if (text !== null) for (const listener of listeners) send(listener, text)
        const due = channel.dueIn()
        if (due > 0) pause = Math.min(pause, due)
      }
      if (clock.monotonic() - commentedAt >= commentEveryMs) {
        commentedAt = clock.monotonic()
        for (const listener of everybody()) send(listener, comment)
      }
      return pause
    },
    readers() {
      return new Map(
        [...channels].map(([networkId, { listeners }]) => [
          networkId,
          [...new Map([...listeners].map((one) => [`${one.userId} ${one.language}`, one])).values()].map(
            ({ userId, language }) => ({ userId, language }),
          ),
        ]),
      )
    },
    send(networkId, { userId, language }, text) {
      for (const listener of channels.get(networkId)?.listeners ?? [])
        if (listener.userId === userId && listener.language === language) send(listener, text)
    },
    async checkSessions() {
      for (const sessionId of new Set(everybody().map((listener) => listener.sessionId))) {
        if (await sessionIsAlive(sessionId)) continue
        for (const listener of everybody()) if (listener.sessionId === sessionId) end(listener)
      }
    },
    endSession(sessionId) {
      for (const listener of everybody()) if (listener.sessionId === sessionId) end(listener)
    },
    endNetwork(networkId) {
      for (const listener of channels.get(networkId)?.listeners ?? []) end(listener)
      channels.delete(networkId)
    },
    endAll() {
      for (const listener of everybody()) end(listener)
    },
    count: () => everybody().length,
  }
}
