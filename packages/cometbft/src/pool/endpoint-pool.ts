import type { EndpointView } from '../domain.ts'
import { ANSWERED, ChainReadError, gravest, isRetryableElsewhere, NO_KEEPING } from '../errors.ts'
import { withinTime } from '../rpc/http-exchange.ts'
import type { NodeClient } from '../rpc/node-client.ts'
import { createEndpointChecks, type EndpointChecks, type EndpointChecksDeps } from './endpoint-checks.ts'
import { candidates, due } from './endpoint-choice.ts'
import { blamed, failed, overclaimed, stumbled, viewOf, worked } from './endpoint-record.ts'
import { allCatchingUp, mayKeepSoon, maySpeakSoon, type PoolHead } from './pool-head.ts'

/** An endpoint failed a check that another one's answer passed. */
export interface Lie {
  host: string
  /** What both said: hosts, heights, hashes. */
  reason: string
}

export interface UseOptions {
  /** Prefer endpoints that say they still keep this height. */
  keepsHeight?: number
  /**
   * Prefer endpoints that claim to have this height, for work that is a few questions. One that fails then counts as not
   * having it; one that is not done in time is left while there is another.
   */
  hasHeight?: number
  /**
   * Hosts that have said enough: they are asked only when no other is left, and the answer is a second opinion that
   * does not make its endpoint the one in use.
   */
  otherThan?: readonly string[]
}

export interface EndpointPool {
  /**
   * Asks for the status of every endpoint that is due: the one in use each time, hosts that have announced a block
   * too, others now and then. Returns when the one in use has answered, or with none in use when one that is fit has
   * (the first time: when all have). Late ones go on and count when they come. Never rejects.
   */
  probe(hinting?: readonly string[]): Promise<void>
  /**
   * Does `work` on the best endpoint. Where it rejects with a `ChainReadError` that another endpoint may not have,
   * the next one is tried within the same call. Rejects with the gravest error of those tried; kind `pruned` only
   * if all of them said so.
   */
  use<T>(work: (node: NodeClient, view: EndpointView) => Promise<T>, options?: UseOptions): Promise<T>
  /** Puts one question to every endpoint that is fit for use, all at a time, with short deadlines. */
  poll<T>(work: (node: NodeClient, view: EndpointView) => Promise<T>): Promise<EndpointAnswer<T>[]>
  /** A block of this host is believed: from now on it is the head, where it is the newest. */
  believe(host: string, block: { height: number; time: number }): void
  /** What this host said is refuted by what another one proved: it is LYING for an hour. `reason` names no URL. */
  blame(host: string, reason: string): void
  views(): EndpointView[]
  /** An endpoint that failed within the last minute said before that it keeps this height: it may be back soon. */
  mayKeepSoon(height: number): boolean
  /** One that was fit for use within the last minute fails now: the last word is not spoken without it. */
  maySpeakSoon(): boolean
  /** A host that is fit for use has reported a higher block than before within three blocks' time, or has just been met. */
  goesOn(host: string): boolean
  /** The newest block that endpoints claim to have: where to look. */
  claim(): PoolHead | null
  /** The newest block that is believed, since its header was. */
  head(): PoolHead | null
  /** All endpoints that answer for this network are catching up (and at least one does). */
  allCatchingUp(): boolean
  /** The chain id that is held to: the configured one, else what most endpoints said first. */
  readonly chainIdSeen: string | null
  /** Mean time between the newest blocks in ms, by header times; null before it is known. */
  blockTimeMs(): number | null
  /** Resolves when no probe is under way any more (for a clean stop, and for tests). */
  idle(): Promise<void>
}

/** What one of several endpoints said to the same question. */
export type EndpointAnswer<T> = { host: string } & (
  | { ok: true; value: T }
  | { ok: false; error: ChainReadError }
)

export type { PoolHead }

interface EndpointPoolDeps extends EndpointChecksDeps {
  onLie?: (lie: Lie) => void
}

