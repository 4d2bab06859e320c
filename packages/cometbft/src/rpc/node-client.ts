import type {
  NodeStatus,
  SetMember,
  SignedHeader,
  SigningInfo,
  SlashingParams,
  StakingValidator,
  UpgradePlan,
} from '../domain.ts'
import { ChainReadError, decodeAs, ShapeError } from '../errors.ts'
import {
  createAbciReader,
  createStoreReader,
  type ModuleAnswer,
  type ModuleQuery,
  type StoreReader,
} from './abci-reader.ts'
import { decodeCommit, decodeStatus, decodeValidatorsPage, type ValidatorsPage } from './cometbft.decode.ts'
import type { StakingParams, StakingPool } from './cosmos-sdk.decode.ts'
import type { CallOptions, RpcClient, RpcOutcome } from './rpc-client.ts'

/** One height of a batch: its commit, or why there is none. */
export type CommitResult =
  | { ok: true; height: number; commit: SignedHeader }
  | { ok: false; height: number; error: ChainReadError }

/** What can be asked of one node. Every function rejects with `ChainReadError` and with nothing else. */
export interface NodeClient extends StoreReader {
  readonly host: string
  status(): Promise<NodeStatus>
  /** `/commit` of one height: header, block id and signatures. Never `/block`. */
  commit(height: number): Promise<SignedHeader>
  /** `/commit` of every height from `from` to `to`, both included, in batches of at most ten, in order. */
  commits(from: number, to: number): Promise<CommitResult[]>
  /** `/validators`, all pages, in the set's own order. */
  validatorSet(height: number): Promise<SetMember[]>
  /** x/staking Validators of any state, all pages. */
  stakingValidators(height: number): Promise<StakingValidator[]>
  stakingParams(height: number): Promise<StakingParams>
  stakingPool(height: number): Promise<StakingPool>
  /** x/slashing SigningInfos, all pages; infos without an address (old exports) are left out. */
  signingInfos(height: number): Promise<SigningInfo[]>
  slashingParams(height: number): Promise<SlashingParams>
  /** x/upgrade CurrentPlan. */
  upgradePlan(height: number): Promise<{ plan: UpgradePlan | null }>
  /** Tokens that each of these operators (bech32) has staked with itself; who could not be asked is left out. */
  selfDelegations(operators: readonly string[], height: number): Promise<Map<string, bigint>>
  /** Answers of modules at one height, in batches and in their order; one that fails costs no other one. */
  moduleAnswers(queries: readonly ModuleQuery[], height: number): Promise<ModuleAnswer[]>
}

interface NodeClientOptions extends CallOptions {
  /** The chain that every header must be of; null while it is not known. */
  expectChainId?: () => string | null
  /** Ms that never go back: bounds how long a list of many pages may take. */
  monotonic?: () => number
  /** The newest block that this node has shown: distinguishes a state that is pruned from one that is not there yet. */
  newest?: () => number | null
}

