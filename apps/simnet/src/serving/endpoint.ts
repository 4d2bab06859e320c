import { type FaultPlan, faultsOf, type FaultVerdict, lensOf } from '../faults.ts'
import { answer, type Call, envelope, positions } from '../rpc/answer.ts'
import type { ChainLens } from '../rpc/chain-lens.ts'
import type { SimChain } from '../sim-chain.ts'

interface EndpointInput {
  chain: SimChain
  /** Last part of its path, and the node's name. */
  name: string
  seed: string
  faults: FaultPlan
}

/** One node of one network, without its transport. */
export interface Endpoint {
  readonly chain: SimChain
  readonly name: string
  /** `/slug/name` */
  readonly path: string
  /** Numbers the request and says what goes wrong with it. */
  admit(): FaultVerdict
  /** Requests admitted so far. */
  requests(): number
  setFaults(plan: FaultPlan): void
  /** Body of the answer to a parsed JSON-RPC body, single or batch. */
  answerBody(body: unknown, verdict: FaultVerdict): { status: number; text: string }
  /** Answer to a single call. */
  answerCall(id: unknown, call: Call, verdict: FaultVerdict): string
  lens(verdict: FaultVerdict): ChainLens
}

export function createEndpoint(input: EndpointInput): Endpoint {
  const { chain, name, seed } = input
  const path = `/${chain.profile.slug}/${name}`
  const recent = createRecentAnswers()
  let plan = input.faults
  let plannedAt = chain.now()
  let requests = 0

  const lens = (verdict: FaultVerdict) => lensOf(chain.view(), verdict.view, chain.now() - plannedAt)

  function answerOf(seen: ChainLens, id: unknown, call: Call): string {
    return envelope(id, () => recent.take(seen, call, () => answer(seen, name, call)))
  }

  function one(seen: ChainLens, request: unknown): string {
    const call = callOf(request)
    return call === null
      ? '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}'
      : answerOf(seen, call.id, call)
  }

  return {
    chain,
    name,
    path,
    lens,
    admit() {
      requests += 1
      return faultsOf({ seed, endpoint: path, request: requests, plan })
    },
    requests: () => requests,
    setFaults(next) {
      plan = next
      plannedAt = chain.now()
    },
    answerCall: (id, call, verdict) => answerOf(lens(verdict), id, call),
    answerBody(body, verdict) {
      const seen = lens(verdict)
      if (!Array.isArray(body)) return { status: 200, text: one(seen, body) }
      const limit = chain.profile.batchLimit
      if (limit !== null && body.length > limit) {
        const data = `batch request exceeds maximum (${limit}) allowed number of requests`
        return { status: 500, text: invalidRequest(data) }
      }
      return { status: 200, text: `[${body.map((request) => one(seen, request)).join()}]` }
    },
  }
}

function invalidRequest(data: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id: -1, error: { code: -32600, message: 'Invalid Request', data } })
}

function callOf(request: unknown): (Call & { id: unknown }) | null {
  if (typeof request !== 'object' || request === null || !('method' in request)) return null
  const { method } = request
  if (typeof method !== 'string') return null
  const params = 'params' in request ? request.params : undefined
  return { id: 'id' in request ? request.id : null, method, params: named(method, params) }
}

function named(method: string, params: unknown): Readonly<Record<string, unknown>> {
  if (Array.isArray(params)) {
    return Object.fromEntries(params.map((value, at) => [positions[method]?.[at] ?? String(at), value]))
  }
  return typeof params === 'object' && params !== null ? { ...params } : {}
}

/** Enough for a page of state and a batch of commits of the newest heights. */
const MOST = 40

interface RecentAnswers {
  /** The text made before for the same question about the same chain, or `make`'s. */
  take(lens: ChainLens, call: Call, make: () => string): string
}

/** Keeps the texts of the newest answers, since several readers ask the same of every block. */
function createRecentAnswers(): RecentAnswers {
  const texts = new Map<string, string>()
  return {
    take(lens, call, make) {
      if (call.method === 'status' || call.method === 'health') return make()
      const at = `${lens.name}/${lens.chainId}/${lens.latest}/${lens.earliest}/${lens.blocks.name}/${JSON.stringify(lens.lies)}`
      const key = `${at}/${call.method}/${JSON.stringify(call.params)}`
      const known = texts.get(key)
      if (known !== undefined) return known
      const text = make()
      texts.set(key, text)
      const [oldest] = texts.keys()
      if (texts.size > MOST && oldest !== undefined) texts.delete(oldest)
      return text
    },
  }
}
