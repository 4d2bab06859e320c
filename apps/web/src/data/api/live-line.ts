import { liveEvents, liveProtocol } from '@roundsman/contract/live/live'
import { screenEvents, userEvents } from '@roundsman/contract/live/screen-events'
import { notifyManager } from '@tanstack/react-query'
import { createParser } from 'eventsource-parser'
import * as z from 'zod/mini'
import type { Clock } from '../browser/clock.ts'
import type { Fetch } from '../browser/http.ts'

/** Every event of the stream: about the network, its bridges, and alerts of whoever is signed in. */
export const streamEvents = { ...liveEvents, ...screenEvents, ...userEvents } as const
export type StreamEventName = keyof typeof streamEvents
export type StreamData<N extends StreamEventName> = z.infer<(typeof streamEvents)[N]>
export type StreamEvent = { [N in StreamEventName]: { event: N; data: StreamData<N> } }[StreamEventName]

/** How the line to the server is doing. `nextAttemptAt` is of this machine's clock. */
export type LinePhase =
  | { phase: 'connecting' }
  | { phase: 'open' }
  | { phase: 'waiting'; nextAttemptAt: number }
  | { phase: 'refused'; status: number }

export type LineUpdate =
  | { kind: 'phase'; line: LinePhase }
  | { kind: 'beat' }
  | { kind: 'event'; event: StreamEvent }
  /** The line is back after a break: what happened meanwhile may be missing. */
  | { kind: 'resumed' }
  /** The server speaks another protocol than this page. */
  | { kind: 'outdated' }
  /** It speaks that of this page again. */
  | { kind: 'understood' }

export interface LiveLine {
  /** Tries at once instead of waiting for the next attempt. */
  connectNow(): void
  stop(): void
}

interface Deps {
  url: string
  fetch: Fetch
  clock: Clock
  /** 0…1, spreads the attempts of many browsers after a restart of the server. */
  random: () => number
  onUpdate: (update: LineUpdate) => void
}

/** The server comments every 15 s; silence for longer than this means that the line is dead. */
export const silentAfterMs = 20_000
const backOffMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const

/** Keeps one stream open until it is stopped or refused. */
export function startLiveLine(deps: Deps): LiveLine {
  const { clock, onUpdate } = deps
  let stopped = false
  let lastId: string | null = null
  /** What the present stream was asked to go on from; null for one that begins with everything. */
  let goesOnFrom: string | null = null
  let attempts = 0
  let opened = false
  let isOutdated = false
  let waiting = false
  let abort = new AbortController()
  let cancelTimer: () => void = () => undefined

  const watchSilence = () => {
    cancelTimer()
    cancelTimer = clock.after(silentAfterMs, () => abort.abort())
  }

  async function attempt(): Promise<void> {
    waiting = false
    abort = new AbortController()
    onUpdate({ kind: 'phase', line: { phase: 'connecting' } })
    watchSilence()
    goesOnFrom = lastId
    try {
      const response = await deps.fetch(deps.url, {
        headers: { Accept: 'text/event-stream', ...(lastId === null ? {} : { 'Last-Event-ID': lastId }) },
        credentials: 'same-origin',
        cache: 'no-store',
        // What a page asks for goes before what this line will say.
        priority: 'low',
        signal: abort.signal,
      })
      if ([401, 403, 404].includes(response.status)) {
        stop()
        onUpdate({ kind: 'phase', line: { phase: 'refused', status: response.status } })
        return
      }
      if (response.ok && response.body) await read(response.body)
    } catch {
      // A broken line has many reasons and one consequence: the next attempt.
    }
    if (!stopped) wait()
  }

  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    onUpdate({ kind: 'phase', line: { phase: 'open' } })
    if (opened) onUpdate({ kind: 'resumed' })
    opened = true
    for await (const items of readEventStream(body)) {
      attempts = 0
      watchSilence()
      // What came together is drawn together.
      notifyManager.batch(() => {
        for (const item of items) {
          if (stopped) return
          take(item)
        }
      })
      if (stopped) return
    }
  }

  function take(item: StreamItem): void {
    if (item === 'beat') {
      onUpdate({ kind: 'beat' })
      return
    }
    // Ids of alerts are those of the user's alerts, from which no stream goes on.
    if (item.id !== null && item.event !== 'alert') lastId = item.id
    const event = decodeStreamEvent(item.event, item.data)
    if (event?.event === 'hello') {
      const wasOutdated = isOutdated
      isOutdated = event.data.protocol !== liveProtocol
      if (isOutdated) {
        onUpdate({ kind: 'outdated' })
        return
      }
      if (wasOutdated) onUpdate({ kind: 'understood' })
    }
    if (event === null) onUpdate({ kind: 'beat' })
    // The stream goes on where it broke. The list may be further by now: nothing begins anew for it.
    else if (event.event === 'hello' && String(event.data.seq) === goesOnFrom) onUpdate({ kind: 'beat' })
    else onUpdate({ kind: 'event', event })
  }

  function wait(): void {
    cancelTimer()
    const base = backOffMs[Math.min(attempts, backOffMs.length - 1)] ?? 15_000
    attempts += 1
    const delay = Math.round(base * (0.75 + deps.random() * 0.5))
    onUpdate({ kind: 'phase', line: { phase: 'waiting', nextAttemptAt: clock.now() + delay } })
    waiting = true
    cancelTimer = clock.after(delay, () => void attempt())
  }

  function stop(): void {
    stopped = true
    cancelTimer()
    abort.abort()
  }

  void attempt()
  return {
    connectNow() {
      if (stopped || !waiting) return
      cancelTimer()
      attempts = 0
      void attempt()
    },
    stop,
  }
}

/** Null for events that this version does not know, and for data that does not fit. */
export function decodeStreamEvent(name: string, data: string): StreamEvent | null {
  if (!Object.hasOwn(streamEvents, name)) return null
  const known = name as StreamEventName
  try {
    const parsed = z.safeParse(streamEvents[known], JSON.parse(data))
    return parsed.success ? ({ event: known, data: parsed.data } as StreamEvent) : null
  } catch {
    return null
  }
}

/** One thing read from an event stream: an event, or a comment that only says that the line is alive. */
export type StreamItem = { event: string; data: string; id: string | null } | 'beat'

/**
 * Reads `text/event-stream` (WHATWG, server-sent events). Unlike the browser's EventSource it shows comments, without
 * which a quiet network cannot be told from a dead line, and leaves the status of a refusal to the caller. Gives what
 * came together in one piece.
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<readonly StreamItem[]> {
  const items: StreamItem[] = []
  const parser = createParser({
    onEvent: ({ event = 'message', data, id = null }) => items.push({ event, data, id }),
    onComment: () => items.push('beat'),
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      if (items.length > 0) yield items.splice(0)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Up to which change batch the stream of each network has come in this tab. */
export interface StreamSeq {
  observe(blockchainId: number, event: StreamEvent): void
  /** 0 where there was no event yet. */
  of(blockchainId: number): number
  clear(): void
}

export function createStreamSeq(): StreamSeq {
  const newest = new Map<number, number>()
  return {
    observe(blockchainId, event) {
      // A stream begins anew with `hello`, also at a server that was put back.
      if (event.event === 'hello') newest.set(blockchainId, event.data.seq)
      else if (event.event === 'height' || event.event === 'validators')
        newest.set(blockchainId, Math.max(event.data.seq, newest.get(blockchainId) ?? 0))
    },
    of: (blockchainId) => newest.get(blockchainId) ?? 0,
    clear: () => newest.clear(),
  }
}
