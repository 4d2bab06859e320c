import type { BlockObservation, ChainState } from '@roundsman/cometbft/domain'
import type { PoolHead } from '@roundsman/cometbft/endpoint-pool'
import { createHeadAge, staleAfterMs } from '../model/network-state.ts'
import type { ChainModel } from '../model/chain-model.ts'
import type { NetworkRow } from '../model/watch.schema.ts'
import {
  type Batch,
  batchOf,
  type ChainMemory,
  inEpoch,
  type NetworkPatch,
  noteOf,
  remember,
} from '../recording/batch.ts'
import { LostTheNetwork, type Writer } from '../recording/writer.ts'
import type { Connect, Connection } from './connection.ts'
import type { NetworkLease } from './leases.ts'
import {
  isJailSuspected,
  isSetChanged,
  isStateDue,
  readBlocks,
  readState,
  type Refusal,
  refusalOf,
  type StateWanted,
} from './reading.ts'
import type { WatchLog } from './watch-log.ts'

export interface Follower {
  /**
   * One poll of the chain; gives the ms until the next one. Rejects only where the database fails. `hinting`: hosts that
   * have announced a newer block, and are asked as well.
   */
  pass(signal: AbortSignal, hinting?: readonly string[]): Promise<number>
  /** The first pass under this lease goes on, and has committed nothing yet. */
  isBeginning(): boolean
  connection(): Connection | null
  /** What this process follows as of its last pass, for whoever reads besides; null: nothing, or nothing yet. */
  followed(): Followed | null
}

export interface Followed {
  /** Of the lease under which it is followed. */
  fence: bigint
  model: ChainModel
  /** To the endpoints of the model's own epoch. */
  connection: Connection
}

/** Another process has the lease: try again after this. */
const standbyMs = 1_000
/** Nobody answers. */
const unreachableMs = 1_000
/** With nothing new, an answer is noted this often, so that its age is known everywhere. */
const heartbeatMs = 2_000
/** Letters whose validators no state has named wait for so many failed state reads, then are taken all the same. */
const readsToWaitFor = 3
const nothingFound = { blocks: [], gap: null, trusted: null, assurance: null }