/** An endpoint last asked longer ago than this is asked who it is before it is used. */
const RECHECK_MS = 20_000
/** While no block is taken all are asked about once a block. */
const GOES_ON = { blocks: 3, ms: 5_000 }
/** Reading blocks takes two or three exchanges, while catching up six. */
const MOST_DEADLINES = 6

/**
 * The endpoints of one network, as one. Building it asks nothing. `checks` are its own unless somebody else looks at
 * them too. @throws TypeError on an address that is none
 */
export function createEndpointPool(
  deps: EndpointPoolDeps,
  checks: EndpointChecks = createEndpointChecks(deps),
): EndpointPool {
  const { records } = checks
  let sticky: number | null = null
  let firstTime = true

  const usable = (index: number | null) => index !== null && records[index]?.state === 'OK'
  const inUse = () => (usable(sticky) ? sticky : null)
  const dueNow = (hinting: readonly string[] = []) =>
    due({
      hinting,
      records,
      inUse: inUse(),
      stalled: checks.stalled(),
      blockTimeMs: checks.blockTimeMs(),
      now: deps.clock.monotonic(),
    })
  const choices = ({ keepsHeight, hasHeight }: UseOptions = {}) =>
    candidates({
      records,
      sticky,
      now: deps.clock.monotonic(),
      keepsHeight: keepsHeight ?? null,
      hasHeight: hasHeight ?? null,
      random: deps.random,
    })

  async function probe(hinting?: readonly string[]): Promise<void> {
    await askDue(hinting)
    if (inUse() === null) sticky = choices()[0] ?? sticky
  }

  async function askDue(hinting?: readonly string[]): Promise<void> {
    const current = inUse()
    const indices = dueNow(hinting)
    // The first time, all are waited for: the quickest may be one that is far behind.
    if (firstTime) {
      firstTime = false
      return checks.round(indices, false)
    }
    const inUseNow = current === null ? null : checks.check(current, false)
    const others = firstUsable(indices)
    if (inUseNow === null) return others
    await inUseNow
    // Lost in this very moment: then the others are what is waited for.
    if (!usable(current)) await others
  }

  /** Asks all, waits until one of them is fit for use or none is left to wait for. */
  function firstUsable(indices: readonly number[]): Promise<void> {
    const all = checks.round(indices, true)
    const each = indices.map(async (index) => {
      await checks.check(index, true)
      if (!usable(index)) await all
    })
    return Promise.race([all, ...each])
  }

  async function use<T>(
    work: (node: NodeClient, view: EndpointView) => Promise<T>,
    options: UseOptions = {},
  ): Promise<T> {
    const tried = new Set<number>()
    const errors: ChainReadError[] = []
    for (;;) {
      const next = await nextCandidate(tried, options)
      if (next === null) throw gravest(errors) ?? nothingUsable()
      tried.add(next.index)
      const record = records[next.index]
      if (record === undefined || !(await fresh(next.index, options.hasHeight ?? null))) continue
      try {
        const view = viewOf(records[next.index] ?? record)
        const working = work(checks.node(next.index, next.last), view)
        // Of the last one left there is nothing better to turn to.
        const isBounded = options.hasHeight !== undefined && !next.last
        const answer = await (isBounded ? inTime(next.index, working) : working)
        if (options.otherThan === undefined) sticky = next.index
        checks.update(next.index, (one) => worked(one, deps.clock.monotonic()))
        return answer
      } catch (error) {
        if (!(error instanceof ChainReadError) || !isRetryableElsewhere(error)) throw error
        errors.push(error)
        noteFailure(next.index, error, options.hasHeight ?? null)
      }
    }
  }

  /** One that answers each question in time, and so many of them, is never done. */
  function inTime<T>(index: number, working: Promise<T>): Promise<T> {
    const ms = MOST_DEADLINES * checks.deadlineMs(index, false)
    const host = records[index]?.host ?? ''
    const reason = `not finished within ${ms} ms`
    const late = () => new ChainReadError({ kind: 'timeout', host, method: 'use', reason })
    return withinTime(deps.timeoutSignal(ms), working, late)
  }

  /** The best endpoint not yet tried; when there is none, those that failed before are asked again, once. */
  async function nextCandidate(tried: ReadonlySet<number>, options: UseOptions) {
    const left = () => {
      const untried = choices(options).filter((index) => !tried.has(index))
      const isOther = (index: number) => !options.otherThan?.includes(records[index]?.host ?? '')
      return [...untried.filter(isOther), ...untried.filter((index) => !isOther(index))]
    }
    if (left().length === 0) await firstUsable(dueNow().filter((index) => !tried.has(index)))
    const [index, ...others] = left()
    return index === undefined ? null : { index, last: others.length === 0 }
  }

  /** Is asked again where it was not for long, or where it had not yet what others may have by now. */
  async function fresh(index: number, hasHeight: number | null): Promise<boolean> {
    const { answeredAt = null, workedAt = null, status = null } = records[index] ?? {}
    const since = (at: number | null) => deps.clock.monotonic() - (at ?? Number.NEGATIVE_INFINITY)
    const isShort = hasHeight !== null && hasHeight > (status?.latestHeight ?? 0)
    const isOld = isShort
      ? since(answeredAt) > (checks.blockTimeMs() ?? 0) / 2
      : Math.min(since(answeredAt), since(workedAt)) > RECHECK_MS
    if (isOld) await checks.check(index, false)
    return usable(index)
  }

  function noteFailure(index: number, error: ChainReadError, hasHeight: number | null): void {
    if (hasHeight !== null && error.kind === 'rpc')
      checks.update(index, (record) => overclaimed(record, hasHeight))
    if (NO_KEEPING.has(error.kind)) return
    if (ANSWERED.has(error.kind)) return checks.update(index, (record) => stumbled(record, error))
    const failure = { error, now: deps.clock.monotonic(), random: deps.random(), atWork: true }
    checks.update(index, (record) => failed(record, failure))
  }

  function nothingUsable(): ChainReadError {
    const states = records.map(({ host, state }) => `${host} ${state}`).join(', ')
    const reason = records.length === 0 ? 'no endpoint is configured' : `no usable endpoint (${states})`
    return new ChainReadError({ kind: 'transport', host: 'pool', method: 'use', reason })
  }

  async function poll<T>(
    work: (node: NodeClient, view: EndpointView) => Promise<T>,
  ): Promise<EndpointAnswer<T>[]> {
    const asked = choices().map(async (index): Promise<EndpointAnswer<T>[]> => {
      const record = records[index]
      if (record === undefined) return []
      const { host } = record
      try {
        return [{ host, ok: true, value: await work(checks.node(index, false), viewOf(record)) }]
      } catch (error) {
        if (!(error instanceof ChainReadError)) throw error
        noteFailure(index, error, null)
        return [{ host, ok: false, error }]
      }
    })
    return (await Promise.all(asked)).flat()
  }

  const indicesOf = (host: string) =>
    records.flatMap((record, index) => (record.host === host ? [index] : []))

  return {
    probe,
    use,
    poll,
    believe(host, block) {
      for (const index of indicesOf(host)) checks.believe(index, block)
    },
    blame(host, reason) {
      for (const index of indicesOf(host))
        checks.update(index, (record) => blamed(record, reason, deps.clock.monotonic()))
      deps.onLie?.({ host, reason })
    },
    views: () => records.map(viewOf),
    mayKeepSoon: (height) => mayKeepSoon(records, height, deps.clock),
    maySpeakSoon: () => maySpeakSoon(records, deps.clock),
    goesOn(host) {
      const since = deps.clock.monotonic() - GOES_ON.blocks * (checks.blockTimeMs() ?? 0) - GOES_ON.ms
      return indicesOf(host).some((index) => usable(index) && (records[index]?.risenAt ?? 0) >= since)
    },
    claim: checks.claim,
    head: checks.head,
    allCatchingUp: () => allCatchingUp(records),
    get chainIdSeen() {
      return checks.chainId()
    },
    blockTimeMs: checks.blockTimeMs,
    idle: checks.idle,
  }
}
