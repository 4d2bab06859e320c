import { chance, hashText } from './chain/random.ts'
import { type ChainLens, plainLens } from './rpc/chain-lens.ts'
import type { ChainView } from './sim-chain.ts'

/** What the transport does instead of, or to, an answer. */
export type TransportFaultKind =
  /** Never answers. */
  | 'timeout'
  /** Answers after `ms`. */
  | 'slow'
  /** A page of HTML with status 200. */
  | 'html'
  /** JSON that ends in the middle. */
  | 'truncated'
  /** JSON of the right shape whose values are of other types. */
  | 'wrong_types'
  /** A body of `bytes`. */
  | 'huge'
  /** The socket is closed without an answer. */
  | 'dropped'
  | 'http_429'
  | 'http_500'

/** What the endpoint believes of its chain. */
export type ViewFaultKind =
  /** Names `chainId` as its network. */
  | 'wrong_network'
  /** Is `blocks` behind. */
  | 'lag'
  /** Says in `/status` to be `blocks` further than it is. */
  | 'lying_height'
  | 'catching_up'
  /** Knows no block above `height`. */
  | 'halt'
  /** Keeps no more than `blocks` heights. */
  | 'pruned'
  /** Follows another fork from `height` on. */
  | 'fork'

export interface Fault {
  kind: TransportFaultKind | ViewFaultKind
  /** Share of the requests that it meets, 0 to 1. Default 1. */
  rate?: number
  /** First and last number of the requests that it may meet, counted from 1 per endpoint. */
  fromRequest?: number
  toRequest?: number
  ms?: number
  bytes?: number
  blocks?: number
  height?: number
  chainId?: string
}

export type FaultPlan = readonly Fault[]

const transportKinds: ReadonlySet<string> = new Set<TransportFaultKind>([
  'timeout',
  'slow',
  'html',
  'truncated',
  'wrong_types',
  'huge',
  'dropped',
  'http_429',
  'http_500',
])

export interface FaultQuestion {
  seed: string
  endpoint: string
  /** Number of the request at this endpoint, from 1. */
  request: number
  plan: FaultPlan
}

export interface FaultVerdict {
  /** At most one: the first of the plan that meets this request. */
  transport: Fault | null
  view: readonly Fault[]
}

/** Which faults meet a request: nothing but the question decides. */
export function faultsOf({ seed, endpoint, request, plan }: FaultQuestion): FaultVerdict {
  const start = hashText(`${seed}/${endpoint}/faults`)
  const met = plan.filter((fault, place) => {
    if (request < (fault.fromRequest ?? 1) || request > (fault.toRequest ?? Infinity)) return false
    return chance(start, request, place) < (fault.rate ?? 1)
  })
  return {
    transport: met.find((fault) => transportKinds.has(fault.kind)) ?? null,
    view: met.filter((fault) => !transportKinds.has(fault.kind)),
  }
}

/** The chain as an endpoint with these faults sees it. */
export function lensOf(view: ChainView, faults: readonly Fault[]): ChainLens {
  const lens = plainLens(view)
  for (const fault of faults) {
    if (fault.kind === 'wrong_network') lens.chainId = fault.chainId ?? 'some-other-chain-1'
    else if (fault.kind === 'lag') lens.latest = Math.max(1, lens.latest - (fault.blocks ?? 20))
    else if (fault.kind === 'lying_height') lens.boast = fault.blocks ?? 1_000
    else if (fault.kind === 'catching_up') lens.catchingUp = true
    else if (fault.kind === 'halt') lens.latest = Math.min(lens.latest, fault.height ?? 1)
    else if (fault.kind === 'pruned') {
      lens.earliest = Math.max(lens.earliest, lens.latest - (fault.blocks ?? 100) + 1)
    } else if (fault.kind === 'fork') {
      lens.forkFrom = fault.height ?? 1
      lens.fork = 'fork'
    }
  }
  return lens
}