/** Follows one network: what the chain says is committed, pass by pass, and nothing is kept that is not. */
export function createFollower(
  clock: { monotonic(): number },
  lease: NetworkLease,
  writer: Writer,
  connect: Connect,
  log: WatchLog,
): Follower {
  let memory: ChainMemory | null = null
  /** Of the lease under which `memory` was read. */
  let fence: bigint | null = null
  let connection: Connection | null = null
  let connectedTo: string | undefined
  const pace = createPace()
  let headAge = createHeadAge(null)
  let isBeginning = false
  /** The network, from the first pass that had its lease to the one that has it no more. */
  let followedId: number | null = null

  async function pass(signal: AbortSignal, hinting?: readonly string[]): Promise<number> {
    const taken = await lease.take()
    if (taken !== fence) memory = null
    if (taken === null && followedId !== null) {
      log.left(followedId)
      followedId = null
    }
    fence = taken
    if (taken === null) return standbyMs
    try {
      if (memory === null) {
        memory = await begin()
        followedId = memory.row.networkId
        isBeginning = true
      }
      return await poll(memory, connectionFor(memory, signal), hinting)
    } catch (error) {
      // Whether the commit took place or not is the database's to say.
      memory = null
      if (error instanceof LostTheNetwork) return unreachableMs
      throw error
    } finally {
      isBeginning = false
    }
  }

  async function begin(): Promise<ChainMemory> {
    const known = await writer.begin()
    const { headHeight: height, headAgeMs, observedAt } = known.row
    const since = observedAt === null ? Number.POSITIVE_INFINITY : writer.databaseNow() - observedAt
    const isRecent = since <= staleAfterMs && height !== null && headAgeMs !== null
    headAge = createHeadAge(
      isRecent ? { height, ageMs: headAgeMs + Math.max(0, since), monotonic: clock.monotonic() } : null,
    )
    return known
  }

  function connectionFor({ row }: ChainMemory, signal: AbortSignal): Connection {
    if (connection === null || connectedTo !== chainOf(row)) {
      connection = connect(row.chainId, signal)
      connectedTo = chainOf(row)
    }
    return connection
  }

  async function poll(known: ChainMemory, using: Connection, hinting?: readonly string[]): Promise<number> {
    const { pool } = using
    await pool.probe(hinting)
    const claim = pool.claim()
    const refusal = refusalOf(known.row, pool, writer.databaseNow())
    if (refusal) return refuse(known, refusal)
    const isBehind = claim !== null && claim.height < (known.row.headHeight ?? 0)
    const isReached = claim !== null && claim.inStep && !isBehind
    log.reached(known.row.networkId, isReached, pool.views())
    if (!isReached) {
      if (pool.allCatchingUp()) await note(known, { syncingAt: writer.databaseNow() })
      return unreachableMs
    }
    if (known.row.epoch === 0) {
      inEpoch(known, await writer.openEpoch(pool.chainIdSeen ?? ''))
      connectedTo = chainOf(known.row)
      headAge = createHeadAge(null)
    }
    return follow(known, using)
  }

  async function follow(known: ChainMemory, using: Connection): Promise<number> {
    const walked = await readBlocks(using, known)
    if (walked.kind === 'refused') return refuse(known, { chainId: known.row.chainId, ...walked.refusal })
    if (walked.kind === 'failed') log.unread(known.row.networkId, walked.error.message)
    const head = using.pool.head()
    if (head === null) return unreachableMs
    const blocks = walked.kind === 'blocks' ? walked.blocks : []
    const hasUnknown = blocks.length > 0 && (known.row.stateHeight === null || namesUnknown(known, blocks))
    const found = {
      blocks,
      gap: walked.kind === 'blocks' ? walked.gap : null,
      // With the letters that it was proven with, or not yet.
      trusted: walked.kind === 'blocks' ? walked.trusted : null,
      assurance: walked.kind === 'blocks' ? (walked.newest?.assurance ?? null) : null,
    }
    const batch = (part: typeof found, state: ChainState | null) => {
      const now = writer.databaseNow()
      const observedAt = Math.round(now - (clock.monotonic() - head.observedAt))
      // As of the answer: what came after it nobody could have seen yet.
      const claimed = using.pool.claim()?.height ?? head.height
      const headAgeMs = headAge.next(head, { now: observedAt, monotonic: head.observedAt, claimed })
      return batchOf(known, { ...part, head: { ...head, observedAt }, headAgeMs, state, now })
    }
    const wanted = stateWanted(known, using, { blocks, head, hasUnknown })
    // A state takes several requests: letters that do not need it are not held back by them.
    const isAhead = wanted !== null && blocks.length > 0 && !hasUnknown
    if (isAhead) await commit(known, batch(found, null))
    const state = wanted === null ? null : await stateFor(known, using, wanted)
    // Where no state is to come (the chain has halted, and the newest one is read) there is nothing to wait for.
    const isStateToCome = stateHeightAt(head) > (known.row.stateHeight ?? 0)
    const waits = state === null && hasUnknown && isStateToCome && known.stateFailures < readsToWaitFor
    const rest = waits ? { ...found, blocks: [], trusted: null } : found
    const last = batch(isAhead ? nothingFound : rest, state)
    if (isWorthCommitting(known, last)) await commit(known, last)
    if (walked.kind === 'blocks' && walked.behind && !waits) return 0
    return pace.next({ head, blockMs: using.pool.blockTimeMs(), now: clock.monotonic() })
  }

  /** The state to read now; null: none is due. */
  function stateWanted(
    known: ChainMemory,
    using: Connection,
    {
      blocks,
      head,
      hasUnknown,
    }: { blocks: readonly BlockObservation[]; head: PoolHead; hasUnknown: boolean },
  ): StateWanted | null {
    const height = stateHeightAt(head)
    if (height < 1 || height <= (known.row.stateHeight ?? 0)) return null
    const newest = blocks.at(-1) ?? null
    const block = newest?.height === height ? newest : null
    const due = isStateDue({
      sinceTried: known.stateTriedAt === null ? null : clock.monotonic() - known.stateTriedAt,
      failures: known.stateFailures,
      urgent:
        hasUnknown ||
        isJailSuspected(known.model) ||
        (block !== null && isSetChanged(block.letters, known.model, known.keys)),
    })
    if (!due) return null
    const above = using.newest?.header.height === height + 1 ? using.newest : null
    return { height, block, newest: above, nextSet: above?.nextSet ?? null }
  }

  async function stateFor(known: ChainMemory, using: Connection, wanted: StateWanted) {
    known.stateTriedAt = clock.monotonic()
    const answer = await readState(using, known, wanted)
    known.stateFailures = 'state' in answer ? 0 : known.stateFailures + 1
    if ('state' in answer) {
      using.trust.unbondingMs = answer.state.staking?.unbondingMs ?? using.trust.unbondingMs
      return answer.state
    }
    log.unread(known.row.networkId, answer.problem)
    return null
  }

  function isWorthCommitting(known: ChainMemory, { blocks, network, validators, events }: Batch): boolean {
    const moved = blocks.length > 0 || events.length > 0 || validators.length > 0
    const other = network.headHeight !== known.row.headHeight || network.stateHeight !== undefined
    return moved || other || clock.monotonic() - known.committedAt >= heartbeatMs
  }

  async function refuse(known: ChainMemory, refusal: Refusal): Promise<number> {
    if (refusal.reason !== known.row.refusedReason) log.refused(known.row.networkId, refusal)
    await note(known, {
      refusedChainId: refusal.chainId,
      refusedKind: refusal.kind,
      refusedReason: refusal.reason,
      refusedAt: writer.databaseNow(),
    })
    return unreachableMs
  }

  /** Writes down something about reaching the chain, not more often than the heartbeat unless it is new. */
  async function note(known: ChainMemory, network: NetworkPatch): Promise<void> {
    const isNew = network.refusedReason !== undefined && network.refusedReason !== known.row.refusedReason
    if (!isNew && clock.monotonic() - known.committedAt < heartbeatMs) return
    await commit(known, noteOf(known.row, network, writer.databaseNow()))
  }

  async function commit(known: ChainMemory, batch: Batch): Promise<void> {
    remember(known, batch, await writer.commit(known.model, batch))
    isBeginning = false
    known.committedAt = clock.monotonic()
    log.committed(known.row, batch)
  }

  function followed(): Followed | null {
    if (fence === null || memory === null || connection === null || !lease.isHeld()) return null
    if (memory.row.epoch === 0 || connectedTo !== chainOf(memory.row)) return null
    return { fence, model: memory.model, connection }
  }

  return { pass, isBeginning: () => isBeginning, connection: () => connection, followed }
}

