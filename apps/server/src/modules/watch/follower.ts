import type { BlockObservation } from '@roundsman/cometbft/domain'
import type { PoolHead } from '@roundsman/cometbft/endpoint-pool'
import type { Batch, NetworkPatch } from './batch.ts'
import { batchOf } from './batch-of.ts'
import { type ChainMemory, remember } from './chain-memory.ts'
import type { Connect } from './connection.ts'
import { isJailSuspected, isSetChanged } from './jail-suspicion.ts'
import { codeAt, missedCode, slotsIn } from './letters.ts'
import { createPace } from './pace.ts'
import { type Connection, readBlocks, readState } from './read-chain.ts'
import { refusalOf } from './refusal.ts'
import { isStateDue } from './state-due.ts'
import type { WatchLog } from './watch-log.ts'
import { LostTheNetwork, type Writer } from './writer.ts'

export interface FollowerDeps {
  clock: { now(): number; monotonic(): number }
  writer: Writer
  connect: Connect
  log: WatchLog
}

export interface Follower {
  /** One look at the chain; gives the ms until the next one. Rejects only where the database fails. */
  pass(signal: AbortSignal): Promise<number>
  connection(): Connection | null
}

/** Another process has the lease: look again after this. */
const standbyMs = 2_000
/** Nobody answers. */
const unreachableMs = 1_000
/** With nothing new, an answer is noted this often, so that its age is known everywhere. */
const heartbeatMs = 2_000
/** Letters whose validators no state has named wait for so many failed state reads, then are taken all the same. */
const patience = 3

