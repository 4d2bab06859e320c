import { type NewestHeader, walk, type WalkResult } from '@roundsman/cometbft/block-walk'
import type { BlockObservation, ChainState, SetMember, UpgradePlan } from '@roundsman/cometbft/domain'
import type { EndpointPool, PoolHead } from '@roundsman/cometbft/endpoint-pool'
import { ChainReadError, ProofError } from '@roundsman/cometbft/errors'
import { ContradictionError } from '@roundsman/cometbft/proof/block-proof'
import type { Trusted } from '@roundsman/cometbft/proof/trusted'
import type { StateRequest } from '@roundsman/cometbft/state-reader'
import { maxMissed } from '@roundsman/contract/networks/time-to-jail'
import type { RefusalKind } from '@roundsman/contract/networks/validators'
import type { ChainModel } from '../model/chain-model.ts'
import { keptHeights } from '../model/letter-ring.ts'
import type { ConsensusKeys } from '../model/validator-facts.ts'
import { counterBoundsAt, countingOf, missedAtMost } from '../model/validator-values.ts'
import type { NetworkRow } from '../model/watch.schema.ts'
import type { ChainMemory } from '../recording/batch.ts'
import type { Connection } from './connection.ts'

/** Heights that one transaction takes in at most. */
const heightsPerPass = 50
/** How far back a new epoch begins: enough for the strip of 60 letters and the median of 100 block times. */
const firstHeights = 110

interface WalkedBlocks {
  kind: 'blocks'
  blocks: BlockObservation[]
  gap: { from: number; to: number } | null
  behind: boolean
  /** The newest block that is believed; null while none is. */
  head: PoolHead | null
  /** What the next blocks are proven from. */
  trusted: Trusted | null
  newest: NewestHeader | null
}

type Walked =
  | WalkedBlocks
  /** The chain does not continue the one that is known. */
  | { kind: 'refused'; refusal: Pick<Refusal, 'kind' | 'reason'> }
  /** Nobody gave a usable answer. */
  | { kind: 'failed'; error: ChainReadError }

/** Reads the next heights after the newest one known. */
export async function readBlocks(using: Connection, memory: ChainMemory): Promise<Walked> {
  const { pool, sets, trust } = using
  const { row, trusted } = memory
  const { height, blockHash } = row
  const head = pool.head()
  // What is older than the letters that are kept is not worth reading: it is a gap like any other.
  const oldest = head === null ? 1 : head.height - keptHeights
  if (height !== null && height + 1 < oldest) {
    const gap = { from: height + 1, to: oldest - 1 }
    return { kind: 'blocks', blocks: [], gap, behind: true, head, trusted, newest: null }
  }
  try {
    const result = await walk({
      pool,
      sets,
      trust,
      from: height === null ? null : height + 1,
      back: firstHeights,
      limit: heightsPerPass,
      previousHash: height === null ? null : blockHash,
      trusted,
    })
    using.newest = result.newest ?? using.newest
    return { kind: 'blocks', ...result, behind: isBehind(result) }
  } catch (error) {
    if (!(error instanceof ChainReadError)) throw error
    const kind = refusalKindOf(using, error)
    if (kind === null) return { kind: 'failed', error }
    return { kind: 'refused', refusal: { kind, reason: error.message } }
  }
}

/**
 * While an endpoint that was there a moment ago does not answer, the others have not the last word: null. Nor is it
 * another chain where a block has too few signatures that can be checked; the next one may have enough.
 */
export function refusalKindOf(
  { pool }: { pool: Pick<Connection['pool'], 'maySpeakSoon'> },
  error: ChainReadError,
): RefusalKind | null {
  if (error.cause instanceof ContradictionError) return 'DOUBLE_SIGNED'
  if (error.cause instanceof ProofError && error.cause.check === 'unchecked') return null
  return (error.kind === 'fork' || error.kind === 'proof') && !pool.maySpeakSoon() ? 'FORK' : null
}

function isBehind({ blocks, gap }: WalkResult): boolean {
  return gap !== null || blocks.length >= heightsPerPass
}

export interface StateWanted {
  height: number
  /** The block of that height, where it is at hand. */
  block: BlockObservation | null
  /** The header above it, and the set that it announces, where they are. */
  newest: StateRequest['newest']
  nextSet: readonly SetMember[] | null
}

/**
 * The state at a height, or why there is none to believe. What differs from what the database knows is proven, or as
 * well known as it can be on this chain, before it comes out: `sources` says how.
 */
export async function readState(
  { states, plans }: Pick<Connection, 'states' | 'plans'>,
  memory: ChainMemory,
  { height, block, newest, nextSet }: StateWanted,
): Promise<{ state: ChainState } | { problem: string }> {
  try {
    const state = await states.read({
      height,
      newest,
      nextSet,
      known: memory.records,
      counters: counterBoundsAt(memory.model, height),
      problemOf: (answer) => stateProblem(answer, { ...memory.row, block }),
    })
    const upgrade = await plans.read({ state, newest, known: plannedIn(memory.row) })
    return { state: { ...state, upgrade } }
  } catch (error) {
    if (!(error instanceof ChainReadError)) throw error
    return { problem: error.message }
  }
}

function plannedIn({ upgradeName, upgradeHeight }: ChainMemory['row']): UpgradePlan | null {
  return upgradeHeight === null ? null : { name: upgradeName ?? '', height: upgradeHeight }
}

/** How old a state may grow while blocks come. */
const freshMs = 20_000
/** Pause between reads that something urgent asks for (the set changed, a jailing is near). */
const urgentMs = 1_000
/** After failures in a row the pause doubles from here up to `freshMs`. */
const retryMs = 2_000

