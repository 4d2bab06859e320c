import { chance, hashText } from './chain/random.ts'
import { type ChainLens, type FalseVote, type Lies, plainLens } from './rpc/chain-lens.ts'
import type { ChainView } from './sim-chain.ts'

/** What the transport does instead of, or to, an answer. */
type TransportFaultKind =
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
type ViewFaultKind =
  /** Names `chainId` as its network. */
  | 'wrong_network'
  /** Is `blocks` behind, but not below what the chain remembers. */
  | 'lag'
  /** Says in `/status` to be `blocks` further than it is. */
  | 'lying_height'
  | 'catching_up'
  /** Knows no block above `height` and answers all the same: frozen. */
  | 'halt'
  /** Keeps no more than `blocks` heights. */
  | 'pruned'
  /** Follows another fork from `height` on, which the same validators have signed. */
  | 'fork'
  /** Counts `perSecond` (8) heights a second beyond what is there, since the plan was made: the newest block renumbered. */
  | 'ramp'
  /** Claims `perSecond` (8) heights more each second, since the plan was made, and shows no block above `height`. */
  | 'empty_claims'
  /** Leaves out the signature of `validator` in the commit of `height`, or in all. */
  | 'removed_signature'
  /** Another header of `height` (the newest one), its hash in the block id, under the signatures of the true one. */
  | 'forged_hash'
  /** Says that `validator` is jailed where it is not, and the other way round. */
  | 'flipped_jail'
  /** Says that `validator` has staked twice as much with itself. */
  | 'other_self_stake'
  /** Gives the state of `blocks` (50) before for that of the height asked. */
  | 'stale_state'
  /** Says that an upgrade is planned for `height`, or without one that none is. */
  | 'false_plan'
  /** Hides the vote of `validator` on `proposal`, or on all. */
  | 'hidden_vote'
  /** Says that `validator` has voted what it has not. */
  | 'forged_vote'
  /** Gives the vote of `as` for that of `validator`. */
  | 'anothers_vote'
  /** Answers questions about votes and signals with an error of the application. */
  | 'governance_error'
  /** Has no state of x/gov and x/signal any more. */
  | 'governance_pruned'
  /** Refuses questions about them, as a proxy that lets only some paths pass. */
  | 'governance_forbidden'
  /** Refuses queries of `/store/…`, as a proxy that lets only some paths pass. */
  | 'no_store'

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
  /** Place in the roster. Default 0. */
  validator?: number
  perSecond?: number
  /** Id. Default: every one. */
  proposal?: number
  /** Place in the roster of another validator. Default 1. */
  as?: number
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

interface FaultQuestion {
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

/** The chain as an endpoint with these faults sees it, so many ms after its plan was made. */
export function lensOf(view: ChainView, faults: readonly Fault[], ageMs = 0): ChainLens {
  return faults.reduce((lens, fault) => ({ ...lens, ...changed(lens, fault, ageMs) }), plainLens(view))
}

function changed(lens: ChainLens, fault: Fault, ageMs: number): Partial<ChainLens> {
  const { blocks, height, validator = 0 } = fault
  const lying = (lies: Partial<Lies>) => ({ lies: { ...lens.lies, ...lies } })
  switch (fault.kind) {
    case 'wrong_network': {
      const chainId = fault.chainId ?? 'some-other-chain-1'
      return { chainId, blocks: lens.blocks.branch({ from: 1, fork: '', chainId }) }
    }
    case 'fork':
      return { blocks: lens.blocks.branch({ from: height ?? 1, fork: 'fork', chainId: lens.chainId }) }
    case 'lag':
      return { latest: Math.max(lens.earliest, lens.latest - (blocks ?? 20)) }
    case 'halt':
      return { latest: Math.max(lens.earliest, Math.min(lens.latest, height ?? 1)) }
    case 'lying_height':
      return { boast: blocks ?? 1_000 }
    case 'catching_up':
      return { catchingUp: true }
    case 'pruned':
      return { earliest: Math.max(lens.earliest, lens.latest - (blocks ?? 100) + 1) }
    case 'ramp': {
      const latest = lens.latest + Math.floor((ageMs * (fault.perSecond ?? 8)) / 1_000)
      return { latest, ...lying({ renumberedAbove: lens.latest }) }
    }
    case 'empty_claims': {
      const shown = Math.max(lens.earliest, Math.min(lens.latest, height ?? 1))
      const claimed = lens.latest + Math.floor((ageMs * (fault.perSecond ?? 8)) / 1_000)
      return { latest: shown, boast: claimed - shown }
    }
    case 'removed_signature':
      return lying({ removedSignature: { validator, height: height ?? null } })
    case 'forged_hash':
      return lying({ forgedHeight: height ?? lens.latest })
    case 'flipped_jail':
      return lying({ flippedJail: validator })
    case 'other_self_stake':
      return lying({ otherSelfStake: validator })
    case 'stale_state':
      return lying({ staleBlocks: blocks ?? 50 })
    case 'false_plan':
      return lying({ falsePlan: { plan: height === undefined ? null : { name: 'made-up', height } } })
    case 'hidden_vote':
    case 'forged_vote':
    case 'anothers_vote':
      return lying({ falseVote: falseVoteOf(fault) })
    case 'governance_error':
      return lying({ governanceRefused: 'error' })
    case 'governance_pruned':
      return lying({ governanceRefused: 'pruned' })
    case 'governance_forbidden':
      return lying({ governanceRefused: 'forbidden' })
    case 'no_store':
      return lying({ storeRefused: true })
    default:
      return {}
  }
}

function falseVoteOf({ kind, validator = 0, proposal, as = 1 }: Fault): FalseVote {
  const lie = kind === 'hidden_vote' ? 'hidden' : kind === 'forged_vote' ? 'forged' : 'anothers'
  return { kind: lie, validator, proposal: proposal ?? null, as }
}