/** Follows one network: what the chain says is committed, pass by pass, and nothing is kept that is not. */
export function createFollower({ clock, writer, connect, log }: FollowerDeps): Follower {
  let memory: ChainMemory | null = null
  let connection: Connection | null = null
  let connectedTo: string | null | undefined
  const pace = createPace()

  async function pass(signal: AbortSignal): Promise<number> {
    if (!(await writer.hold())) {
      memory = null
      return standbyMs
    }
    try {
      memory ??= await writer.begin()
      return await look(memory, connectionFor(memory, signal))
    } catch (error) {
      // Whether the commit took place or not is the database's to say.
      memory = null
      if (error instanceof LostTheNetwork) return unreachableMs
      throw error
    }
  }

  function connectionFor({ row }: ChainMemory, signal: AbortSignal): Connection {
    if (connection === null || connectedTo !== row.chainId) {
      connection = connect(row.chainId, signal)
      connectedTo = row.chainId
    }
    return connection
  }

  async function look(known: ChainMemory, using: Connection): Promise<number> {
    const { pool } = using
    await pool.probe()
    const head = pool.head()
    const refusal = refusalOf(known.row, pool)
    if (refusal) {
      await note(known, {
        refusedChainId: refusal.chainId,
        refusedReason: refusal.reason,
        refusedAt: clock.now(),
      })
      return unreachableMs
    }
    const isBehind = head !== null && head.height < (known.row.headHeight ?? 0)
    const isReached = head !== null && head.inStep && !isBehind
    log.reached(known.row.networkId, isReached, pool.views())
    if (!isReached) {
      if (pool.allCatchingUp()) await note(known, { syncingAt: clock.now() })
      return unreachableMs
    }
    if (known.row.epoch === 0) {
      known.row = await writer.openEpoch(pool.chainIdSeen ?? '')
      connectedTo = known.row.chainId
    }
    return follow(known, using, head)
  }

  async function follow(known: ChainMemory, using: Connection, head: PoolHead): Promise<number> {
    const walked = await readBlocks(using, known)
    if (walked.kind === 'fork') {
      const refused = { refusedChainId: known.row.chainId, refusedReason: walked.reason }
      await note(known, { ...refused, refusedAt: clock.now() })
      return unreachableMs
    }
    if (walked.kind === 'failed') log.unread(known.row.networkId, walked.error.message)
    const blocks = walked.kind === 'blocks' ? walked.blocks : []
    const gap = walked.kind === 'blocks' ? walked.gap : null
    const strangers = hasStrangers(known, blocks)
    const state = await stateFor(known, using, { blocks, head, strangers })
    const waits = state === null && known.stateFailures < patience && strangers
    const observed = { head, state, now: clock.now(), blocks: waits ? [] : blocks, gap }
    const batch = batchOf(known, observed)
    if (isNews(known, batch)) await commit(known, batch)
    if (walked.kind === 'blocks' && walked.behind && !waits) return 0
    return pace.next({ head, blockMs: using.pool.blockTimeMs(), now: clock.now() })
  }

  async function stateFor(
    known: ChainMemory,
    using: Connection,
    { blocks, head, strangers }: { blocks: readonly BlockObservation[]; head: PoolHead; strangers: boolean },
  ) {
    // Below the newest one: a node shows a block before its application has committed it. Always at the tip, however
    // far behind the letters are: what the chain says now is told now, and old states are pruned.
    const height = head.height - 1
    if (height < 1 || height <= (known.row.stateHeight ?? 0)) return null
    const newest = blocks.at(-1) ?? null
    const block = newest?.height === height ? newest : null
    const since = (at: number | null, now: number) => (at === null ? null : now - at)
    const due = isStateDue({
      sinceTried: since(known.stateTriedAt, clock.monotonic()),
      sinceRead: since(known.row.stateAt, clock.now()),
      failures: known.stateFailures,
      urgent: strangers || isJailSuspected(known) || (block !== null && isSetChanged(block.letters, known)),
    })
    if (!due) return null
    known.stateTriedAt = clock.monotonic()
    const answer = await readState(using, known, { height, block })
    known.stateFailures = 'state' in answer ? 0 : known.stateFailures + 1
    if ('state' in answer) return answer.state
    log.unread(known.row.networkId, answer.problem)
    return null
  }

  function isNews(known: ChainMemory, { blocks, network, validators, events }: Batch): boolean {
    const moved = blocks.length > 0 || events.length > 0 || validators.length > 0
    const other = network.headHeight !== known.row.headHeight || network.stateHeight !== undefined
    return moved || other || clock.monotonic() - known.committedAt >= heartbeatMs
  }

  /** Writes down something about reaching the chain, not more often than the heartbeat unless it is new. */
  async function note(known: ChainMemory, network: NetworkPatch): Promise<void> {
    const isNew = network.refusedReason !== undefined && network.refusedReason !== known.row.refusedReason
    if (isNew) log.refused(known.row.networkId, network.refusedReason ?? '')
    if (!isNew && clock.monotonic() - known.committedAt < heartbeatMs) return
    const { networkId, epoch } = known.row
    await commit(known, { networkId, epoch, network, blocks: [], validators: [], events: [], signing: null })
  }

  async function commit(known: ChainMemory, batch: Batch): Promise<void> {
    const { seq, records } = await writer.commit(batch)
    remember(known, records)
    known.row = { ...known.row, ...batch.network, seq }
    known.committedAt = clock.monotonic()
    if (batch.signing) known.signing = batch.signing.infos
    countMisses(known, batch)
    log.committed(known.row, batch)
  }

  return { pass, connection: () => connection }
}

/** Keeps up how much each slot missed since the state, whose counters hold the letters below its height. */
function countMisses({ missedSince, row }: ChainMemory, { network, blocks }: Batch): void {
  if (network.stateHeight !== undefined) missedSince.clear()
  for (const { height, letters } of blocks) {
    if (height < (row.stateHeight ?? 0)) continue
    for (let slot = 0; slot < slotsIn(letters); slot++) {
      if (codeAt(letters, slot) === missedCode) missedSince.set(slot, (missedSince.get(slot) ?? 0) + 1)
    }
  }
}

function hasStrangers({ slots }: ChainMemory, blocks: readonly BlockObservation[]): boolean {
  return blocks.some((block) => [...block.letters.keys()].some((address) => !slots.has(address)))
}
