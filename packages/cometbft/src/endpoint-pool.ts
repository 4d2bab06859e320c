import type { EndpointView } from './domain.ts'
import { createEndpointChecks, type EndpointPoolDeps } from './endpoint-checks.ts'
import { candidates } from './endpoint-choice.ts'
import { failed, stumbled, viewOf, worked } from './endpoint-record.ts'
import { due } from './endpoint-schedule.ts'
import { ChainReadError, type ChainReadErrorKind, isRetryableElsewhere } from './errors.ts'
import type { NodeClient } from './node-client.ts'
import { allCatchingUp, mayKeepSoon, type PoolHead } from './pool-head.ts'

export type { EndpointPoolDeps, PoolHead }

export interface UseOptions {
  /** Prefer endpoints that say they still keep this height. */
  keepsHeight?: number
}

export interface EndpointPool {
  /**
   * Asks for the status of every endpoint that is due: the one in use each time, others now and then. Returns when
   * the one in use has answered, or with none in use when one that is fit has (the first time: when all have). Late
   * ones go on and count when they come. Never rejects.
   */
  probe(): Promise<void>
  /**
   * Does `work` on the best endpoint. Where it rejects with a `ChainReadError` that another endpoint may not have,
   * the next one is tried within the same call. Rejects with the gravest error of those tried; kind `pruned` only
   * if all of them said so.
   */
  use<T>(work: (node: NodeClient, view: EndpointView) => Promise<T>, options?: UseOptions): Promise<T>
  views(): EndpointView[]
  /** An endpoint that failed within the last minute said before that it keeps this height: it may be back soon. */
  mayKeepSoon(height: number): boolean
  head(): PoolHead | null
  /** All endpoints that answer for this network are catching up (and at least one does). */
  allCatchingUp(): boolean
  /** The chain id that is held to: the configured one, else the first that was answered. */
  readonly chainIdSeen: string | null
  /** Mean time between the newest blocks in ms, by header times; null before it is known. */
  blockTimeMs(): number | null
  /** Resolves when no probe is under way any more (for a clean stop, and for tests). */
  idle(): Promise<void>
}

/** An endpoint last asked longer ago than this is asked who it is before it is used. */
const RECHECK_MS = 20_000

/** The endpoints of one network, as one. Building it asks nothing. @throws TypeError on an address that is none */
export function createEndpointPool(deps: EndpointPoolDeps): EndpointPool {
  const checks = createEndpointChecks(deps)
  const { records } = checks
  let sticky: number | null = null
  let firstTime = true

  const usable = (index: number | null) => index !== null && records[index]?.state === 'OK'
  const inUse = () => (usable(sticky) ? sticky : null)
  const dueNow = () => due({ records, inUse: inUse(), stalled: checks.stalled(), now: deps.clock.now() })
  const choices = (keepsHeight: number | null) =>
    candidates({ records, sticky, now: deps.clock.now(), keepsHeight, random: deps.random })

  async function probe(): Promise<void> {
    await askDue()
    if (inUse() === null) sticky = choices(null)[0] ?? sticky
  }

  async function askDue(): Promise<void> {
    const current = inUse()
    const indices = dueNow()
    // The first time, all are heard: the quickest may be one that is far behind.
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
      const next = await nextCandidate(tried, options.keepsHeight ?? null)
      if (next === null) throw gravest(errors) ?? nothingUsable()
      tried.add(next.index)
      const record = records[next.index]
      if (record === undefined || !(await fresh(next.index))) continue
      try {
        const answer = await work(checks.node(next.index, next.last), viewOf(records[next.index] ?? record))
        sticky = next.index
        checks.update(next.index, worked)
        return answer
      } catch (error) {
        if (!(error instanceof ChainReadError) || !isRetryableElsewhere(error)) throw error
        errors.push(error)
        noteFailure(next.index, error)
      }
    }
  }

  /** The best endpoint not yet tried; when there is none, those that failed before are asked again, once. */
  async function nextCandidate(tried: ReadonlySet<number>, keepsHeight: number | null) {
    const left = () => choices(keepsHeight).filter((index) => !tried.has(index))
    if (left().length === 0) await firstUsable(dueNow().filter((index) => !tried.has(index)))
    const [index, ...others] = left()
    return index === undefined ? null : { index, last: others.length === 0 }
  }

  async function fresh(index: number): Promise<boolean> {
    const answeredAt = records[index]?.answeredAt ?? null
    if (answeredAt === null || deps.clock.now() - answeredAt > RECHECK_MS) await checks.check(index, false)
    return usable(index)
  }

  function noteFailure(index: number, error: ChainReadError): void {
    if (NO_KEEPING.has(error.kind)) return
    if (ANSWERED.has(error.kind)) return checks.update(index, (record) => stumbled(record, error))
    const failure = { error, now: deps.clock.now(), random: deps.random() }
    checks.update(index, (record) => failed(record, failure))
  }

  function nothingUsable(): ChainReadError {
    const states = records.map(({ host, state }) => `${host} ${state}`).join(', ')
    const reason =
      records.length === 0 ? 'no endpoint is configured' : `no endpoint can be used now (${states})`
    return new ChainReadError({ kind: 'transport', host: 'pool', method: 'use', reason })
  }

  return {
    probe,
    use,
    views: () => records.map(viewOf),
    mayKeepSoon: (height) => mayKeepSoon(records, height, deps.clock.now()),
    head: checks.head,
    allCatchingUp: () => allCatchingUp(records),
    get chainIdSeen() {
      return checks.chainId()
    },
    blockTimeMs: checks.blockTimeMs,
    idle: checks.idle,
  }
}

/** Says nothing against the endpoint. */
const NO_KEEPING: ReadonlySet<ChainReadErrorKind> = new Set(['pruned', 'fork'])
/**
 * It is there and answers: another is tried, but it stays in use for other work. A node that refuses one query (out
 * of gas) must not stop the walk over the blocks.
 */
const ANSWERED: ReadonlySet<ChainReadErrorKind> = new Set(['abci', 'rpc', 'schema', 'too_large'])

/** A failure says less about the chain than a fork, and a fork more than a height that is no longer kept. */
function gravest(errors: readonly ChainReadError[]): ChainReadError | undefined {
  const rank = ({ kind }: ChainReadError) => (kind === 'pruned' ? 2 : kind === 'fork' ? 1 : 0)
  return [...errors].sort((a, b) => rank(a) - rank(b))[0]
}
