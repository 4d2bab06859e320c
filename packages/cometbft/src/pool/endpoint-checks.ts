import type { NodeStatus } from '../domain.ts'
import { ChainReadError } from '../errors.ts'
import type { Fetch } from '../rpc/http-exchange.ts'
import { createNodeClient, type NodeClient } from '../rpc/node-client.ts'
import { createRpcClient } from '../rpc/rpc-client.ts'
import { isStalled } from './endpoint-choice.ts'
import {
  answered,
  asked,
  type EndpointRecord,
  failed,
  isDoubted,
  judge,
  needsProof,
  newRecord,
  type PoolClock,
  shown,
  type Verdict,
  type VerdictInput,
} from './endpoint-record.ts'
import {
  type BelievedBlock,
  type BlockPace,
  claimOf,
  comparable,
  headOf,
  newestClaim,
  NO_PACE,
  paceMs,
  type PoolHead,
  type ReportedBlock,
  withHead,
} from './pool-head.ts'

/** Long enough for a far endpoint, short enough to go to the next one within a block. */
const QUICK_MS = { least: 1_000, first: 5_000, most: 8_000 }
/** When there is nobody else to turn to. */
const LAST_RESORT_MS = 8_000

/** Endpoints that are not in use are asked rarely: what they said longer ago cannot be compared with a new block. */
const SAME_TIME_MS = 2_000

export interface EndpointChecksDeps {
  /** Addresses, in the operator's order. May hold credentials and keys; they never come out again. */
  urls: readonly string[]
  /** null: what most of them say at first contact decides, and all others must equal it. */
  chainId: string | null
  fetch: Fetch
  clock: PoolClock
  /** A signal that aborts after so many ms; compose it with one's own shutdown signal. */
  timeoutSignal: (ms: number) => AbortSignal
  /** 0 <= x < 1, spreads back-off and first choices. */
  random: () => number
}

/** The records of a pool's endpoints and what keeps them up to date. */
export interface EndpointChecks {
  /** Changes in place; read it afresh after every await. */
  readonly records: readonly EndpointRecord[]
  node: (index: number, lastResort: boolean) => NodeClient
  /** How long one of its answers is waited for. */
  deadlineMs: (index: number, lastResort: boolean) => number
  update: (index: number, change: (record: EndpointRecord) => EndpointRecord) => void
  /**
   * Asks one endpoint for its status; joins a question that is under way. `lastResort`: there is nobody else to turn to,
   * or nobody waits for this answer, so that a slow endpoint is not taken for a dead one. Never rejects.
   */
  check: (index: number, lastResort: boolean) => Promise<void>
  /** Asks several, and compares them when all have answered. Never rejects. */
  round: (indices: readonly number[], lastResort: boolean) => Promise<void>
  /** A block of an endpoint is believed: it counts for the head, and for who is behind. */
  believe: (index: number, block: Pick<ReportedBlock, 'height' | 'time'>) => void
  /** What the endpoints claim: where to look. */
  claim: () => PoolHead | null
  /** The newest block that is believed; null before the first. */
  head: () => PoolHead | null
  /** The head has not moved for longer than blocks take, and not for so long that it has halted. */
  stalled: () => boolean
  blockTimeMs: () => number | null
  chainId: () => string | null
  idle: () => Promise<void>
}

