import { type AlertingState, deciding, type Observation, type Outcome } from '@roundsman/alerting/deciding'
import type { Tx } from '../../platform/db/database.ts'
import type { ChainChange, NetworkMoment, Participant } from '../watch/watch.public.ts'
import { observationsOf, tickOf } from './observations-of.ts'
import { lockHead, readTargets, writeState } from './state.store.ts'

export interface DeciderDeps {
  /** Writes down what is told, and to whom, in the same transaction. */
  raise(tx: Tx, networkId: number, outcomes: readonly Outcome[], state: AlertingState): Promise<void>
}

/**
 * Decides every condition of a network in the transactions that change what is known of it, height by height, and in
 * between what only time decides.
 */
export function createDecider({ raise }: DeciderDeps): Required<Participant> {
  /** The state of each network that is committed for certain; its head tells whether it is the newest. */
  const remembered = new Map<number, AlertingState>()
  /** What a change leads to, until it is committed. */
  const decided = new WeakMap<ChainChange, AlertingState>()

  /** Locks the state of a network, so that nobody decides about it meanwhile. */
  async function stateOf(tx: Tx, networkId: number, epoch: number): Promise<AlertingState> {
    const head = await lockHead(tx, networkId)
    if (head === null) return deciding.begin(epoch)
    const known = remembered.get(networkId)
    if (known && known.head.epoch === head.epoch && known.head.step === head.step) return known
    return deciding.read({ head, targets: await readTargets(tx, networkId) })
  }

  async function decide(
    tx: Tx,
    networkId: number,
    before: AlertingState,
    observations: readonly Observation[],
  ): Promise<AlertingState> {
    let state = before
    const outcomes: Outcome[] = []
    const touched = new Set<string>()
    const closed = new Set<string>()
    for (const observation of observations) {
      const decision = deciding.step(state, observation)
      state = decision.state
      outcomes.push(...decision.outcomes)
      for (const key of decision.closed) closed.add(key)
      for (const key of decision.touched) touched.add(key)
    }
    const isNews = outcomes.length > 0 || touched.size > 0 || closed.size > 0
    if (!isNews && isSameButTime(before.head, state.head)) return before
    const gone = [...closed].filter((key) => state.targets[key] === undefined)
    await writeState(tx, networkId, state, { touched: [...touched], closed: gone })
    if (outcomes.length > 0) await raise(tx, networkId, outcomes, state)
    return state
  }

  return {
    name: 'alerts',
    async commit(tx, change) {
      const observations = observationsOf(change)
      if (observations.length === 0) return
      const before = await stateOf(tx, change.networkId, change.epoch)
      decided.set(change, await decide(tx, change.networkId, before, observations))
    },
    committed(change) {
      const state = decided.get(change)
      if (state) remembered.set(change.networkId, state)
    },
    async tick(tx, moment: NetworkMoment) {
      const before = await stateOf(tx, moment.networkId, moment.epoch)
      await decide(tx, moment.networkId, before, [tickOf(moment)])
    },
  }
}

/** True where nothing is other than the time of the last look: that need not be written down. */
function isSameButTime(before: AlertingState['head'], after: AlertingState['head']): boolean {
  const timeless = ({ step: _step, tickAt: _tickAt, ...head }: AlertingState['head']) => JSON.stringify(head)
  return timeless(before) === timeless(after)
}