/** Questions and answers of one node, in the domain's words. */
export function createNodeClient(rpc: RpcClient, options: NodeClientOptions = {}): NodeClient {
  const expectChainId = options.expectChainId ?? (() => null)
  const stateOptions = { ...options, newest: options.newest ?? (() => null) }

  function toCommit(height: number, result: unknown): SignedHeader {
    const source = { host: rpc.host, method: 'commit' }
    // A node that has the block in its range but not in its store answers null.
    if (result === null) {
      throw new ChainReadError({ kind: 'pruned', ...source, reason: `height ${height} has been pruned` })
    }
    return decodeAs(source, () => {
      const commit = decodeCommit(result)
      const { header } = commit
      if (header.height !== height) throw new ShapeError(`requested height ${height}, got ${header.height}`)
      const expected = expectChainId()
      if (expected !== null && header.chainId !== expected) {
        const reason = `a block of ${rpc.redact(header.chainId)} instead of ${expected}`
        throw new ChainReadError({ kind: 'wrong_network', ...source, reason })
      }
      return commit
    })
  }

  function toCommitResult(height: number, outcome: RpcOutcome): CommitResult {
    if (!outcome.ok) return { ok: false, height, error: outcome.error }
    try {
      return { ok: true, height, commit: toCommit(height, outcome.result) }
    } catch (error) {
      if (error instanceof ChainReadError) return { ok: false, height, error }
      throw error
    }
  }

  async function status(): Promise<NodeStatus> {
    const result = await rpc.call('status', {}, options)
    return decodeAs({ host: rpc.host, method: 'status' }, () => decodeStatus(result))
  }

  async function commit(height: number): Promise<SignedHeader> {
    return toCommit(height, await rpc.call('commit', { height: String(height) }, options))
  }

  async function commits(from: number, to: number): Promise<CommitResult[]> {
    const heights = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
    const requests = heights.map((height) => ({ method: 'commit', params: { height: String(height) } }))
    const outcomes = await rpc.batch(requests, options)
    return outcomes.map((outcome, index) => toCommitResult(from + index, outcome))
  }

  return {
    host: rpc.host,
    status,
    commit,
    commits,
    validatorSet: (height) => readValidatorSet(rpc, height, options),
    ...createAbciReader(rpc, stateOptions),
    ...createStoreReader(rpc, stateOptions),
  }
}

const METHOD = 'validators'
/** The most that CometBFT gives on one page. */
const PER_PAGE = 100
/** CometBFT itself allows no larger set. */
const MAX_MEMBERS = 10_000
/** Whoever gives one member on a page gives none in time. */
const MOST_PAGES = MAX_MEMBERS / PER_PAGE

/**
 * The whole validator set of a height, in its own order: complete or an error.
 *
 * @throws ChainReadError
 */
async function readValidatorSet(rpc: RpcClient, height: number, options: CallOptions): Promise<SetMember[]> {
  const source = { host: rpc.host, method: METHOD }
  const request = (page: number, perPage: number) => ({
    method: METHOD,
    params: { height: String(height), page: String(page), per_page: String(perPage) },
  })
  const toPage = (result: unknown) => decodeAs(source, () => pageOf(height, decodeValidatorsPage(result)))

  const firstRequest = request(1, PER_PAGE)
  const first = toPage(await rpc.call(firstRequest.method, firstRequest.params, options))
  // A proxy may give less on a page than was asked for; what it gave is the size that the pages are counted by.
  const perPage = first.members.length
  const pages = perPage === 0 ? 1 : Math.ceil(first.total / perPage)
  if (pages > MOST_PAGES) decodeAs(source, () => fail(`a validator set on ${pages} pages`))
  const rest = Array.from({ length: pages - 1 }, (_, index) => request(index + 2, perPage))
  const outcomes = await rpc.batch(rest, options)

  const members = [...first.members]
  for (const outcome of outcomes) {
    if (!outcome.ok) throw outcome.error
    members.push(...toPage(outcome.result).members)
  }
  return decodeAs(source, () => wholeSet(members, first.total))
}

function fail(reason: string): never {
  throw new ShapeError(reason)
}

function pageOf(height: number, page: ValidatorsPage): ValidatorsPage {
  if (page.height !== height)
    throw new ShapeError(`requested the set of height ${height}, got that of ${page.height}`)
  if (page.total > MAX_MEMBERS) throw new ShapeError(`a set of ${page.total} validators`)
  return page
}

function wholeSet(members: SetMember[], total: number): SetMember[] {
  if (members.length !== total) throw new ShapeError(`got ${members.length} of ${total} validators`)
  if (members.length === 0) throw new ShapeError('an empty validator set')
  const distinct = new Set(members.map(({ address }) => address))
  if (distinct.size !== members.length) throw new ShapeError('a validator is in the set twice')
  return members
}
