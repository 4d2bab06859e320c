import type { EndpointView } from '@roundsman/cometbft/domain'
import type { EndpointPool } from '@roundsman/cometbft/endpoint-pool'
import { headerSubscription, parseHintAddress, readHintFrame } from '@roundsman/cometbft/header-hint'
import type { OpenedSocket, OpenSocket, SocketBounds } from '../../../platform/clients/web-socket-client.ts'

/** What a listener is called with. */
interface HeaderListener {
  onHeader(host: string, height: number): void
  /** A socket was given up, or never opened. `reason` names no URL. */
  onLost(host: string, reason: string): void
}

/** The sockets at which headers of one network are listened for. */
export interface HintSockets {
  /** Closes what is of no use, opens what is missing, asks the others whether they live. To be called every second. */
  tend(pool: Pick<EndpointPool, 'views' | 'head' | 'chainIdSeen'>): void
  /** Closes all at once. */
  close(): void
  /** How many are subscribed. */
  count(): number
}

interface Listened extends ListeningState {
  index: number
  host: string
  socket: OpenedSocket
  redact(text: string): string
  pingedAt: number
  /** Since the last tending, pings too. */
  messages: number
  characters: number
  /** In all. */
  unparsable: number
}

/** A header of CometBFT 0.38 takes 1.2 kB; with it 0.34 and 0.37 send the events of the whole block. */
const bounds: SocketBounds = { maxMessageBytes: 1_048_576, handshakeMs: 10_000 }
const pingEveryMs = 10_000
/** Within about a second. */
const mostMessages = 50
const mostCharacters = 4_194_304
const mostUnparsable = 20
/** A socket that was of use for so long is opened again soon when it closes. */
const provenMs = 60_000

/** @param random in [0, 1) spreads backoffs */
export function createHintSockets(
  urls: readonly string[],
  clock: { monotonic(): number },
  random: () => number,
  openSocket: OpenSocket,
  { onHeader, onLost }: HeaderListener,
): HintSockets {
  const addresses = urls.map(parseHintAddress)
  const listened = new Map<number, Listened>()
  const backoffs = createBackoffs(clock, random)
  /** Of whom heights and names are; another one begins anew. */
  let tended: Parameters<HintSockets['tend']>[0] | null = null

  function open(index: number, head: number): void {
    const address = addresses[index]
    if (address === undefined) return
    const now = clock.monotonic()
    const socket = openSocket(address, bounds, {
      onOpen: () => socket.send(headerSubscription),
      onMessage: (text) => receive(one, text),
      onSign: () => accepts(one, 0),
      onClose: (reason) => giveUp(one, { kind: 'lost', reason }),
    })
    const counts = { messages: 0, characters: 0, unparsable: 0 }
    const times = { openedAt: now, signAt: now, pingedAt: now, newestAt: now, aheadSince: null }
    const { host, redact } = address
    const one: Listened = {
      index,
      host,
      socket,
      redact,
      isSubscribed: false,
      newest: head,
      ...counts,
      ...times,
    }
    listened.set(index, one)
  }

  /** Whether something that came is to be read: it is a sign of life, unless it is too much of one. */
  function accepts(one: Listened, characters: number): boolean {
    if (listened.get(one.index) !== one) return false
    one.signAt = clock.monotonic()
    one.messages += 1
    one.characters += characters
    if (one.messages <= mostMessages && one.characters <= mostCharacters) return true
    giveUp(one, { kind: 'useless', reason: 'it sends too much' })
    return false
  }

  function receive(one: Listened, text: string | null): void {
    if (!accepts(one, text?.length ?? 0)) return
    const frame = text === null ? ({ kind: 'unparsable' } as const) : readHintFrame(text)
    if (frame.kind === 'subscribed') one.isSubscribed = true
    else if (frame.kind === 'refused') giveUp(one, { kind: 'lost', reason: one.redact(frame.reason) })
    else if (frame.kind === 'header' && frame.chainId === tended?.chainIdSeen)
      receiveHeight(one, frame.height)
    else one.unparsable += 1
    if (one.unparsable > mostUnparsable)
      giveUp(one, { kind: 'useless', reason: 'what it sends cannot be read' })
  }

  function receiveHeight(one: Listened, height: number): void {
    if (height > one.newest) {
      one.newest = height
      one.newestAt = clock.monotonic()
    }
    onHeader(one.host, height)
  }

  function giveUp(one: Listened, { kind, reason }: ListeningFault): void {
    if (listened.get(one.index) !== one) return
    const isProven = one.newestAt - one.openedAt >= provenMs
    leave(one)
    backoffs.note(one.index, kind, isProven)
    onLost(one.host, reason)
  }

  function leave(one: Listened): void {
    listened.delete(one.index)
    one.socket.close()
  }

  function inspect(one: Listened, head: number): void {
    const now = clock.monotonic()
    one.messages = 0
    one.characters = 0
    one.aheadSince = aheadSince(one, head, now)
    const fault = faultOf(one, head, now)
    if (fault !== null) return giveUp(one, fault)
    if (now - one.pingedAt < pingEveryMs) return
    one.pingedAt = now
    one.socket.ping()
  }

  function close(): void {
    for (const one of [...listened.values()]) leave(one)
  }

  return {
    tend(pool) {
      if (pool !== tended) {
        close()
        backoffs.forget()
        tended = pool
      }
      const head = pool.head()
      if (head === null) return
      for (const one of [...listened.values()]) inspect(one, head.height)
      const listening = [...listened.keys()]
      const chosen = chooseListened({
        views: pool.views(),
        listened: listening,
        headHost: head.host,
        isBackingOff: backoffs.isActive,
      })
      for (const one of [...listened.values()]) {
        if (chosen.includes(one.index)) continue
        leave(one)
        // Not for being bad at this, but so that one that is fit now and then is not opened every second.
        backoffs.note(one.index, 'lost', true)
      }
      for (const index of chosen) if (!listened.has(index)) open(index, head.height)
    },
    close,
    count: () => [...listened.values()].filter(({ isSubscribed }) => isSubscribed).length,
  }
}