/**
 * Whether to read the state now: at once by a process that has not tried yet. `sinceTried`: ms since this process last
 * asked for one, by a clock that never jumps; null: never. `urgent`: the members of the set are others than those
 * known, or a validator has missed so much that the next state may say jailed.
 */
export function isStateDue(input: { sinceTried: number | null; failures: number; urgent: boolean }): boolean {
  const { sinceTried, failures, urgent } = input
  if (sinceTried === null) return true
  if (failures > 0) return sinceTried >= Math.min(freshMs, retryMs * 2 ** (failures - 1))
  return sinceTried >= (urgent ? urgentMs : freshMs)
}

/**
 * Whether x/slashing may have jailed some validator since the state was read: more blocks are missed than the window
 * allows, or may be.
 */
export function isJailSuspected(model: ChainModel): boolean {
  const { row, records, ring } = model
  const height = ring.newest()
  const { signedBlocksWindow: window, minSignedPerWindow } = row
  if (window === null || minSignedPerWindow === null || height === null) return false
  const limit = maxMissed(window, minSignedPerWindow)
  return records.some(({ slot, jailed, removedAt }) => {
    if (jailed !== false || removedAt !== null) return false
    const counting = countingOf(model, slot, height)
    const { read, since } = counting
    // Nobody is jailed in the first window after the start height, whatever is missed.
    if (read === null || height + 1 < read.startHeight + window) return false
    if (since?.letters.every((isMissed) => isMissed === false)) return false
    return missedAtMost(counting) > limit
  })
}

/** Whether the members of a block's set are others than those whose power is known. */
export function isSetChanged(
  members: ReadonlyMap<string, unknown>,
  { records }: ChainModel,
  keys: ConsensusKeys,
): boolean {
  const known = records.filter((record) => record.power > 0n)
  const slots = new Set([...members.keys()].map((address) => keys.slotOf(address)))
  return known.length !== members.size || known.some(({ slot }) => !slots.has(slot))
}

/**
 * Why a state must not be believed, or null. A node that lies or lost half its data may still give answers that
 * decode: they must fit the block of their height, and what the chain was seen to have.
 */
export function stateProblem(
  state: ChainState,
  known: {
    /** The block at the state's height, where it is at hand. */
    block: BlockObservation | null
    hasStaking: boolean | null
    hasSlashing: boolean | null
  },
): string | null {
  if (known.hasStaking === true && state.staking === null) return 'x/staking was there before and is not now'
  if (known.hasSlashing === true && state.slashing === null)
    return 'x/slashing was there before and is not now'
  if (state.set.length === 0) return 'the validator set is empty'
  if (known.block && !isSetOf(known.block, state)) return 'the validator set is not that of the block'
  const bonded = state.staking?.validators.filter(({ status }) => status === 'BOND_STATUS_BONDED').length
  if (bonded === 0) return 'x/staking names no bonded validator'
  return null
}

function isSetOf(block: BlockObservation, state: ChainState): boolean {
  return (
    block.letters.size === state.set.length && state.set.every(({ address }) => block.letters.has(address))
  )
}

export interface Refusal {
  chainId: string | null
  kind: RefusalKind
  /** A sentence for the operator. */
  reason: string
}

/**
 * Why a chain that answers is not the one that is followed, or null. It is not touched then until `network accept`;
 * when the right one answers again, following goes on by itself. `databaseNow`: the database's clock, Unix ms.
 */
export function refusalOf(
  row: Pick<NetworkRow, 'chainId' | 'headHeight' | 'headAt' | 'observedAt'>,
  pool: Pick<EndpointPool, 'claim' | 'views' | 'maySpeakSoon'>,
  databaseNow: number,
): Refusal | null {
  const claim = pool.claim()
  if (claim?.inStep === true) {
    const isLower = row.headHeight !== null && claim.height < row.headHeight
    const isNewer = row.headAt !== null && claim.time > row.headAt
    if (!isLower || !isNewer || row.chainId === null || pool.maySpeakSoon()) return null
    const reason = `height ${claim.height} is newer than height ${row.headHeight}: the chain has begun again`
    return { chainId: row.chainId, kind: 'BEGUN_AGAIN', reason }
  }
  const views = pool.views()
  if (views.some(({ state }) => state === 'OK' || state === 'BEHIND' || state === 'CATCHING_UP')) return null
  if (mayComeBack(row, pool, databaseNow)) return null
  const other = views.find(({ state, chainId }) => state === 'WRONG_NETWORK' && chainId !== null)
  if (!other || other.chainId === null) return null
  const reason = `${other.host} is on the chain ${other.chainId}`
  return { chainId: other.chainId, kind: 'OTHER_CHAIN', reason }
}

/** Whoever was on the known chain within so many ms may have a moment's trouble and no more. */
const backSoonMs = 60_000

/**
 * Some endpoint fails that may say in a moment that the known chain goes on: what is left has not the last word. A
 * process that has just begun has had no answer of any of them, and knows from the row that one answered.
 */
function mayComeBack(
  { observedAt }: Pick<NetworkRow, 'observedAt'>,
  pool: Pick<EndpointPool, 'views' | 'maySpeakSoon'>,
  databaseNow: number,
): boolean {
  if (pool.maySpeakSoon()) return true
  const isRecent = observedAt !== null && databaseNow - observedAt <= backSoonMs
  return isRecent && pool.views().some(({ state }) => state === 'FAILING')
}
