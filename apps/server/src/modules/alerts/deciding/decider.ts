import {
  type AlertingState,
  type BridgeReading,
  deciding,
  type Observation,
  type Outcome,
  type RuleFailure,
} from '@roundsman/alerting/deciding'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db/database.ts'
import {
  type ChainChange,
  type NetworkTick,
  type Participant,
  undecidedEvents,
} from '../../watch/watch.public.ts'
import { createSavepointGuard, type RaiseMode } from './savepoint-guard.ts'
import type { DecidingLog } from './deciding-log.ts'
import { observationsOf, tickOf } from './observations.ts'
import { type Raise, raiseOneByOne } from './raise.ts'
import { lockHead, readTargets, writeState } from './state.store.ts'

export interface DeciderDeps {
  raise: Raise
  clock: Pick<Clock, 'monotonic'>
  log: DecidingLog
  /** What is known of the bridges of a network then; left out, or undefined: it has none. */
  bridgesAt?(tx: Tx, tick: NetworkTick): Promise<readonly BridgeReading[] | undefined>
}

/** A state, and whether it is what this process remembered or what is stored. */
interface Before {
  state: AlertingState
  isRead: boolean
}

/**
 * Decides every condition of a network in the transactions that change what is known of it, height by height, and in
 * between what only time decides.
 */
export function createDecider({ raise, clock, log, bridgesAt }: DeciderDeps): Required<Participant> {
  /** The state of each network that is committed for certain; its head tells whether it is the newest. */
  const remembered = new Map<number, AlertingState>()
  /** What a change leads to, until it is committed. */
  const decided = new WeakMap<ChainChange, AlertingState>()
  const guard = createSavepointGuard(clock, (networkId, error) => {
    // So that what is left out now is read from the database when it works again.
    remembered.delete(networkId)
    log.failed(networkId, error)
  })

  /** Locks the state of a network, so that nobody decides about it meanwhile. */
  async function stateOf(tx: Tx, networkId: number, epoch: number): Promise<Before> {
    const head = await lockHead(tx, networkId)
    if (head === null) return { state: deciding.begin(epoch), isRead: false }
    const known = remembered.get(networkId)
    if (known && known.head.epoch === head.epoch && known.head.step === head.step)
      return { state: known, isRead: false }
    const targets = await readTargets(tx, networkId)
    return { state: deciding.read({ head, targets }), isRead: true }
  }

  /** With what the timeline says of batches that were stored and not decided. */
  async function withUndecided(tx: Tx, change: ChainChange, { state, isRead }: Before): Promise<ChainChange> {
    const { networkId, epoch, seq } = change
    if (!isRead || state.head.epoch !== epoch || state.head.seq >= seq - 1) return change
    const missed = await undecidedEvents(tx, { networkId, epoch, after: state.head.seq, before: seq })
    return missed.length === 0 ? change : { ...change, events: [...missed, ...change.events] }
  }

  /**
   * Decides and writes. `isLocked`: the state before is locked and the newest. Where it is not, it has to be that still when
   * it is written over; null, and nothing is written, where it is not, or where there is nothing to write.
   */
  async function decide(
    tx: Tx,
    { networkId, before, isLocked }: { networkId: number; before: AlertingState; isLocked: boolean },
    observations: readonly Observation[],
    mode: RaiseMode | null,
  ): Promise<AlertingState | null> {
    const startedAt = clock.monotonic()
    let state = before
    const outcomes: Outcome[] = []
    const failures: RuleFailure[] = []
    const touched = new Set<string>()
    const closed = new Set<string>()
    for (const observation of observations) {
      const decision = deciding.step(state, observation)
      state = decision.state
      outcomes.push(...decision.outcomes)
      for (const key of decision.closed) closed.add(key)
      for (const key of decision.touched) touched.add(key)
      failures.push(...decision.failures)
    }
    const hasChanged = outcomes.length > 0 || touched.size > 0 || closed.size > 0
    if (!hasChanged && isSameButTime(before.head, state.head)) {
      if (!isLocked) return null
      log.ruleFailed(networkId, failures)
      return before
    }
    const gone = [...closed].filter((key) => state.targets[key] === undefined)
    const change = { touched: [...touched], closed: gone, before: isLocked ? null : before.head }
    if (!(await writeState(tx, networkId, state, change))) return null
    log.ruleFailed(networkId, failures)
    if (outcomes.length > 0 && mode === null) await raise(tx, networkId, outcomes, state)
    else if (outcomes.length > 0 && mode !== null)
      await raiseOneByOne(tx, { raise, onDropped: log.dropped }, { networkId, outcomes, state }, mode)
    log.decided(networkId, (clock.monotonic() - startedAt) / 1000, outcomes, state)
    return state
  }

  async function decideLocked(tx: Tx, change: ChainChange, mode: RaiseMode | null) {
    const { networkId, epoch } = change
    const before = await stateOf(tx, networkId, epoch)
    const observations = observationsOf(await withUndecided(tx, change, before))
    return decide(tx, { networkId, before: before.state, isLocked: true }, observations, mode)
  }

  return {
    name: 'alerts',
    async commit(tx, change) {
      const { networkId } = change
      decided.delete(change)
      await guard.run(tx, networkId, async (inner, mode) => {
        const observed = observationsOf(change)
        if (observed.length === 0) return
        const known = remembered.get(networkId)
        const quickly = known
          ? await decide(inner, { networkId, before: known, isLocked: false }, observed, mode)
          : null
        const after = quickly ?? (await decideLocked(inner, change, mode))
        if (after !== null) decided.set(change, after)
      })
    },
    committed(change) {
      const state = decided.get(change)
      if (state) remembered.set(change.networkId, state)
    },
    async tick(tx, tick: NetworkTick) {
      const { networkId, epoch } = tick
      await guard.run(tx, networkId, async (inner, mode) => {
        const { state: before } = await stateOf(inner, networkId, epoch)
        const bridges = await bridgesAt?.(inner, tick)
        await decide(inner, { networkId, before, isLocked: true }, [tickOf(tick, bridges)], mode)
      })
    },
  }
}

/** True where only the time of the last tick differs: that need not be written. */
function isSameButTime(before: AlertingState['head'], after: AlertingState['head']): boolean {
  const timeless = ({ step: _step, tickAt: _tickAt, ...head }: AlertingState['head']) => JSON.stringify(head)
  return timeless(before) === timeless(after)
}