export function createEndpointChecks(deps: EndpointChecksDeps): EndpointChecks {
  const { clock } = deps
  const rpcs = deps.urls.map((url) => createRpcClient({ ...deps, url }))
  const records = rpcs.map(({ host }) => newRecord(host))
  const underWay = new Map<number, Promise<void>>()
  let chainId = deps.chainId
  let claim: PoolHead | null = null
  let believed: BelievedBlock | null = null
  let movedAt = clock.monotonic()
  let pace: BlockPace = NO_PACE

  function node(index: number, lastResort: boolean): NodeClient {
    const rpc = rpcs[index]
    if (rpc === undefined) throw new RangeError(`no endpoint ${index}`)
    return createNodeClient(rpc, {
      deadlineMs: deadlineMs(index, lastResort),
      expectChainId: () => chainId,
      monotonic: () => clock.monotonic(),
      newest: () => records[index]?.status?.latestHeight ?? null,
    })
  }

  function deadlineMs(index: number, lastResort: boolean): number {
    if (lastResort) return LAST_RESORT_MS
    const latencyMs = records[index]?.latencyMs ?? null
    const wanted = latencyMs === null ? QUICK_MS.first : Math.max(4 * latencyMs, 0.75 * (paceMs(pace) ?? 0))
    return Math.min(QUICK_MS.most, Math.max(QUICK_MS.least, Math.round(wanted)))
  }

  function update(index: number, change: (record: EndpointRecord) => EndpointRecord): void {
    const record = records[index]
    if (record !== undefined) records[index] = change(record)
  }

  function check(index: number, lastResort: boolean): Promise<void> {
    const running = underWay.get(index)
    if (running !== undefined) return running
    const started = ask(index, lastResort).finally(() => underWay.delete(index))
    underWay.set(index, started)
    return started
  }

  async function ask(index: number, lastResort: boolean): Promise<void> {
    const record = records[index]
    if (record === undefined) return
    const before =
      record.state === 'OK' && record.status !== null && record.answeredAt !== null && !isDoubted(record)
        ? { height: record.status.latestHeight, at: record.answeredAt }
        : null
    update(index, (one) => asked(one, clock.monotonic()))
    const others = records.filter((_one, other) => other !== index)
    const alone = record.failures > 0 && newestClaim(others, clock) === null
    try {
      const best = () => comparable(records, clock, { believed, but: index })
      const result = await checkEndpoint({
        node: node(index, lastResort || alone),
        clock,
        accept,
        before,
        best,
      })
      update(index, (one) => answered(one, { ...result, now: clock.monotonic() }))
      claim = claimOf(records, clock, claim)
    } catch (error) {
      const now = clock.monotonic()
      const failure = { error: typed(record.host, error), now, random: deps.random(), atWork: false }
      update(index, (one) => failed(one, failure))
    }
  }

  function accept(answer: string): string {
    chainId ??= answer
    return chainId
  }

  function believe(index: number, block: Pick<ReportedBlock, 'height' | 'time'>): void {
    const host = records[index]?.host
    if (host === undefined) return
    update(index, (one) => shown(one, block.height))
    if (believed !== null && block.height <= believed.height) return
    believed = { height: block.height, time: block.time, host, at: clock.monotonic() }
    movedAt = clock.monotonic()
    pace = withHead(pace, believed)
    const since = clock.monotonic() - SAME_TIME_MS
    for (const [other, record] of records.entries()) compareAgain(other, record, since)
  }

  async function round(indices: readonly number[], lastResort: boolean): Promise<void> {
    if (chainId === null && indices.length > 1) {
      const said = indices.map((index) =>
        node(index, lastResort)
          .status()
          .then(({ chainId: one }) => one),
      )
      chainId ??= await majorityAnswer(said)
    }
    const startedAt = clock.monotonic()
    await Promise.all(indices.map((index) => check(index, lastResort)))
    // The first to answer were compared with nobody.
    for (const [index, record] of records.entries()) compareAgain(index, record, startedAt)
  }

  function compareAgain(index: number, record: EndpointRecord, since: number): void {
    const { status, answeredAt } = record
    if (record.state !== 'OK' || status === null || chainId === null) return
    if (answeredAt === null || answeredAt < since) return
    const verdict = judge({
      status,
      chainId,
      best: comparable(records, clock, { believed, but: index }),
      proof: null,
    })
    if (verdict.state !== 'OK')
      update(index, (one) => ({ ...one, state: verdict.state, lastError: verdict.reason }))
  }

  return {
    records,
    node,
    deadlineMs,
    update,
    check,
    round,
    believe,
    claim: () => claimOf(records, clock, claim),
    head: () => (believed === null ? null : headOf(records, clock, believed)),
    stalled: () => isStalled(clock.monotonic() - movedAt, paceMs(pace)),
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
    reason: `request failed (${name})`,
  })
}

interface CheckInput {
  node: NodeClient
  clock: Pick<PoolClock, 'monotonic'>
  /** Says which chain it must be; the first answer decides where that is open. */
  accept: (chainId: string) => string
  /** What the endpoint said before, if that was believed. */
  before: { height: number; at: number } | null
  best: () => VerdictInput['best']
}

interface CheckResult {
  status: NodeStatus
  verdict: Verdict
  /** It has shown the block below its claim. */
  hasShown: boolean
  tookMs: number
}

/**
 * Asks an endpoint who it is and how high, and has it show the block where the claim is new or unlikely.
 *
 * @throws ChainReadError where it does not answer
 */
async function checkEndpoint(input: CheckInput): Promise<CheckResult> {
  const { node, clock } = input
  const startedAt = clock.monotonic()
  const status = await node.status()
  const now = clock.monotonic()
  const chainId = input.accept(status.chainId)
  const first = judge({ status, chainId, best: input.best(), proof: null })
  // Whoever is not fit for use anyway need not prove anything.
  const proof =
    first.state === 'OK' && needsProof({ status, before: input.before, now })
      ? await prove(node, status)
      : null
  const verdict = proof === null ? first : judge({ status, chainId, best: input.best(), proof })
  return { status, verdict, hasShown: proof === 'shown', tookMs: Math.max(0, now - startedAt) }
}

/**
 * The block below the claimed one has to be there (or that one itself, where the node keeps no other), of this chain
 * and not younger. Below, since behind a balancer the
 * next request may meet a node that is one block late.
 */
async function prove(node: NodeClient, status: NodeStatus): Promise<'shown' | 'not_shown'> {
  try {
    const { header } = await node.commit(Math.max(1, status.earliestHeight ?? 1, status.latestHeight - 1))
    return header.time <= status.latestBlockTime ? 'shown' : 'not_shown'
  } catch (error) {
    if (error instanceof ChainReadError && NO_SUCH_BLOCK.has(error.kind)) return 'not_shown'
    throw error
  }
}

const NO_SUCH_BLOCK: ReadonlySet<ChainReadError['kind']> = new Set(['rpc', 'pruned', 'schema'])

/**
 * What most of them say, as soon as more than half of them do; where as many say one thing as another, what comes first
 * in their order. Null where none says anything. Those that fail do not count. Never rejects.
 */
function majorityAnswer(asked: readonly Promise<string>[]): Promise<string | null> {
  const answers: (string | null)[] = asked.map(() => null)
  const countOf = (answer: string | null) => answers.filter((one) => one === answer).length
  const received = () => answers.filter((one) => one !== null)
  return new Promise((resolve) => {
    const each = asked.map(async (one, index) => {
      answers[index] = await one.catch(() => null)
      const answer = answers[index]
      if (answer !== null && countOf(answer) * 2 > asked.length) resolve(answer)
    })
    void Promise.all(each).then(() => {
      const [first = null] = received().sort((a, b) => countOf(b) - countOf(a))
      resolve(first)
    })
  })
}