/** Two: one may be late, silent or lie. */
const listenedAtOnce = 2

interface ListenedChoice {
  /** In the order of the catalogue. */
  views: readonly EndpointView[]
  /** Indices that are listened at now. */
  listened: readonly number[]
  /** The endpoint that showed the newest block, most likely the one in use; its announcement needs no waiting. */
  headHost: string
  /** Whether an endpoint is left alone after a failure. */
  isBackingOff(index: number): boolean
}

/**
 * Indices of the endpoints to listen at: fit for use, of different hosts. Who is listened at stays, also through a
 * failed request, until it lies, is of another network, or falls behind.
 */
export function chooseListened({ views, listened, headHost, isBackingOff }: ListenedChoice): number[] {
  const fit = views.flatMap(({ state, host, latencyMs }, index) => {
    const isListened = listened.includes(index)
    if (isBackingOff(index)) return []
    if (state !== 'OK' && !(isListened && state === 'FAILING')) return []
    return [{ index, host, isListened, latencyMs: latencyMs ?? Number.MAX_SAFE_INTEGER }]
  })
  fit.sort(
    (a, b) =>
      Number(b.isListened) - Number(a.isListened) ||
      Number(b.host === headHost) - Number(a.host === headHost) ||
      a.latencyMs - b.latencyMs,
  )
  const hosts = new Set<string>()
  const chosen: number[] = []
  for (const { index, host } of fit) {
    if (chosen.length === listenedAtOnce) break
    if (hosts.has(host)) continue
    hosts.add(host)
    chosen.push(index)
  }
  return chosen
}

/** What one socket has announced so far; times are monotonic ms. */
interface ListeningState {
  openedAt: number
  isSubscribed: boolean
  /** When anything last came. */
  signAt: number
  /** The highest height that it announced, and when; at first the head as the socket was opened. */
  newest: number
  newestAt: number
  /** Since when it announces heights that no endpoint shows; null: it does not. */
  aheadSince: number | null
}

/** Why a socket is given up. `useless`: to come back soon would not help. */
interface ListeningFault {
  reason: string
  kind: 'lost' | 'useless'
}

const subscribeMs = 15_000
/** Three pings unanswered: the other side is gone, though nobody said so. */
const signMs = 30_000
/** Blocks that it leaves out, and for how long, before it counts as silent. */
const silentBlocks = 5
const silentMs = 15_000
/** Blocks that it is ahead of everybody, and for how long, before it counts as making them up. */
const aheadBlocks = 5
const aheadMs = 30_000

/** Since when it is ahead of the head, as of now. */
function aheadSince(
  { newest, aheadSince: before }: ListeningState,
  head: number,
  now: number,
): number | null {
  return newest > head + aheadBlocks ? (before ?? now) : null
}

/** What is wrong with a socket at a moment; null: nothing. */
function faultOf(socket: ListeningState, head: number, now: number): ListeningFault | null {
  if (!socket.isSubscribed && now - socket.openedAt >= subscribeMs)
    return { kind: 'lost', reason: `no subscription within ${subscribeMs / 1_000} s` }
  if (now - socket.signAt >= signMs)
    return { kind: 'lost', reason: `no sign of life for ${signMs / 1_000} s` }
  if (head >= socket.newest + silentBlocks && now - socket.newestAt >= silentMs)
    return { kind: 'lost', reason: `${head - socket.newest} blocks were not announced` }
  if (socket.aheadSince !== null && now - socket.aheadSince >= aheadMs)
    return { kind: 'useless', reason: 'it announces blocks that nobody has' }
  return null
}

/** Which endpoints are left alone after their sockets failed. */
interface Backoffs {
  isActive(index: number): boolean
  /** `isProven`: the socket had been of use for a while, so that nothing is to be held against it. */
  note(index: number, kind: ListeningFault['kind'], isProven: boolean): void
  forget(): void
}

const firstMs = 5_000
const longestMs = 600_000

/** `random` in [0, 1) spreads each backoff by a quarter either way. */
function createBackoffs(clock: { monotonic(): number }, random: () => number): Backoffs {
  const active = new Map<number, { failures: number; until: number }>()
  return {
    isActive: (index) => (active.get(index)?.until ?? 0) > clock.monotonic(),
    note(index, kind, isProven) {
      const failures = isProven ? 1 : (active.get(index)?.failures ?? 0) + 1
      const doubled = Math.min(longestMs, firstMs * 2 ** (Math.min(failures, 20) - 1))
      const backoffMs = (kind === 'useless' ? longestMs : doubled) * (0.75 + random() / 2)
      active.set(index, { failures, until: clock.monotonic() + backoffMs })
    },
    forget: () => active.clear(),
  }
}