/**
 * The height of the state to read: below the newest one, since a node shows a block before its application has
 * committed it. Always at the tip, however far behind the letters are: what the chain says now is reported now, and
 * old states are pruned.
 */
function stateHeightAt(head: PoolHead): number {
  return head.height - 1
}

/** Whether some letters are by a key that nobody known has or had. */
function namesUnknown({ keys }: ChainMemory, blocks: readonly BlockObservation[]): boolean {
  return blocks.some((block) => [...block.letters.keys()].some((address) => keys.slotOf(address) === null))
}

/** What is believed of a chain holds for its epoch: an accepted one may have begun again under the same id. */
function chainOf({ epoch, chainId }: Pick<NetworkRow, 'epoch' | 'chainId'>): string {
  return `${epoch}/${chainId ?? ''}`
}

/** Shortest and longest pause between polls of a chain that moves, ms. */
const shortestMs = 200
const longestMs = 5_000
/** While nobody knows how fast blocks come. */
const unknownMs = 1_000
/** A block is asked for a little after it is expected, so that the first poll finds it. */
const graceMs = 50
/** How much later than ever before a block may be seen without moving what is expected, ms for each block. */
const leakMs = 5

interface Pace {
  /**
   * Ms until the next poll. `now` is a clock of ours that never jumps, `head.time` the chain's; only their smallest
   * distance is trusted.
   */
  next(input: { head: { height: number; time: number }; blockMs: number | null; now: number }): number
}

/**
 * When to poll next: when the next block is expected; once it is late, every quarter of a block time, rarer the
 * longer nothing comes. A clock that is wrong by minutes, here or there, changes nothing.
 */
export function createPace(): Pace {
  let distance = Number.POSITIVE_INFINITY
  let newest = 0

  return {
    next({ head, blockMs, now }) {
      if (head.height !== newest) {
        distance = Math.min(distance + leakMs, now - head.time)
        newest = head.height
      }
      if (blockMs === null) return unknownMs
      const untilExpected = head.time + distance + blockMs + graceMs - now
      const late = Math.max(blockMs / 4, -untilExpected / 8)
      return Math.min(longestMs, Math.max(shortestMs, untilExpected > 0 ? untilExpected : late))
    },
  }
}
