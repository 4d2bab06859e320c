import { type BlockPace, NO_PACE, paceMs, withHead } from './block-pace.ts'
import { checkEndpoint } from './endpoint-check.ts'
import { answered, asked, type EndpointRecord, failed, newRecord } from './endpoint-record.ts'
import { isStalled } from './endpoint-schedule.ts'
import { judge } from './endpoint-verdict.ts'
import { ChainReadError } from './errors.ts'
import type { Fetch } from './fetch.ts'
import { createNodeClient, type NodeClient } from './node-client.ts'
import { bestOf, headOf, type PoolHead } from './pool-head.ts'
import { createRpcClient } from './rpc-client.ts'

/** Long enough for a far endpoint, short enough to go to the next one within a block. */
const QUICK_MS = { least: 1_000, first: 2_500, most: 8_000 }
/** When there is nobody else to turn to. */
const PATIENT_MS = 8_000

export interface EndpointPoolDeps {
  /** Addresses, in the operator's order. May hold credentials and keys; they never come out again. */
  urls: readonly string[]
  /** null: the first answer decides, and all others must equal it. */
  chainId: string | null
  fetch: Fetch
  clock: { now(): number }
  /** A signal that aborts after so many ms; compose it with one's own shutdown signal. */
  timeoutSignal: (ms: number) => AbortSignal
  /** 0 <= x < 1, spreads back-off and first choices. */
  random: () => number
}

/** The records of a pool's endpoints and what keeps them up to date. */
export interface EndpointChecks {
  /** Changes in place; read it afresh after every await. */
  readonly records: readonly EndpointRecord[]
  node: (index: number, patient: boolean) => NodeClient
  update: (index: number, change: (record: EndpointRecord) => EndpointRecord) => void
  /**
   * Asks one endpoint for its status; joins a question that is under way. `patient`: nobody waits for this answer, so
   * that a slow endpoint is not taken for a dead one. Never rejects.
   */
  check: (index: number, patient: boolean) => Promise<void>
  /** Asks several, and compares them when all have answered. Never rejects. */
  round: (indices: readonly number[], patient: boolean) => Promise<void>
  head: () => PoolHead | null
  /** The head has not moved for longer than blocks take, and not for so long that it has halted. */
  stalled: () => boolean
  blockTimeMs: () => number | null
  chainId: () => string | null
  idle: () => Promise<void>
}

export function createEndpointChecks(deps: EndpointPoolDeps): EndpointChecks {
  const { clock } = deps
  const rpcs = deps.urls.map((url) => createRpcClient({ ...deps, url }))
  const records = rpcs.map(({ host }) => newRecord(host))
  const underWay = new Map<number, Promise<void>>()
  let chainId = deps.chainId
  let head: PoolHead | null = null
  let movedAt = clock.now()
  let pace: BlockPace = NO_PACE

  function node(index: number, patient: boolean): NodeClient {
    const rpc = rpcs[index]
    if (rpc === undefined) throw new RangeError(`no endpoint ${index}`)
    return createNodeClient(rpc, { deadlineMs: deadlineMs(index, patient), expectChainId: () => chainId })
  }

  function deadlineMs(index: number, patient: boolean): number {
    if (patient) return PATIENT_MS
    const latencyMs = records[index]?.latencyMs ?? null
    const wanted = latencyMs === null ? QUICK_MS.first : Math.max(4 * latencyMs, 0.75 * (paceMs(pace) ?? 0))
    return Math.min(QUICK_MS.most, Math.max(QUICK_MS.least, Math.round(wanted)))
  }

  function update(index: number, change: (record: EndpointRecord) => EndpointRecord): void {
    const record = records[index]
    if (record !== undefined) records[index] = change(record)
  }

  function check(index: number, patient: boolean): Promise<void> {
    const running = underWay.get(index)
    if (running !== undefined) return running
    const started = ask(index, patient).finally(() => underWay.delete(index))
    underWay.set(index, started)
    return started
  }

  async function ask(index: number, patient: boolean): Promise<void> {
    const record = records[index]
    if (record === undefined) return
    const before =
      record.state === 'OK' && record.status !== null && record.answeredAt !== null
        ? { height: record.status.latestHeight, at: record.answeredAt }
        : null
    update(index, (now) => asked(now, clock.now()))
    const alone = record.failures > 0 && bestOf(records, clock.now(), index) === null
    try {
      const best = () => bestOf(records, clock.now(), index)
      const result = await checkEndpoint({ node: node(index, patient || alone), clock, accept, before, best })
      update(index, (now) => answered(now, { ...result, now: clock.now() }))
      noteHead()
    } catch (error) {
      const failure = { error: typed(record.host, error), now: clock.now(), random: deps.random() }
      update(index, (now) => failed(now, failure))
    }
  }

  function accept(answer: string): string {
    chainId ??= answer
    return chainId
  }

  function noteHead(): void {
    const before = head
    head = headOf(records, clock.now(), head)
    if (head === null || head.height === before?.height) return
    movedAt = clock.now()
    pace = withHead(pace, head)
  }

  async function round(indices: readonly number[], patient: boolean): Promise<void> {
    const startedAt = clock.now()
    await Promise.all(indices.map((index) => check(index, patient)))
    // The first to answer were compared with nobody.
    for (const [index, record] of records.entries()) compareAgain(index, record, startedAt)
  }

  function compareAgain(index: number, record: EndpointRecord, since: number): void {
    const { status, answeredAt } = record
    if (record.state !== 'OK' || status === null || chainId === null) return
    if (answeredAt === null || answeredAt < since) return
    const now = clock.now()
    const verdict = judge({ status, chainId, best: bestOf(records, now, index), proof: null, now })
    if (verdict.state !== 'OK')
      update(index, (one) => ({ ...one, state: verdict.state, lastError: verdict.reason }))
  }

  return {
    records,
    node,
    update,
    check,
    round,
    head: () => headOf(records, clock.now(), head),
    stalled: () => isStalled(clock.now() - movedAt, paceMs(pace)),
    blockTimeMs: () => paceMs(pace),
    chainId: () => chainId,
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay.values())
    },
  }
}

/** Nobody waits for some of the checks, so not even a mistake of ours may come out of one as a rejection. */
function typed(host: string, error: unknown): ChainReadError {
  if (error instanceof ChainReadError) return error
  const name = error instanceof Error ? error.name : 'unknown'
  return new ChainReadError({
    kind: 'transport',
    host,
    method: 'status',
    reason: `could not be asked (${name})`,
  })
}
